import { offeredConversions } from '../../../formats/conversions.ts'
import { rowsOf } from '../../catalog/failing-checks.ts'
import { findTranslation } from '../../catalog/find.ts'
import type { People } from '../../catalog/history/people/people.ts'
import { knowledgeOf } from '../../catalog/knowledge.ts'
import type { Component, Translation } from '../../catalog/model.ts'
import { encodedPlaceOf } from '../../catalog/paths.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { repowebLink } from '../../catalog/repoweb.ts'
import { countFailing, countsForPeople, percent } from '../../catalog/statistics.ts'
import { NotReadyError } from '../../jobs.ts'
import { Alerts } from '../components/alerts.tsx'
import { Facts } from '../components/facts.tsx'
import { OwnName } from '../components/language-facts.tsx'
import { LastAuthor, LastChangeTime } from '../components/last-change.tsx'
import { Mark, type MarkKind } from '../components/mark.tsx'
import { PluralForms } from '../components/plural-forms.tsx'
import { Spine } from '../components/spine.tsx'
import { counted, formatNumber, shortId } from '../components/words.tsx'
import { type Figures, figuresOf } from '../figures.ts'
import { findOutdated } from '../outdated.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { shareSentence } from '../reading.ts'
import { CommitsSection } from '../sections/commits.tsx'
import { FailingSection } from '../sections/failing.tsx'
import { FileName } from '../sections/origin.tsx'
import { OutdatedSection } from '../sections/outdated.tsx'
import { PeopleSection } from '../sections/people.tsx'
import { TranslationsSection } from '../sections/translations.tsx'
import { TrendSection } from '../sections/trend.tsx'

/**
 * A component in one language: strings by state, what fails and is outdated, the language elsewhere, the file. It is
 * long because it is one piece of markup.
 */
export async function translation(request: PageRequest): Promise<PageContent> {
  const { catalog, view, place, links, later } = request
  const component = place.component as Component
  const code = place.code as string
  if (knowledgeOf(component, 'units') === 'awaited') {
    throw new NotReadyError(`${component.config.name} is still being read.`, 5)
  }
  const translation = findTranslation(component, code)
  const { language } = translation
  const figures = figuresOf([translation])
  const isKnown = figures.percent !== undefined
  const [outdated, trend, commits, people, { value: directory }] = await Promise.all([
    findOutdated(request),
    TrendSection(request),
    CommitsSection(request),
    PeopleSection(request),
    later('directory', () => catalog.people(view)),
  ])
  const api = `translations/${encodedPlaceOf(component)}/${encodeURIComponent(code)}/`
  return {
    title: language.name,
    lead: (
      <p>
        <OwnName code={code} />
        <a href={links.place({ ...place, code: undefined })}>{component.config.name}</a> of{' '}
        <a href={links.place({ ...NOWHERE, project: component.project })}>
          {component.project.config.name}
        </a>
        {isKnown && `: ${counted(figures.total, 'string')}, ${counted(figures.words, 'word')}`}.
      </p>
    ),
    description: shareSentence(
      `${component.project.config.name}, ${component.config.name} in ${language.name}`,
      [component],
      figures,
    ),
    facts: ['', 'statistics/', 'units/', 'file/'].map((fact) => `${api}${fact}`),
    main: (
      <>
        <Alerts components={[{ ...component, alerts: alertsOf(translation) }]} links={links} />
        <Spine
          components={[component]}
          figures={figures}
          place={place}
          links={links}
          outdated={outdated.value?.count}
        />
        <div class="cols">
          <div>
            {isKnown && (
              <StatesSection figures={figures} translation={translation} request={request} />
            )}
            <OutdatedSection outdated={outdated} request={request} />
            <Elsewhere translation={translation} request={request} />
          </div>
          <aside class="stack" aria-label="About this translation">
            {trend}
            {isKnown && <FailingSection translations={[translation]} place={place} links={links} />}
            <section>
              <h2>The file</h2>
              <FileFacts translation={translation} request={request} people={directory} />
            </section>
            {commits}
            {people}
          </aside>
        </div>
      </>
    ),
  }
}

function alertsOf({ alert }: Translation) {
  return alert === undefined ? [] : [alert]
}

/** Strings by state, with shares. It is long because it is one piece of markup. */
function StatesSection({
  figures,
  translation,
  request: { links, place },
}: {
  readonly figures: Figures
  readonly translation: Translation
  readonly request: PageRequest
}) {
  const { filename, statistics, absent, units, verdict } = translation
  const { total, translated, fuzzy, approved, readonly } = countsForPeople(translation)
  const { failing } =
    verdict === translation.failing ? statistics : countFailing(units(), [...rowsOf(verdict)])
  const rest = (key: 'units' | 'words' | 'chars') => total[key] - translated[key] - fuzzy[key]
  const untranslated = { units: rest('units'), words: rest('words'), chars: rest('chars') }
  const rows: readonly (readonly [MarkKind | undefined, string, string, typeof total])[] = [
    [undefined, 'All strings', '', total],
    ['translated', 'Translated', 'state:>=translated', translated],
    ['needsEditing', 'Needs editing', 'state:needs-editing', fuzzy],
    ['untranslated', 'Untranslated', 'state:empty', untranslated],
    ...(absent.units === 0 || translation.isSource
      ? []
      : [[undefined, 'Not in the file', '', absent] as const]),
    ['error', 'Failing checks', 'has:check', failing],
    ['approved', 'Approved', 'state:approved', approved],
    ['readOnly', 'Read-only', 'state:read-only', readonly],
  ]
  return (
    <section>
      <h2 id="states">Strings</h2>
      <table aria-labelledby="states">
        <thead>
          <tr>
            <th scope="col">Which</th>
            <th scope="col" class="n">
              Strings
            </th>
            <th scope="col" class="n">
              %
            </th>
            <th scope="col" class="n">
              Words
            </th>
            <th scope="col" class="n wide">
              Characters
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([mark, name, q, count]) => (
            <tr>
              <th scope="row">
                {mark && <Mark kind={mark} />}{' '}
                {count.units === 0 || count === absent ? (
                  name
                ) : (
                  <a href={links.strings(place, q)}>{name}</a>
                )}
              </th>
              <td class="n">{formatNumber(count.units)}</td>
              <td class="n">{percent(count.units, total.units).toFixed(1)}</td>
              <td class="n">{formatNumber(count.words)}</td>
              <td class="n wide">{formatNumber(count.chars)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {figures.notes > 0 && (
        <p class="small soft">
          Of the failing ones {formatNumber(figures.notes)} have only notes, which are often right.
        </p>
      )}
      <p class="after">
        <a class="btn" href={links.area('translate', place)}>
          Read the strings
        </a>{' '}
        {filename !== '' && (
          <a class="btn" href={links.area('download', place)}>
            Download the file
          </a>
        )}
      </p>
    </section>
  )
}

function Elsewhere({
  translation: { component, language },
  request,
}: {
  readonly translation: Translation
  readonly request: PageRequest
}) {
  const others = component.project.components
    .filter((one) => one !== component)
    .flatMap(({ translations }) =>
      translations.filter((one) => one.language.code === language.code),
    )
  if (others.length === 0) return null
  return (
    <TranslationsSection
      title={`${language.name} in the other components`}
      translations={others}
      request={request}
    />
  )
}

function FileFacts({
  translation,
  request: { links, place },
  people,
}: {
  readonly translation: Translation
  readonly request: PageRequest
  readonly people: People | undefined
}) {
  const { filename, revision, language, component, summary } = translation
  const address = filename === '' ? undefined : repowebLink(component, { filename })
  return (
    <Facts
      facts={[
        ['Path', filename !== '' && <FileName path={filename} address={address} />],
        ['Blob', revision !== '' && <span class="oid">{shortId(revision)}</span>],
        [
          'Language',
          <>
            <a href={links.place({ ...NOWHERE, code: language.code })}>{language.name}</a>, written{' '}
            {language.direction === 'rtl' ? 'right to left' : 'left to right'}
          </>,
        ],
        ['Plural forms', <PluralForms plural={summary.plural ?? language.filePlural} />],
        [
          'Last change',
          translation.lastChange && (
            <>
              <LastChangeTime translation={translation} />{' '}
              <LastAuthor translation={translation} people={people} links={links} />
            </>
          ),
        ],
        [
          'Also as',
          offeredConversions.map((format) => (
            <>
              <a href={links.area('download', place, { format })}>{format}</a>{' '}
            </>
          )),
        ],
      ]}
    />
  )
}
