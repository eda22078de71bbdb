import type { Check } from '../check.ts'
import { type FailingForm, type FormExplanation, formCheck } from '../form-check.ts'
import { countNoun } from '../sentence.ts'
import { compareNames, haveSameNameSet, partsOf } from './compare.ts'
import { findLinks, findReferences, type MarkdownLink } from './markdown-link.ts'
import { findPieces } from './markdown-syntax.ts'

const ENABLED_BY = ['md-text']

/** The checks of Markdown. */
export const markdownChecks: readonly Check[] = [
  formCheck({
    id: 'md-reflink',
    name: 'Markdown references',
    description: 'Markdown link references do not match source',
    severity: 'error',
    enabledBy: ENABLED_BY,
    fails: hasOtherReferences,
    explain: ({ source, target }) => compareNames(findReferences(source), findReferences(target)),
  }),
  formCheck({
    id: 'md-link',
    name: 'Markdown links',
    description: 'Markdown links do not match source',
    severity: 'error',
    enabledBy: ENABLED_BY,
    fails: (source, target, { weblate }) =>
      hasOtherLinks(source, target) || (weblate !== '5.14' && hasOtherTitles(source, target)),
    explain: explainLinks,
  }),
  formCheck({
    id: 'md-syntax',
    name: 'Markdown syntax',
    description: 'Markdown syntax does not match source',
    severity: 'error',
    enabledBy: ENABLED_BY,
    fails: (source, target) => !haveSameNameSet(findPieces(source), findPieces(target)),
    explain: ({ source, target }) => compareNames(findPieces(source), findPieces(target)),
  }),
]

function hasOtherReferences(source: string, target: string): boolean {
  const expected = findReferences(source)
  return expected.length > 0 && !haveSameNameSet(expected, findReferences(target))
}

function hasOtherLinks(source: string, target: string): boolean {
  const expected = findLinks(source)
  if (expected.length === 0) return false
  const links = findLinks(target)
  return links.length !== expected.length || !haveSameNameSet(fixed(expected), fixed(links))
}

/** Returns whether the numbers of links with a title differ. */
function hasOtherTitles(source: string, target: string): boolean {
  const expected = findLinks(source)
  return expected.length > 0 && countTitles(expected) !== countTitles(findLinks(target))
}

function countTitles(links: readonly MarkdownLink[]): number {
  return links.filter(({ hasTitle }) => hasTitle).length
}

/** Returns the links whose target a translation must keep: relative targets, fragments and placeholders. */
function fixed(links: readonly MarkdownLink[]): MarkdownLink[] {
  return links.filter(({ name }) => /^[.#{]/.test(name))
}

function explainLinks({ source, target }: FailingForm): FormExplanation {
  const [expected, links] = [findLinks(source), findLinks(target)]
  if (expected.length === links.length && hasOtherLinks(source, target)) {
    return compareNames(fixed(expected), fixed(links))
  }
  const counts =
    expected.length === links.length
      ? `${countNoun(countTitles(links), 'title')} of links; the source has ${countTitles(expected)}`
      : `${countNoun(links.length, 'link')}; the source has ${expected.length}`
  const parts = [...partsOf('source', expected), ...partsOf('target', links)]
  return [`The translation has ${counts}`, ...parts]
}
