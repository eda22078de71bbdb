import { countFailures } from '../../catalog/checking/explain-checks.ts'
import type { OutdatedRows } from '../../catalog/history/states/outdated-rows.ts'
import type { Translation } from '../../catalog/model.ts'
import { encodedPlaceOf, encodeSegment, placeOf } from '../../catalog/paths.ts'
import { translationsAt } from '../../catalog/place.ts'
import { checksumText, rowOfHash } from '../../catalog/unit.ts'
import { unitId } from '../../catalog/view/unit-id.ts'
import { figuresOf } from '../../facts/figures.ts'
import { formatPercent } from '../../facts/words.ts'
import { Alerts } from '../components/alerts.tsx'
import { Pager, startOf } from '../components/list-page.tsx'
import type { Later } from '../later.ts'
import { componentPlace } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { UnitDetail } from '../strings/detail.tsx'
import { readFacts } from '../strings/facts.ts'
import { Filter, isTranslation } from '../strings/filter.tsx'
import { Keys } from '../strings/keys.tsx'
import { UnitRow } from '../strings/row.tsx'
import { findStrings, outdatedAt, type SearchResult, translationOf } from '../strings/search.ts'

const PAGE_SIZE = 100

/** Shows the strings of a place as a list; for a single translation with the chosen string beside it. */
export async function strings(request: PageRequest): Promise<PageContent> {
  const { view, place, links, query, ref } = request
  const translations = translationsAt(view, place)
  const result = await findStrings(request)
  const translation = translationOf(request)
  const chosen = translation && chosenRow(translation, query.get('checksum'))
  const list = pageOf(result, query, chosen)
  const outdated = await outdatedCount(request)
  const figures = figuresOf(translations)
  const detail =
    translation &&
    chosen !== undefined &&
    (await detailOf(translation, chosen, { list, count: result.units.count, request }))
  return {
    title: translation === undefined ? 'Strings' : `Strings in ${translation.language.name}`,
    ...(translation !== undefined && {
      lead: (
        <p>
          <a href={links.place({ ...place, code: undefined })}>
            {translation.component.config.name}
          </a>{' '}
          of{' '}
          <a href={links.place({ ...place, component: undefined, code: undefined })}>
            {translation.component.project.config.name}
          </a>
          , <a href={links.place(place)}>{formatPercent(figures.percent)} % translated</a>.
        </p>
      ),
    }),
    facts: factsOf(translation, chosen),
    // A later search may finish in time.
    isTransient: result.error?.code === 'timeout',
    main: (
      <>
        <Filter
          result={result}
          request={request}
          figures={figures}
          outdated={outdated}
          checks={countFailures(translations)}
          isSorted={isTranslation(place)}
        />
        {translation?.alert && (
          <Alerts
            components={[{ ...translation.component, alerts: [translation.alert] }]}
            links={links}
          />
        )}
        {query.get('checksum') && chosen === undefined && translation !== undefined && (
          <p class="note">
            {ref === undefined
              ? 'There is no such string here any more.'
              : `This string did not exist at ${ref}.`}{' '}
            <a href={links.area('translate', place)}>All strings in {translation.language.name}</a>
          </p>
        )}
        {request.part('strings', result.isAwaited, (attributes) => (
          <div {...attributes}>
            <StringList {...{ list, result, request, translation, detail, chosen }} />
            <Pager links={links} start={list.start} size={PAGE_SIZE} count={result.units.count} />
          </div>
        ))}
        {list.units.length > 0 && <Keys />}
      </>
    ),
    isUnlisted: translation === undefined,
  }
}

/** One page of the result. */
interface Listed {
  /** Index in the whole result of the page's first string. */
  readonly start: number
  readonly units: readonly { readonly translation: Translation; readonly row: number }[]
  /** Index in the whole result of the chosen string; -1 if the result lacks it. */
  readonly at: number
}

function pageOf(
  { units }: SearchResult,
  query: URLSearchParams,
  chosen: number | undefined,
): Listed {
  let at = -1
  if (chosen !== undefined) {
    for (let index = 0; index < units.count && at < 0; index++) {
      if (units.unit(index).row === chosen) at = index
    }
  }
  // `offset` starts at 1, as in Weblate. The list starts at the beginning of a page.
  const first = at >= 0 ? at : startOf(query, units.count)
  const start = first - (first % PAGE_SIZE)
  const length = Math.min(PAGE_SIZE, units.count - start)
  return { start, at, units: Array.from({ length }, (_, index) => units.unit(start + index)) }
}

async function detailOf(
  translation: Translation,
  chosen: number,
  { list, count, request }: { list: Listed; count: number; request: PageRequest },
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
      facts={await readFacts(translation, chosen, request)}
      request={request}
      previous={neighbour(list.at - 1)}
      next={neighbour(list.at + 1)}
      position={list.at < 0 ? undefined : `string ${list.at + 1} of ${count}`}
    />
  )
}

function StringList({
  list,
  result,
  request: { links, place },
  translation,
  chosen,
  detail,
}: {
  list: Listed
  result: SearchResult
  request: PageRequest
  translation: Translation | undefined
  chosen: number | undefined
  detail: Awaited<ReturnType<typeof detailOf>> | false | undefined
}) {
  const isOutside = translation !== undefined && chosen !== undefined && list.at < 0
  const units = isOutside ? [{ translation, row: chosen }, ...list.units] : list.units
  if (units.length === 0) {
    if (result.error !== undefined || !result.isAsked) return null
    if (result.isAwaited) return <p class="note">Outdated strings are being counted.</p>
    return (
      <p class="note">
        {result.query === '' ? 'There are no strings here.' : 'No string matches this search.'}{' '}
        {result.query !== '' && (
          <a href={links.area(translation ? 'translate' : 'search', place)}>
            {translation ? 'Show all strings' : 'Another search'}
          </a>
        )}
      </p>
    )
  }
  const hasDetail = Boolean(detail)
  return (
    <>
      {translation !== undefined && !hasDetail && (
        <div class="sheet heads" aria-hidden="true">
          <p class="row small soft">
            <span />
            <span>Key</span>
            <span>{translation.component.sourceLanguage.name}</span>
            <span>{translation.isSource ? '' : translation.language.name}</span>
          </p>
        </div>
      )}
      <ol class={hasDetail ? 'units split' : 'units sheet'} data-units start={list.start + 1}>
        {units.map((unit) => {
          const checksum = checksumText(unit.translation.units(), unit.row)
          const { component, language } = unit.translation
          const there = componentPlace(component, language.code)
          return (
            <UnitRow
              {...unit}
              address={
                translation === undefined
                  ? links.area('translate', there, { checksum })
                  : links.here({ checksum, offset: undefined })
              }
              place={
                translation === undefined
                  ? `${placeOf(unit.translation.component)}, ${unit.translation.language.name}`
                  : undefined
              }
            >
              {translation !== undefined && unit.row === chosen ? detail : undefined}
            </UnitRow>
          )
        })}
      </ol>
    </>
  )
}

function chosenRow(translation: Translation, checksum: string | null): number | undefined {
  if (checksum === null || !/^[0-9a-f]{16}$/.test(checksum)) return undefined
  const high = Number.parseInt(checksum.slice(0, 8), 16)
  const low = Number.parseInt(checksum.slice(8), 16)
  return rowOfHash(translation.units().table, low, high)
}

async function outdatedCount(request: PageRequest): Promise<Later<number>> {
  const { place, view } = request
  if (!isTranslation(place)) return { value: undefined, isAwaited: false }
  const { value, isAwaited } = await outdatedAt(request)
  const count = (rows: OutdatedRows) =>
    translationsAt(view, place).reduce((sum, translation) => sum + rows(translation).size, 0)
  return { value: value && count(value), isAwaited }
}

function factsOf(translation: Translation | undefined, chosen: number | undefined): string[] {
  if (translation === undefined) return ['units/']
  const path = `translations/${encodedPlaceOf(translation.component)}/${encodeSegment(translation.language.code)}/`
  if (chosen === undefined) return [`${path}units/`]
  const unit = `units/${unitId(translation, chosen)}/`
  return [unit, ...['checks', 'history', 'place'].map((name) => `${unit}${name}/`)]
}
