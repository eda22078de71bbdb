import { offeredConversions } from '../../../formats/conversions.ts'
import { isCompatible } from '../../catalog/compatible.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { SEVERITIES } from '../../checks/check.ts'
import { type Figures, figuresOf } from '../../facts/figures.ts'
import { counted, formatNumber, formatPercent } from '../../facts/format-numbers.ts'
import type { People } from '../../history/people/people.ts'
import { NotReadyError } from '../../jobs.ts'
import { rowsOf } from '../../model/failing-checks.ts'
import type { Component, Translation } from '../../model/model.ts'
import { encodedPlaceOf } from '../../model/paths.ts'
import { hidingAlerts, readinessOf } from '../../model/readiness.ts'
import {
  type Count,
  countFailing,
  countsForPeople,
  NOTHING,
  percent,
} from '../../model/statistics.ts'
import { findTranslation } from '../../view/find.ts'
import { repowebLink } from '../../view/repoweb.ts'
import {
  directionText,
  OwnName,
  PluralForms,
  translationsSection,
} from '../components/language.tsx'
import { Mark, type MarkKind } from '../components/mark.tsx'
import { alertsOf } from '../components/notes.tsx'
import { shareSentence } from '../components/share.tsx'
import { type Column, column, numbers, Table } from '../components/table.tsx'
import { button, factList, fileName, shortId, Time } from '../components/words.tsx'
import type { PageContent, PageRequest } from '../page.ts'
import { overview } from '../sections/overview.tsx'
import { lastAuthor } from '../sections/people.tsx'

/** Shows a component in one language: strings by state, failing checks, the language in other components, the file. */
export async function translation(request: PageRequest): Promise<PageContent> {
  const { catalog, view, place, links, later } = request
  const component = place.component as Component
  const code = place.code as string
  if (readinessOf(component, 'units') === 'awaited') {
    throw new NotReadyError(`${component.config.name} is still being read.`, 5)
  }
  const translation = findTranslation(component, code)
  const { language } = translation
  const figures = figuresOf([translation])
  const isKnown = figures.percent !== undefined
  const { value: people } = await later('directory', () => catalog.people(view))
  const api = `translations/${encodedPlaceOf(component)}/${encodeURIComponent(code)}/`
  return {
    title: language.name,
    lead: (
      <>
        <OwnName code={code} after=" · " />
        <a href={links.place({ ...place, code: undefined })}>{component.config.name}</a> of{' '}
        <a href={links.place({ ...NOWHERE, project: component.project })}>
          {component.project.config.name}
        </a>
        {isKnown && `: ${counted(figures.total, 'string')}, ${counted(figures.words, 'word')}`}.
      </>
    ),
    description: shareSentence(
      `${component.project.config.name}, ${component.config.name} in ${language.name}`,
      [component],
      figures,
    ),
    facts: ['', 'statistics/', 'units/', ...(translation.filename === '' ? [] : ['file/'])].map(
      (fact) => `${api}${fact}`,
    ),
    main: await overview(request, figures, {
      alerts: alertsOf([{ ...component, alerts: hidingAlerts(component, code) }], links),
      content: isKnown && states(translation, figures, request),
      after: elsewhere(translation, request),
      label: 'About this translation',
      about: ['The file', fileFacts(translation, people, request)],
    }),
  }
}

function states(translation: Translation, figures: Figures, { links, place }: PageRequest) {
  const { notes } = figures
  const rows = statesOf(translation, figures)
  const total = rows[0]?.count.units ?? 0
  const columns: readonly Column<StateRow>[] = [
    column('Which', '', ({ mark, name, q, count }) => (
      <>
        {mark && <Mark kind={mark} />}{' '}
        {count.units === 0 || q === undefined ? name : <a href={links.strings(place, q)}>{name}</a>}
      </>
    )),
    numbers('Strings', 'n', ({ count }) => count.units),
    column('%', 'n', ({ count }) => formatPercent(percent(count.units, total))),
    numbers('Words', 'n', ({ count }) => count.words),
    numbers('Characters', 'n wide', ({ count }) => count.chars),
  ]
  return (
    <section>
      <h2 id="states">Strings</h2>
      <Table labelledBy="states" {...{ columns, rows }} />
      {notes > 0 && (
        <p class="small soft">
          Strings that fail notes only, which are often false alarms: {formatNumber(notes)}.
        </p>
      )}
      <p class="after">
        {button(links.area('translate', place), 'Read the strings')}{' '}
        {translation.filename !== '' && button(links.area('download', place), 'Download the file')}
      </p>
    </section>
  )
}

/** A group of strings and the search that finds them; undefined if no search does. */
interface StateRow {
  readonly mark?: MarkKind
  readonly name: string
  readonly q: string | undefined
  readonly count: Count
}

/** Returns the rows of states; the first has all strings. */
function statesOf(translation: Translation, figures: Figures): readonly StateRow[] {
  const { statistics, absent, units, verdict } = translation
  const { total, translated, fuzzy, approved, readonly } = countsForPeople(translation)
  const { failing } =
    verdict === translation.failing
      ? statistics
      : countFailing(translation, units(), rowsOf(verdict))
  const lacked = translation.isSource ? NOTHING : absent
  const worst = SEVERITIES.find((severity) => figures[`${severity}s`] > 0) ?? 'note'
  const rest = (key: keyof Count) => total[key] - translated[key] - fuzzy[key] - lacked[key]
  const untranslated = { units: rest('units'), words: rest('words'), chars: rest('chars') }
  return [
    { name: 'All strings', q: lacked.units > 0 ? undefined : '', count: total },
    { mark: 'translated', name: 'Translated', q: 'state:>=translated', count: translated },
    { mark: 'needsEditing', name: 'Needs editing', q: 'is:needs-editing', count: fuzzy },
    { mark: 'untranslated', name: 'Untranslated', q: 'state:empty', count: untranslated },
    ...(lacked.units > 0 ? [{ name: 'Not in the file', q: undefined, count: lacked }] : []),
    { mark: worst, name: 'Failing checks', q: 'has:check', count: failing },
    { mark: 'approved', name: 'Approved', q: 'state:approved', count: approved },
    { mark: 'readOnly', name: 'Read-only', q: 'state:read-only', count: readonly },
  ]
}

function elsewhere({ component, language }: Translation, { links }: PageRequest) {
  const translations = component.project.components
    .filter((other) => other !== component)
    .flatMap(({ translations }) =>
      translations.filter((translation) => translation.language.code === language.code),
    )
  if (translations.length === 0) return null
  return translationsSection(`${language.name} in the other components`, translations, links)
}

function fileFacts(translation: Translation, people: People | undefined, request: PageRequest) {
  const { links, place } = request
  const { filename, revision, language, component, summary, lastChange } = translation
  return factList([
    ['Path', fileName(filename, repowebLink(component, { filename }))],
    ['Blob', revision !== '' && <span class="oid">{shortId(revision)}</span>],
    [
      'Language',
      <>
        <a href={links.place({ ...NOWHERE, code: language.code })}>{language.name}</a>, written{' '}
        {directionText(language)}
      </>,
    ],
    ['Plural forms', <PluralForms plural={summary.plural ?? language.filePlural} />],
    [
      'Last change',
      lastChange && (
        <>
          <Time seconds={lastChange.timestamp} /> {lastAuthor(translation, people, links)}
        </>
      ),
    ],
    [
      'Also as',
      offeredConversions
        .filter((conversion) => isCompatible(conversion, translation))
        .map(({ id }) => (
          <>
            <a href={links.area('download', place, { format: id })}>{id}</a>{' '}
          </>
        )),
    ],
  ])
}
