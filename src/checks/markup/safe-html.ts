import type { Check, CheckedUnit } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { findHtmlChange, type HtmlChange } from './html-change.ts'
import { readVocabulary } from './html-source.ts'
import { findLinks } from './markdown-link.ts'

/** The check that sanitizing HTML, with what the source has allowed, leaves the translation alone. */
export const safeHtmlCheck: Check = formCheck({
  id: 'safe-html',
  name: 'Unsafe HTML',
  severity: 'error',
  description: 'The translation uses unsafe HTML markup',
  enabledBy: ['safe-html'],
  fails: (source, target, unit) => findChange(source, target, unit) !== undefined,
  explain(source, target, unit) {
    const change = findChange(source, target, unit)
    if (change === undefined) return ['The markup is safe']
    return [change.explanation, ['target', change.start, change.end]]
  },
})

const mayChange = /[&<>\r\0]/

function findChange(
  source: string,
  target: string,
  { flags }: CheckedUnit,
): HtmlChange | undefined {
  if (!mayChange.test(target)) return undefined
  if (!flags.has('md-text')) return findHtmlChange(target, readVocabulary(source))
  const { text, placeOf } = withoutLinks(target)
  const change = findHtmlChange(text, readVocabulary(source))
  return change && { ...change, start: placeOf(change.start), end: placeOf(change.end) }
}

/** The text without links of Markdown, and where its places were in the whole text. */
function withoutLinks(text: string): {
  readonly text: string
  readonly placeOf: (at: number) => number
} {
  const links = findLinks(text)
  const kept: string[] = []
  let end = 0
  for (const link of links) {
    kept.push(text.slice(end, link.start))
    end = link.end
  }
  kept.push(text.slice(end))
  const placeOf = (at: number): number => {
    let place = at
    for (const link of links) if (link.start <= place) place += link.end - link.start
    return place
  }
  return { text: kept.join(''), placeOf }
}
