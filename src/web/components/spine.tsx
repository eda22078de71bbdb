import type { Component } from '../../catalog/model.ts'
import type { Place } from '../../catalog/place.ts'
import { type Figures, formatPercent } from '../figures.ts'
import type { Links } from '../links.ts'
import { exceptGlossaries, readSoFar, shareDefinition, unreadSentence } from '../reading.ts'
import { Bar } from './bar.tsx'
import { Mark, type MarkKind } from './mark.tsx'
import { StillReading } from './still-reading.tsx'
import { counted, formatNumber } from './words.tsx'

/**
 * Share, bar and legend of what a page is about: states that add up to all strings, and beside them what cuts across
 * them. Each count leads to its strings. It is long because it is one piece of markup.
 */
export function Spine({
  components,
  figures,
  place,
  links,
  outdated,
}: {
  /** What the figures are sums over. */
  readonly components: readonly Component[]
  readonly figures: Figures
  readonly place: Place
  readonly links: Links
  /** Undefined: not known. */
  readonly outdated?: number | undefined
}) {
  if (readSoFar(components) !== undefined) return <StillReading components={components} />
  const { percent, total, translated, needsEditing, untranslated, readOnly, approved } = figures
  const unread = unreadSentence(components)
  if (percent === undefined) {
    return (
      <section class="spine" aria-label="State">
        <p class="figure">
          –<small> unknown</small>
        </p>
        <p class="soft">There are no numbers, as nothing can be read.</p>
      </section>
    )
  }
  const except = place.code === undefined ? exceptGlossaries(components) : ''
  const strings = (q: string) => links.strings(place, `${q}${except}`)
  const checks = links.area('checks', place)
  return (
    <section class="spine" aria-label={`State of ${counted(total, 'string')}`}>
      <p class="figure">
        {formatPercent(percent)}
        <small> % translated</small>
      </p>
      <Bar figures={figures} />
      <div class="legend">
        <ul>
          <Entry
            mark="translated"
            count={translated}
            word="translated"
            address={strings('state:>=translated')}
          />
          <Entry
            mark="needsEditing"
            count={needsEditing}
            word="needs editing"
            address={strings('state:needs-editing')}
          />
          <Entry
            mark="untranslated"
            count={untranslated}
            word="untranslated"
            address={strings('state:empty')}
          />
        </ul>
        <ul>
          <Entry
            mark="error"
            count={figures.errors}
            word={figures.errors === 1 ? 'error' : 'errors'}
            address={checks}
          />
          {figures.warnings > 0 && (
            <Entry
              mark="warning"
              count={figures.warnings}
              word={figures.warnings === 1 ? 'warning' : 'warnings'}
              address={checks}
            />
          )}
          {outdated !== undefined && (
            <Entry
              mark="outdated"
              count={outdated}
              word="outdated"
              address={links.area('outdated', place)}
            />
          )}
          {approved > 0 && (
            <Entry
              mark="approved"
              count={approved}
              word="approved"
              address={strings('state:approved')}
            />
          )}
          {readOnly > 0 && (
            <Entry
              mark="readOnly"
              count={readOnly}
              word="read-only"
              address={strings('state:read-only')}
            />
          )}
        </ul>
        <p class="small soft">
          {place.code === undefined && shareDefinition(components, percent)} {unread}
        </p>
      </div>
    </section>
  )
}

function Entry({
  mark,
  count,
  word,
  address,
}: {
  readonly mark: MarkKind
  readonly count: number
  readonly word: string
  readonly address: string
}) {
  const content = (
    <>
      <Mark kind={mark} />
      <b>{formatNumber(count)}</b> {word}
    </>
  )
  return <li>{count === 0 ? <span>{content}</span> : <a href={address}>{content}</a>}</li>
}
