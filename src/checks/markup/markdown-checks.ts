import type { Check } from '../check.ts'
import { type FailingForm, type FormExplanation, formCheck } from '../form-check.ts'
import { countNoun } from '../sentence.ts'
import { compareNames, type Named, partsOf } from './compare.ts'
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
    explain: ({ source, target }) => compareNames(namedReferences(source), namedReferences(target)),
  }),
  formCheck({
    id: 'md-link',
    name: 'Markdown links',
    description: 'Markdown links do not match source',
    severity: 'error',
    enabledBy: ENABLED_BY,
    fails: hasOtherLinks,
    explain: explainLinks,
    as2026: {
      fails: (source, target) => hasOtherLinks(source, target) || hasOtherTitles(source, target),
    },
  }),
  formCheck({
    id: 'md-syntax',
    name: 'Markdown syntax',
    description: 'Markdown syntax does not match source',
    severity: 'error',
    enabledBy: ENABLED_BY,
    fails: hasOtherSyntax,
    explain: ({ source, target }) => compareNames(namedPieces(source), namedPieces(target)),
  }),
]

function hasOtherReferences(source: string, target: string): boolean {
  const expected = findReferences(source)
  return expected.length > 0 && !haveSameValues(expected, findReferences(target))
}

function hasOtherLinks(source: string, target: string): boolean {
  const expected = findLinks(source)
  if (expected.length === 0) return false
  const markdownLinks = findLinks(target)
  return (
    markdownLinks.length !== expected.length ||
    !haveSameValues(fixed(expected), fixed(markdownLinks))
  )
}

/** Returns whether the numbers of links with a title differ, which counts in 2026.10. */
function hasOtherTitles(source: string, target: string): boolean {
  const expected = findLinks(source)
  return expected.length > 0 && countTitles(expected) !== countTitles(findLinks(target))
}

function countTitles(links: readonly MarkdownLink[]): number {
  return links.filter(({ hasTitle }) => hasTitle).length
}

function hasOtherSyntax(source: string, target: string): boolean {
  const expected = new Set(findPieces(source).map(({ kind }) => kind))
  return !areEqual(expected, new Set(findPieces(target).map(({ kind }) => kind)))
}

/** Returns the links whose target a translation must keep: relative targets, fragments and placeholders. */
function fixed(links: readonly MarkdownLink[]): MarkdownLink[] {
  return links.filter(({ value }) => value !== undefined && /^[.#{]/.test(value))
}

function haveSameValues(a: readonly MarkdownLink[], b: readonly MarkdownLink[]): boolean {
  return areEqual(new Set(a.map(({ value }) => value)), new Set(b.map(({ value }) => value)))
}

function areEqual<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each))
}

function namedReferences(text: string): Named[] {
  return findReferences(text).map(({ value = '', start, end }) => ({
    name: `[${value}]`,
    start,
    end,
  }))
}

function namedPieces(text: string): Named[] {
  return findPieces(text).map(({ kind, start, end }) => ({
    name: kind === '<' ? '<…>' : `${kind}…${kind}`,
    start,
    end,
  }))
}

function explainLinks({ source, target }: FailingForm): FormExplanation {
  const [expected, markdownLinks] = [findLinks(source), findLinks(target)]
  if (expected.length === markdownLinks.length) {
    if (hasOtherLinks(source, target))
      return compareNames(namedLinks(expected), namedLinks(markdownLinks))
    const titles = `The translation has ${countNoun(countTitles(markdownLinks), 'title')} of links; the source has ${countTitles(expected)}`
    return [titles, ...partsOf('source', expected), ...partsOf('target', markdownLinks)]
  }
  const counts = `The translation has ${countNoun(markdownLinks.length, 'link')}; the source has ${expected.length}`
  return [counts, ...partsOf('source', expected), ...partsOf('target', markdownLinks)]
}

function namedLinks(links: readonly MarkdownLink[]): Named[] {
  return fixed(links).map(({ value = '', start, end }) => ({ name: value, start, end }))
}
