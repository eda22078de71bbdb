import type { Child } from 'hono/jsx'
import { componentsAt } from '../../catalog/place.ts'
import type { Figures } from '../../facts/figures.ts'
import { counted, formatNumber, formatPercent } from '../../facts/format-numbers.ts'
import { exceptGlossaries, exceptUncounted } from '../../view/counted-components.ts'
import type { Outdated } from '../outdated.ts'
import type { Later, PageRequest } from '../page.ts'
import { Bar } from './figure-columns.tsx'
import { Mark, type MarkKind } from './mark.tsx'
import { readSoFar, StillReading, shareDefinition, unreadSentence } from './share.tsx'

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
  const ofLanguage = components.filter(({ translations }) =>
    translations.some(({ language }) => language.code === place.code),
  )
  const except =
    place.code === undefined ? exceptUncounted(components) : exceptGlossaries(ofLanguage)
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
      entry('needsEditing', needsEditing, 'needs editing', strings('is:needs-editing')),
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
