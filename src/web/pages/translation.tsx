import { findTranslation } from '../../catalog/find.ts'
import type { People } from '../../catalog/history/people/people.ts'
import { knowledgeOf } from '../../catalog/knowledge.ts'
import type { Component, Project, Translation } from '../../catalog/model.ts'
import { encodedPlaceOf } from '../../catalog/paths.ts'
import { NOWHERE, translationsAt } from '../../catalog/place.ts'
import { repowebLink } from '../../catalog/repoweb.ts'
import { NotReadyError } from '../../jobs.ts'
import { Alerts } from '../components/alerts.tsx'
import { Facts } from '../components/facts.tsx'
import { LastAuthor, LastChangeTime } from '../components/last-change.tsx'
import { Mark, type MarkKind } from '../components/mark.tsx'
import { ShareCells, StateCells } from '../components/overview-table.tsx'
import { PluralForms } from '../components/plural-forms.tsx'
import { Spine } from '../components/spine.tsx'
import { counted, formatNumber, shortId } from '../components/words.tsx'
import { type Figures, figuresOf } from '../figures.ts'
import { languageTag, ownName } from '../language-name.ts'
import { findOutdated } from '../outdated.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { readSoFar } from '../reading.ts'
import { CommitsSection } from '../sections/commits.tsx'
import { FailingSection } from '../sections/failing.tsx'
import { OutdatedSection } from '../sections/outdated.tsx'
import { PeopleSection } from '../sections/people.tsx'
import { TrendSection } from '../sections/trend.tsx'
import { FileName } from './component.tsx'

const FORMATS = ['csv', 'json', 'po', 'xliff', 'tmx', 'xlsx']

/** A component in one language: strings by state, what fails and is outdated, the language elsewhere, the file. */
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
        : {counted(figures.total, 'string')}, {counted(figures.words, 'word')}.
      </p>
    ),
    ...(readSoFar([component]) === undefined && {
      description: `${component.project.config.name}, ${component.config.name} in ${language.name} is translated to ${figures.percent.toFixed(1)} %.`,
    }),
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
            <StatesSection figures={figures} translation={translation} request={request} />
            <OutdatedSection outdated={outdated} request={request} />
            <Elsewhere translation={translation} request={request} />
          </div>
          <aside class="stack" aria-label="About this translation">
            {trend}
            <FailingSection translations={[translation]} place={place} links={links} />
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

/** A language of a project: its components, what fails and is outdated. */
export async function projectLanguage(request: PageRequest): Promise<PageContent> {
  const { view, place, links } = request
  const project = place.project as Project
  const code = place.code as string
  const translations = translationsAt(view, place)
  const figures = figuresOf(translations)
  const [first] = translations
  const language = first?.language
  const [outdated, trend, commits, people] = await Promise.all([
    findOutdated(request),
    TrendSection(request),
    CommitsSection(request),
    PeopleSection(request),
  ])
  return {
    title: language?.name ?? code,
    lead: (
      <p>
        <OwnName code={code} />
        <a href={links.place({ ...NOWHERE, project })}>{project.config.name}</a>:{' '}
        {counted(translations.length, 'component')}, {counted(figures.total, 'string')}. In all
        projects: <a href={links.place({ ...NOWHERE, code })}>{language?.name ?? code}</a>.
      </p>
    ),
    ...(readSoFar(translations.map(({ component }) => component)) === undefined && {
      description: `${project.config.name} in ${language?.name ?? code} is translated to ${figures.percent.toFixed(1)} %.`,
    }),
    facts: [`projects/${project.config.slug}/languages/`],
    main: (
      <>
        <Spine
          components={translations.map(({ component }) => component)}
          figures={figures}
          place={place}
          links={links}
          outdated={outdated.value?.count}
        />
        <div class="cols">
          <div>
            <TranslationsSection title="Components" translations={translations} request={request} />
            <OutdatedSection outdated={outdated} request={request} />
          </div>
          <aside class="stack" aria-label="About this language">
            {trend}
            <FailingSection translations={translations} place={place} links={links} />
            {language && <LanguageFacts translation={first} />}
            {commits}
            {people}
          </aside>
        </div>
      </>
    ),
  }
}

/** What the language calls itself, where its readers look for it. */
export function OwnName({ code }: { readonly code: string }) {
  const name = ownName(code)
  if (name === undefined) return null
  return (
    <>
      <bdi lang={languageTag(code)}>{name}</bdi>
      {' · '}
    </>
  )
}

/** Direction and plural forms. */
export function LanguageFacts({ translation }: { readonly translation: Translation }) {
  const { language } = translation
  return (
    <section>
      <h2>The language</h2>
      <Facts
        facts={[
          ['Code', <code>{language.code}</code>],
          ['Written', language.direction === 'rtl' ? 'right to left' : 'left to right'],
          ['Plural forms', <PluralForms plural={language.plural} />],
        ]}
      />
    </section>
  )
}

function alertsOf({ alert }: Translation) {
  return alert === undefined ? [] : [alert]
}

function StatesSection({
  figures,
  translation: { statistics, filename },
  request: { links, place },
}: {
  readonly figures: Figures
  readonly translation: Translation
  readonly request: PageRequest
}) {
  const { total, translated, fuzzy, approved, readonly, failing } = statistics
  const rest = (key: 'units' | 'words' | 'chars') => total[key] - translated[key] - fuzzy[key]
  const untranslated = { units: rest('units'), words: rest('words'), chars: rest('chars') }
  const rows: readonly (readonly [MarkKind | undefined, string, string, typeof total])[] = [
    [undefined, 'All strings', '', total],
    ['translated', 'Translated', 'state:>=translated', translated],
    ['needsEditing', 'Needs editing', 'state:needs-editing', fuzzy],
    ['untranslated', 'Untranslated', 'state:empty', untranslated],
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
                {count.units === 0 ? name : <a href={links.strings(place, q)}>{name}</a>}
              </th>
              <td class="n">{formatNumber(count.units)}</td>
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

/** Translations into one language, a row for each component. */
export function TranslationsSection({
  title,
  address,
  translations,
  request: { links },
}: {
  readonly title: string
  /** Of the title. */
  readonly address?: string
  readonly translations: readonly Translation[]
  readonly request: PageRequest
}) {
  return (
    <section>
      <h2>{address === undefined ? title : <a href={address}>{title}</a>}</h2>
      <div class="scroll">
        <table>
          <caption class="vh">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Component</th>
              <th scope="col" colspan={2}>
                Translated, %
              </th>
              <th scope="col" class="n mid-w">
                Needs editing
              </th>
              <th scope="col" class="n">
                Errors
              </th>
              <th scope="col" class="n mid-w">
                Untranslated
              </th>
            </tr>
          </thead>
          <tbody>
            {translations.map((translation) => {
              const { component, language } = translation
              const { project } = component
              const place = { ...NOWHERE, project, component, code: language.code }
              const figures = figuresOf([translation])
              return (
                <tr>
                  <th scope="row">
                    <a href={links.place(place)}>{component.config.name}</a>
                  </th>
                  <ShareCells figures={figures} />
                  <StateCells figures={figures} place={place} links={links} />
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
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
          FORMATS.map((format) => (
            <>
              <a href={links.area('download', place, { format })}>{format}</a>{' '}
            </>
          )),
        ],
      ]}
    />
  )
}
