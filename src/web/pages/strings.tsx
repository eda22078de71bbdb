import type { Child } from 'hono/jsx'
import { kindOfPlace } from '../../catalog/place.ts'
import type { FoundUnits } from '../../catalog/search.ts'
import { countFailures } from '../../checking/explain-checks.ts'
import { figuresOf } from '../../facts/figures.ts'
import { counted, formatPercent } from '../../facts/format-numbers.ts'
import type { Translation } from '../../model/model.ts'
import { encodedPlaceOf, encodeSegment, placeOf } from '../../model/paths.ts'
import {
  checksumText,
  contextOf,
  locationOf,
  rowOfHash,
  type Units,
  unitPosition,
} from '../../model/unit.ts'
import { exceptGlossaries } from '../../view/counted-components.ts'
import type { FoundUnit } from '../../view/find.ts'
import { unitId } from '../../view/unit-id.ts'
import { pager, startOf } from '../components/list-page.tsx'
import { Mark } from '../components/mark.tsx'
import { hidingNotes } from '../components/notes.tsx'
import { button, factList } from '../components/words.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { unitDetail } from '../strings/detail.tsx'
import { Filter } from '../strings/filter.tsx'
import {
  ALL_LANGUAGES,
  findStrings,
  outdatedAt,
  type SearchResult,
  searchedAt,
  translationOf,
} from '../strings/search.ts'
import { failingChecksOf, markOf, NOTHING, textsOf } from '../strings/unit.tsx'
import { Text } from '../texts/text.tsx'

const PAGE_SIZE = 100
const UNCOUNTED = { value: undefined, isAwaited: false }

/** Shows the strings of a place as a list; for a single translation with the chosen string beside it. */
export async function strings(request: PageRequest): Promise<PageContent> {
  const { place, links, query, ref } = request
  const translations = searchedAt(request)
  const result = await findStrings(request)
  const translation = translationOf(request)
  const checksum = query.get('checksum')
  const chosen = translation && unitWith(translation, checksum)
  const list = listOf(result, query, chosen)
  const isCounted = translation !== undefined || result.isAsked
  const { value: rowsOf, isAwaited } = isCounted ? await outdatedAt(request) : UNCOUNTED
  const outdated = {
    value: rowsOf && translations.reduce((sum, each) => sum + rowsOf(each).size, 0),
    isAwaited,
  }
  const figures = figuresOf(translations)
  const detail = chosen && (await detailOf(chosen, list, result.units, request))
  return {
    title: translation === undefined ? 'Strings' : `Strings in ${translation.language.name}`,
    lead: translation ? (
      <>
        <a href={links.place({ ...place, code: undefined })}>{translation.component.config.name}</a>{' '}
        of{' '}
        <a href={links.place({ ...place, component: undefined, code: undefined })}>
          {translation.component.project.config.name}
        </a>
        , <a href={links.place(place)}>{formatPercent(figures.percent)} % translated</a>
        {figures.unlisted > 0 &&
          `; ${counted(figures.unlisted, 'string')} not in ${translation.isSource ? 'any translation' : 'the file'}, so not here`}
        .
      </>
    ) : (
      exceptGlossaries([...new Set(translations.map(({ component }) => component))]) !== '' &&
      'Glossaries count here, but not in the numbers of overviews.'
    ),
    facts: factsOf(translation, chosen),
    // A later search may finish in time.
    isTransient: result.error?.code === 'timeout',
    isUnlisted: translation === undefined,
    main: (
      <>
        <Filter checks={countFailures(translations)} {...{ result, request, figures, outdated }} />
        {result.isAsked && hidingNotes(request)}
        {checksum && chosen === undefined && translation !== undefined && (
          <p class="note">
            {ref
              ? `This string did not exist at ${ref}.`
              : 'There is no such string here any more.'}{' '}
            <a href={links.area('translate', place)}>All strings in {translation.language.name}</a>
          </p>
        )}
        {request.part('strings', result.isAwaited, (attributes) => (
          <div {...attributes}>
            {list.items.length > 0 && heads(translation)}
            {list.items.length === 0 ? (
              emptyNote(result, request)
            ) : (
              <ol class={detail ? 'units split' : 'units sheet'} data-units start={list.start + 1}>
                {list.items.map((unit) =>
                  unitItem(unit, request, unit.row === chosen?.row && detail),
                )}
              </ol>
            )}
            {pager(list, links)}
          </div>
        ))}
        {list.items.length > 0 && <Keys />}
      </>
    ),
  }
}

/** One page of the result, see `listOf`. */
type Listed = ReturnType<typeof listOf>

/**
 * Returns the page of a result, and the index `at` in the whole result of the chosen string. If the result lacks it, that
 * is -1, and the chosen string is the first of the page.
 */
function listOf({ units }: SearchResult, query: URLSearchParams, chosen: FoundUnit | undefined) {
  const { count } = units
  let at = -1
  if (chosen !== undefined) {
    for (let index = 0; index < count && at < 0; index++) {
      if (units.unit(index).row === chosen.row) at = index
    }
  }
  // `offset` starts at 1, as in Weblate. The list starts at the beginning of a page.
  const first = at >= 0 ? at : startOf(query, count)
  const start = first - (first % PAGE_SIZE)
  const length = Math.min(PAGE_SIZE, count - start)
  const shown = Array.from({ length }, (_, index) => units.unit(start + index))
  const isOutside = chosen !== undefined && at < 0
  return { start, size: PAGE_SIZE, count, at, items: isOutside ? [chosen, ...shown] : shown }
}

function detailOf(unit: FoundUnit, { at, count }: Listed, units: FoundUnits, request: PageRequest) {
  if (at < 0) return unitDetail(unit, request, { position: undefined, buttons: ' ' })
  const neighborAt = (index: number, text: string, rel: 'prev' | 'next') => {
    if (index < 0 || index >= count) return null
    const neighbor = units.unit(index)
    const checksum = checksumText(neighbor.translation.units(), neighbor.row)
    return button(request.links.here({ checksum, offset: undefined }), text, rel)
  }
  const buttons = (
    <>
      {neighborAt(at - 1, 'Previous', 'prev')} {neighborAt(at + 1, 'Next', 'next')}
    </>
  )
  return unitDetail(unit, request, { position: `string ${at + 1} of ${count}`, buttons })
}

/** Shows a string of a list, and its place if others are listed. The chosen string is expanded below its row. */
function unitItem({ translation, row }: FoundUnit, request: PageRequest, detail: Child) {
  const { links } = request
  const { component, language } = translation
  const units = translation.units()
  const isOne = translationOf(request) !== undefined
  const { sources, targets } = textsOf(translation, row)
  const [mark, word] = markOf(translation, row)
  const checksum = checksumText(units, row)
  const address = isOne ? links.here({ checksum, offset: undefined }) : links.unit(translation, row)
  return (
    <li class={detail ? 'on' : undefined}>
      <div class="row">
        <Mark kind={mark} />
        <a
          href={address}
          id={`u-${translation.id()}-${checksum}`}
          aria-current={detail ? 'true' : undefined}
        >
          <span class="vh">{word}: </span>
          {labelOf(units, row)}
        </a>
        <Text {...(sources[0] ?? NOTHING)} language={component.sourceLanguage} classes="s" />
        <Text {...(targets[0] ?? NOTHING)} language={language} />
        {failingNames(translation, row)}
        {!isOne && <small>{`${placeOf(component)}, ${language.name}`}</small>}
      </div>
      {detail}
    </li>
  )
}

/** Returns the key, else the file and line of the program, else the number in the translation's file. */
function labelOf(units: Units, row: number): string {
  const [place = ''] = locationOf(units, row).split(',')
  const name = contextOf(units, row) || place.slice(place.lastIndexOf('/') + 1)
  return name || `string ${unitPosition(units, row)}`
}

const MAX_NAMED = 3

function failingNames(translation: Translation, row: number) {
  const checks = failingChecksOf(translation, row)
  if (checks.length === 0) return null
  return (
    <small>
      {checks.slice(0, MAX_NAMED).map(({ name, severity }) => (
        <>
          <Mark kind={severity} /> <span class="vh">{severity}: </span>
          {name}{' '}
        </>
      ))}
      {checks.length > MAX_NAMED && `and ${checks.length - MAX_NAMED} more`}
    </small>
  )
}

/** Shows the headings of the columns: for a single translation, the names of its languages. */
function heads(translation: Translation | undefined) {
  const { component, isSource, language } = translation ?? {}
  return (
    <div class="sheet heads" aria-hidden="true">
      <p class="row small soft">
        <span />
        <span>{component?.config.template === '' ? 'Context' : 'Key'}</span>
        <span>{component?.sourceLanguage.name ?? 'Source'}</span>
        <span>{isSource ? '' : (language?.name ?? 'Translation')}</span>
      </p>
    </div>
  )
}

function emptyNote(
  { query, error, isAsked, isAwaited }: SearchResult,
  { links, place, query: asked }: PageRequest,
) {
  if (error !== undefined || !isAsked) return null
  if (isAwaited) return <p class="note">The history is being read.</p>
  if (query === '') return <p class="note">There are no strings here.</p>
  const isOne = kindOfPlace(place) === 'translation'
  return (
    <p class="note">
      No string matches this search.{' '}
      <a href={links.area(isOne ? 'translate' : 'search', place)}>
        {isOne ? 'Show all strings' : 'Another search'}
      </a>
      {!isOne && !asked.get('language') && (
        <>
          {' · '}
          <a href={links.here({ language: ALL_LANGUAGES })}>Search sources, too</a>
        </>
      )}
    </p>
  )
}

function unitWith(translation: Translation, checksum: string | null): FoundUnit | undefined {
  if (checksum === null || !/^[0-9a-f]{16}$/.test(checksum)) return undefined
  const high = Number.parseInt(checksum.slice(0, 8), 16)
  const low = Number.parseInt(checksum.slice(8), 16)
  const row = rowOfHash(translation.units().table, low, high)
  return row === undefined ? undefined : { translation, row }
}

function factsOf(translation: Translation | undefined, chosen: FoundUnit | undefined): string[] {
  if (translation === undefined) return ['units/']
  const path = `translations/${encodedPlaceOf(translation.component)}/${encodeSegment(translation.language.code)}/`
  if (chosen === undefined) return [`${path}units/`]
  const unit = `units/${unitId(translation, chosen.row)}/`
  return ['', 'checks/', 'history/', 'place/'].map((name) => unit + name)
}

const KEYS = [
  ['j', 'open the next string'],
  ['k', 'open the previous string'],
  ['n', 'open the next string that fails, needs editing or is untranslated'],
  ['/', 'search'],
  ['r', 'open the line in the repository'],
  ['c', 'copy a link to this string'],
  ['?', 'show this list'],
] as const

/** Explains keyboard shortcuts and offers a switch to turn them off. */
function Keys() {
  return (
    <>
      <p class="js-on">
        <button type="button" data-dialog="keys">
          Keyboard shortcuts
        </button>
      </p>
      <dialog id="keys" aria-labelledby="keys-h">
        <h2 id="keys-h">Keyboard shortcuts</h2>
        {factList(KEYS.map(([key, what]) => [<kbd>{key}</kbd>, what]))}
        <form method="dialog">
          <p>
            <label>
              <input type="checkbox" id="keys-on" checked /> Use single keys as shortcuts
            </label>
          </p>
          <p>
            <button type="submit">Close</button>
          </p>
        </form>
      </dialog>
    </>
  )
}
