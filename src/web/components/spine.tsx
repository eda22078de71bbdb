import type { Child } from 'hono/jsx'
import { componentsAt, type Place } from '../../catalog/place.ts'
import type { Figures } from '../../facts/figures.ts'
import { counted, formatNumber, formatPercent } from '../../facts/format-numbers.ts'
import type { Component } from '../../model/model.ts'
import type { Later } from '../later.ts'
import type { Outdated } from '../outdated.ts'
import type { PageRequest } from '../page.ts'
import {
  exceptGlossaries,
  readSoFar,
  StillReading,
  shareDefinition,
  unreadSentence,
} from '../share-sentences.tsx'
import { Bar } from './figure-columns.tsx'
import { Mark, type MarkKind } from './mark.tsx'

interface SpineProps {
  /** The figures of the request's place. */
  readonly figures: Figures
  readonly request: PageRequest
  readonly outdated: Later<Outdated>
}

/** Shows the percentage, bar and legend of the page's subject. */
export function Spine(props: SpineProps) {
  const { figures, request } = props
  const components = componentsAt(request.view, request.place)
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
  const except = exceptIn(components, request.place)
  return request.part('state', props.outdated.isAwaited, (attributes) => (
    <section class="spine" aria-label={`State of ${counted(total, 'string')}`} {...attributes}>
      <p class="figure">
        {formatPercent(percent)}
        <small> % translated</small>
      </p>
      <Bar figures={figures} />
      <div class="legend">
        {legendOf(props, except).map((entries) => (
          <ul>{entries}</ul>
        ))}
        <p class="small soft">
          {request.place.code === undefined
            ? shareDefinition(components, percent)
            : except !== '' && 'Strings of glossaries do not count.'}{' '}
          {unreadSentence(components, request.place.code)}
        </p>
      </div>
    </section>
  ))
}

/** Returns search terms for the glossaries that the figures leave out; see `exceptGlossaries`. */
function exceptIn(components: readonly Component[], { code }: Place): string {
  const counted = components.filter(
    ({ translations }) =>
      code === undefined || translations.some(({ language }) => language.code === code),
  )
  return exceptGlossaries(counted)
}

/** Returns the states, which add up to all strings, and the counts that overlap with them. */
function legendOf({ figures, request, outdated }: SpineProps, except: string): Child[][] {
  const { place, links } = request
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
