import type { Check, CheckedUnit, Explanation, Span } from '../check.ts'
import { findForm, sourceFormOf } from '../plurals/plural-pairs.ts'
import { compareNames, type Named } from './compare.ts'
import { findLinks, findReferences, type MarkdownLink } from './markdown-link.ts'
import { findPieces } from './markdown-syntax.ts'

const enabledBy = ['md-text']

const references: Check = {
  id: 'md-reflink',
  name: 'Markdown references',
  description: 'Markdown link references do not match source',
  kind: 'target',
  enabledBy,
  ignoredBy: 'ignore-md-reflink',
  fails: (unit) => findForm(unit, hasOtherReferences) >= 0,
  explain: (unit) => explain(unit, hasOtherReferences, namedReferences),
}

const links: Check = {
  id: 'md-link',
  name: 'Markdown links',
  description: 'Markdown links do not match source',
  kind: 'target',
  enabledBy,
  ignoredBy: 'ignore-md-link',
  fails: (unit) => findForm(unit, hasOtherLinks) >= 0,
  explain: explainLinks,
}

const syntax: Check = {
  id: 'md-syntax',
  name: 'Markdown syntax',
  description: 'Markdown syntax does not match source',
  kind: 'target',
  enabledBy,
  ignoredBy: 'ignore-md-syntax',
  fails: (unit) => findForm(unit, hasOtherSyntax) >= 0,
  explain: (unit) => explain(unit, hasOtherSyntax, namedPieces),
}

/** The checks of Markdown. */
export const markdownChecks: readonly Check[] = [references, links, syntax]

function hasOtherReferences(source: string, target: string): boolean {
  const expected = findReferences(source)
  return expected.length > 0 && !haveSameValues(expected, findReferences(target))
}

function hasOtherLinks(source: string, target: string): boolean {
  const expected = findLinks(source)
  if (expected.length === 0) return false
  const found = findLinks(target)
  return found.length !== expected.length || !haveSameValues(fixed(expected), fixed(found))
}

function hasOtherSyntax(source: string, target: string): boolean {
  const expected = new Set(findPieces(source).map(({ kind }) => kind))
  return !areEqual(expected, new Set(findPieces(target).map(({ kind }) => kind)))
}

/** The links whose target a translation keeps: relative ones, fragments and placeholders. */
function fixed(all: readonly MarkdownLink[]): MarkdownLink[] {
  return all.filter(({ value }) => value !== undefined && /^[.#{]/.test(value))
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

function explain(
  unit: CheckedUnit,
  fails: (source: string, target: string) => boolean,
  nameAll: (text: string) => Named[],
): Explanation {
  const form = Math.max(0, findForm(unit, fails))
  const sourceForm = sourceFormOf(unit, form)
  return compareNames(
    { form: sourceForm, names: nameAll(unit.sources[sourceForm] ?? '') },
    { form, names: nameAll(unit.targets[form] ?? '') },
  )
}

function explainLinks(unit: CheckedUnit): Explanation {
  const form = Math.max(0, findForm(unit, hasOtherLinks))
  const sourceForm = sourceFormOf(unit, form)
  const expected = findLinks(unit.sources[sourceForm] ?? '')
  const found = findLinks(unit.targets[form] ?? '')
  if (expected.length !== found.length) {
    const spansOf = (all: readonly MarkdownLink[], side: Span['side'], of: number): Span[] =>
      all.map(({ start, end }) => ({ side, form: of, start, end }))
    return {
      explanation: `The source has ${count(expected)}, the translation ${count(found)}`,
      spans: [...spansOf(expected, 'source', sourceForm), ...spansOf(found, 'target', form)],
    }
  }
  const named = (all: readonly MarkdownLink[]): Named[] =>
    fixed(all).map(({ value = '', start, end }) => ({ name: value, start, end }))
  return compareNames({ form: sourceForm, names: named(expected) }, { form, names: named(found) })
}

function count({ length }: readonly MarkdownLink[]): string {
  return length === 1 ? '1 link' : `${length} links`
}
