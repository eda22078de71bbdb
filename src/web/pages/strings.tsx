import { countFailures } from '../../catalog/checking/explain-checks.ts'
import type { OutdatedRows } from '../../catalog/history/states/outdated-rows.ts'
import type { Translation } from '../../catalog/model.ts'
import { encodedPlaceOf, encodeSegment, placeOf } from '../../catalog/paths.ts'
import { type Place, translationsAt } from '../../catalog/place.ts'
import { checksumText, rowOfHash } from '../../catalog/unit.ts'
import { unitId } from '../../catalog/view/unit-id.ts'
import { figuresOf } from '../../facts/figures.ts'
import { formatPercent } from '../../facts/words.ts'
import { Alerts } from '../components/alerts.tsx'
import { Pager, startOf } from '../components/list-page.tsx'
import type { Later } from '../later.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { UnitDetail } from '../strings/detail.tsx'
import { readFacts } from '../strings/facts.ts'
import { Filter, isTranslation } from '../strings/filter.tsx'
import { Keys } from '../strings/keys.tsx'
import { UnitRow } from '../strings/row.tsx'
import { type Found, findStrings, outdatedAt, translationOf } from '../strings/search.ts'

const PAGE_SIZE = 100

/** The strings of a place: a list, and of one translation the chosen one beside it. */
export async function strings(request: PageRequest): Promise<PageContent> {
  const { view, place, links, query, ref } = request
  const translations = translationsAt(view, place)
  const found = await findStrings(request)
  const own = translationOf(request)
  const chosen = own && chosenRow(own, query.get('checksum'))
  const list = pageOf(found, query, chosen)
  const outdated = await outdatedCount(request)
  const figures = figuresOf(translations)
  const detail =
    own &&
    chosen !== undefined &&
    (await detailOf(own, chosen, { list, count: found.units.count, request }))
  return {
    title: own === undefined ? 'Strings' : `Strings in ${own.language.name}`,
    ...(own !== undefined && {
      lead: (
        <p>
          <a href={links.place({ ...place, code: undefined })}>{own.component.config.name}</a> of{' '}
          <a href={links.place({ ...place, component: undefined, code: undefined })}>
            {own.component.project.config.name}
          </a>
          , <a href={links.place(place)}>{formatPercent(figures.percent)} % translated</a>.
        </p>
      ),
    }),
    facts: factsOf(own, chosen),
    // Another time the search may be quick enough.
    isTransient: found.error?.code === 'timeout',
    main: (
      <>
        <Filter
          found={found}
          request={request}
          figures={figures}
          outdated={outdated}
          checks={countFailures(translations)}
          isSorted={isTranslation(place)}
        />
        {own?.alert && (
          <Alerts components={[{ ...own.component, alerts: [own.alert] }]} links={links} />
        )}
        {query.get('checksum') && chosen === undefined && own !== undefined && (
          <p class="note">
            {ref === undefined
              ? 'There is no such string here any more.'
              : `This string did not exist at ${ref}.`}{' '}
            <a href={links.area('translate', place)}>All strings in {own.language.name}</a>
          </p>
        )}
        {request.part('strings', found.isAwaited, (attributes) => (
          <div {...attributes}>
            <StringList {...{ list, found, request, own, detail, chosen }} />
            <Pager links={links} start={list.start} size={PAGE_SIZE} count={found.units.count} />
          </div>
        ))}
        {list.units.length > 0 && <Keys />}
      </>
    ),
    isUnlisted: own === undefined,
  }
}

/** A part of what was found. */
interface Listed {
  /** Index of its first string among all that were found. */
  readonly start: number
  readonly units: readonly { readonly translation: Translation; readonly row: number }[]
  /** Index of the chosen one among all; -1 where it is not among them. */
  readonly at: number
}

function pageOf({ units }: Found, query: URLSearchParams, chosen: number | undefined): Listed {
  let at = -1
  if (chosen !== undefined) {
    for (let index = 0; index < units.count && at < 0; index++) {
      if (units.unit(index).row === chosen) at = index
    }
  }
  // From 1 on, as in Weblate; a list begins where a page does.
  const first = at >= 0 ? at : startOf(query, units.count)
  const start = first - (first % PAGE_SIZE)
  const length = Math.min(PAGE_SIZE, units.count - start)
  return { start, at, units: Array.from({ length }, (_, index) => units.unit(start + index)) }
}

async function detailOf(
  own: Translation,
  chosen: number,
  {
    list,
    count,
    request,
  }: { readonly list: Listed; readonly count: number; readonly request: PageRequest },
) {
  const { links } = request
  const neighbour = (index: number) => {
    const unit = list.units[index - list.start]
    if (list.at < 0 || unit === undefined) return undefined
    return links.here({
      checksum: checksumText(unit.translation.units(), unit.row),
      offset: undefined,
    })
  }
  return (
    <UnitDetail
      facts={await readFacts(own, chosen, request)}
      request={request}
      previous={neighbour(list.at - 1)}
      next={neighbour(list.at + 1)}
      position={list.at < 0 ? undefined : `string ${list.at + 1} of ${count}`}
    />
  )
}

function StringList({
  list,
  found,
  request: { links, place },
  own,
  chosen,
  detail,
}: {
  readonly list: Listed
  readonly found: Found
  readonly request: PageRequest
  readonly own: Translation | undefined
  readonly chosen: number | undefined
  readonly detail: Awaited<ReturnType<typeof detailOf>> | false | undefined
}) {
  const isOutside = own !== undefined && chosen !== undefined && list.at < 0
  const units = isOutside ? [{ translation: own, row: chosen }, ...list.units] : list.units
  if (units.length === 0) {
    if (found.error !== undefined || !found.isAsked) return null
    if (found.isAwaited) return <p class="note">Outdated strings are being looked for.</p>
    return (
      <p class="note">
        {found.query === '' ? 'There are no strings here.' : 'No string matches this search.'}{' '}
        {found.query !== '' && (
          <a href={links.area(own ? 'translate' : 'search', place)}>
            {own ? 'Show all strings' : 'Another search'}
          </a>
        )}
      </p>
    )
  }
  const hasDetail = Boolean(detail)
  return (
    <>
      {own !== undefined && !hasDetail && (
        <div class="sheet heads" aria-hidden="true">
          <p class="row small soft">
            <span />
            <span>Key</span>
            <span>{own.component.sourceLanguage.name}</span>
            <span>{own.isSource ? '' : own.language.name}</span>
          </p>
        </div>
      )}
      <ol class={hasDetail ? 'units split' : 'units sheet'} data-units start={list.start + 1}>
        {units.map(({ translation, row }) => {
          const checksum = checksumText(translation.units(), row)
          const there = placeOfTranslation(translation)
          return (
            <UnitRow
              translation={translation}
              row={row}
              address={
                own === undefined
                  ? links.area('translate', there, { checksum })
                  : links.here({ checksum, offset: undefined })
              }
              place={
                own === undefined
                  ? `${placeOf(translation.component)}, ${translation.language.name}`
                  : undefined
              }
            >
              {own !== undefined && row === chosen ? detail : undefined}
            </UnitRow>
          )
        })}
      </ol>
    </>
  )
}

function placeOfTranslation({ component, language }: Translation): Place {
  return { project: component.project, category: undefined, component, code: language.code }
}

function chosenRow(own: Translation, checksum: string | null): number | undefined {
  if (checksum === null || !/^[0-9a-f]{16}$/.test(checksum)) return undefined
  const high = Number.parseInt(checksum.slice(0, 8), 16)
  const low = Number.parseInt(checksum.slice(8), 16)
  return rowOfHash(own.units().table, low, high)
}

async function outdatedCount(request: PageRequest): Promise<Later<number>> {
  const { place, view } = request
  if (!isTranslation(place)) return { value: undefined, isAwaited: false }
  const { value, isAwaited } = await outdatedAt(request)
  const count = (rows: OutdatedRows) =>
    translationsAt(view, place).reduce((sum, one) => sum + rows(one).size, 0)
  return { value: value && count(value), isAwaited }
}

function factsOf(own: Translation | undefined, chosen: number | undefined): string[] {
  if (own === undefined) return ['units/']
  const path = `translations/${encodedPlaceOf(own.component)}/${encodeSegment(own.language.code)}/`
  if (chosen === undefined) return [`${path}units/`]
  const unit = `units/${unitId(own, chosen)}/`
  return [unit, ...['checks', 'history', 'place'].map((name) => `${unit}${name}/`)]
}
