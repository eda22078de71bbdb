import type { Child } from 'hono/jsx'
import { componentsAt } from '../../catalog/place.ts'
import type { Figures } from '../../facts/figures.ts'
import { counted, formatNumber, formatPercent } from '../../facts/format-numbers.ts'
import type { Component } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { hasShare, readinessOf } from '../../model/readiness.ts'
import { summedComponents, withoutGlossaries } from '../../view/share.ts'
import { translationsOf } from '../../view/view.ts'
import type { Outdated } from '../outdated.ts'
import type { Later, PageRequest } from '../page.ts'
import { Bar } from './figure-columns.tsx'
import { Mark, type MarkKind } from './mark.tsx'

/** Returns `1 of 3 components read`; undefined once all readable ones have been read. No sum is valid before. */
export function readSoFar(components: readonly Component[]): string | undefined {
  const isAwaited = (component: Component) => readinessOf(component, 'units') === 'awaited'
  const awaited = components.filter(isAwaited).length
  if (awaited === 0) return undefined
  return `${components.length - awaited} of ${components.length} components read`
}

/** Replaces sums until all their components have been read. */
export function StillReading({ components }: { components: readonly Component[] }) {
  return <p class="big">{readSoFar(components)}. Numbers follow when all are read.</p>
}

/** Returns `79.0 % of Shop is translated.`; undefined without a percentage. */
export function shareSentence(name: string, components: readonly Component[], figures: Figures) {
  const { percent } = figures
  if (percent === undefined || readSoFar(components) !== undefined) return undefined
  return `${formatPercent(percent)} % of ${name} is translated.`
}

/** Returns `Not counted because they cannot be read: 1 component, 2 translations.`; undefined if all are counted. */
function unreadSentence(
  components: readonly Component[],
  code: string | undefined,
): string | undefined {
  const unread = withoutGlossaries(components).filter((component) => !hasShare(component))
  const files = translationsOf(summedComponents(components)).filter(
    ({ alert, language }) => alert !== undefined && language.code === (code ?? language.code),
  )
  const parts = [
    unread.length > 0 && counted(unread.length, 'component'),
    files.length > 0 && counted(files.length, 'translation'),
  ].filter(Boolean)
  if (parts.length === 0) return undefined
  return `Not counted because they cannot be read: ${parts.join(', ')}.`
}

/** Returns a sentence that defines the percentage of a place. */
export function shareDefinition(components: readonly Component[], percent: number): string {
  const glossaries = glossariesIn(components).length === 0 ? '' : ' but without glossaries'
  const whole = Math.floor(percent)
  return `Of all strings in all languages, with the source language${glossaries}. Badges round down to ${whole} %.`
}

/** Returns search terms that exclude glossaries, so that a search finds exactly what is counted. */
export function exceptGlossaries(components: readonly Component[]): string {
  const terms = glossariesIn(components).map((component) => ` AND NOT path:${placeOf(component)}`)
  return terms.join('')
}

function glossariesIn(components: readonly Component[]): Component[] {
  const counted = new Set(withoutGlossaries(components))
  return components.filter((component) => !counted.has(component))
}

/** Shows the percentage, bar and legend of the page's subject, whose figures are given. */
export function spine(request: PageRequest, figures: Figures, outdated: Later<Outdated>) {
  const { view, place } = request
  const components = componentsAt(view, place)
  if (readSoFar(components) !== undefined) return <StillReading components={components} />
  const { percent, total } = figures
  if (percent === undefined) {
    return (
      <section class="spine" aria-label="State">
        <p class="figure">
          –<small> unknown</small>
        </p>
        <p class="soft">No file can be read, so there are no numbers.</p>
      </section>
    )
  }
  const ofLanguage = components.filter(
    ({ translations }) =>
      place.code === undefined || translations.some(({ language }) => language.code === place.code),
  )
  const except = exceptGlossaries(ofLanguage)
  return request.part('state', outdated.isAwaited, (attributes) => (
    <section class="spine" aria-label={`State of ${counted(total, 'string')}`} {...attributes}>
      <p class="figure">
        {formatPercent(percent)}
        <small> % translated</small>
      </p>
      <Bar figures={figures} />
      <div class="legend">
        {legendOf(request, figures, outdated, except).map((entries) => (
          <ul>{entries}</ul>
        ))}
        <p class="small soft">
          {place.code === undefined
            ? shareDefinition(components, percent)
            : except !== '' && 'Strings of glossaries do not count.'}{' '}
          {unreadSentence(components, place.code)}
        </p>
      </div>
    </section>
  ))
}

/** Returns the states, which add up to all strings, and the counts that overlap with them. */
function legendOf(
  { place, links }: PageRequest,
  figures: Figures,
  outdated: Later<Outdated>,
  except: string,
): Child[][] {
  const { translated, needsEditing, untranslated, absent } = figures
  const { errors, warnings, approved, readOnly } = figures
  const strings = (q: string) => links.strings(place, `${q}${except}`)
  const checks = links.area('checks', place)
  // The page of outdated strings has those of glossaries, too.
  const stale = except === '' ? links.area('outdated', place) : strings('is:outdated')
  const isOutdatedKnown = outdated.value !== undefined || outdated.isAwaited
  return [
    [
      entry('translated', translated, 'translated', strings('state:>=translated')),
      entry('needsEditing', needsEditing, 'needs editing', strings('state:needs-editing')),
      entry('untranslated', untranslated, 'untranslated', strings('state:empty')),
      absent > 0 && entry('untranslated', absent, 'not in the file'),
    ],
    [
      entry('error', errors, errors === 1 ? 'error' : 'errors', checks),
      warnings > 0 && entry('warning', warnings, warnings === 1 ? 'warning' : 'warnings', checks),
      isOutdatedKnown && entry('outdated', outdated.value?.summed, 'outdated', stale),
      approved > 0 && entry('approved', approved, 'approved', strings('state:approved')),
      readOnly > 0 && entry('readOnly', readOnly, 'read-only', strings('state:read-only')),
    ],
  ]
}

/** Shows a count, undefined if not known yet, and links it to its strings if a page lists them. */
function entry(mark: MarkKind, count: number | undefined, word: string, address?: string) {
  const content = (
    <>
      <Mark kind={mark} />
      <b>{count === undefined ? '…' : formatNumber(count)}</b> {word}
    </>
  )
  return <li>{count && address ? <a href={address}>{content}</a> : <span>{content}</span>}</li>
}
