import type { View } from '../../catalog/model.ts'
import { NOWHERE, translationsAt } from '../../catalog/place.ts'
import { componentsOf, type LanguageUse, languagesOf } from '../../catalog/view/view.ts'
import { profileColumn, ShareCells, StateCells } from '../components/overview-table.tsx'
import { Profile } from '../components/profile.tsx'
import { type SortColumn, SortHeads, sortRows } from '../components/sort-head.tsx'
import { Spine } from '../components/spine.tsx'
import { counted, formatNumber } from '../components/words.tsx'
import { type Figures, figuresOf } from '../figures.ts'
import { languageTag, ownName } from '../language-name.ts'
import { findOutdated } from '../outdated.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { readSoFar } from '../reading.ts'
import { CommitsSection } from '../sections/commits.tsx'
import { FailingSection } from '../sections/failing.tsx'
import { PeopleSection } from '../sections/people.tsx'
import { LanguageFacts, OwnName, TranslationsSection } from './translation.tsx'

interface Row {
  readonly use: LanguageUse
  readonly figures: Figures
}

const COLUMNS: readonly SortColumn<Row>[] = [
  { key: 'name', name: 'Language', valueOf: ({ use }) => use.language.name },
  {
    key: 'translated_percent',
    name: '%',
    classes: 'n pc',
    valueOf: ({ figures }) => figures.percent,
  },
  {
    key: 'fuzzy',
    name: 'Needs editing',
    classes: 'n mid-w',
    valueOf: ({ figures }) => figures.needsEditing,
  },
  { key: 'failing', name: 'Errors', classes: 'n', valueOf: ({ figures }) => figures.errors },
  {
    key: 'untranslated',
    name: 'Untranslated',
    classes: 'n mid-w',
    valueOf: ({ figures }) => figures.untranslated,
  },
  { key: 'total', name: 'Strings', classes: 'n wide', valueOf: ({ figures }) => figures.total },
]

/** All languages with a translation somewhere. */
export function languages({ view, query, links }: PageRequest): PageContent {
  const rows = languagesOf(componentsOf(view)).map((use) => ({
    use,
    figures: figuresOf(use.translations, 0),
  }))
  return {
    title: 'Languages',
    crumbs: [{ name: 'Languages' }],
    lead: <p>{counted(rows.length, 'language')} with a translation somewhere.</p>,
    description: `${counted(rows.length, 'language')} with a translation somewhere.`,
    facts: ['languages/'],
    main: (
      <div class="scroll">
        <table data-sort>
          <caption class="vh">Languages</caption>
          <thead>
            <tr>
              <SortHeads
                columns={COLUMNS}
                shown={COLUMNS.slice(0, 1)}
                query={query}
                links={links}
              />
              <th scope="col" class="mid-w">
                Own name
              </th>
              <th scope="col" class="wide">
                Each component
              </th>
              <th scope="col" class="w">
                Translated
              </th>
              <SortHeads columns={COLUMNS} shown={COLUMNS.slice(1)} query={query} links={links} />
              <th scope="col" class="n wide">
                Components
              </th>
            </tr>
          </thead>
          <tbody>
            {sortRows(rows, query, COLUMNS).map((row) => (
              <LanguageRow row={row} links={links} />
            ))}
          </tbody>
        </table>
      </div>
    ),
  }
}

function LanguageRow({
  row: { use, figures },
  links,
}: {
  readonly row: Row
  readonly links: PageRequest['links']
}) {
  const { code, name } = use.language
  const own = ownName(code)
  const place = { ...NOWHERE, code }
  return (
    <tr>
      <th scope="row">
        <a href={links.place(place)}>{name}</a> <small class="m">{code}</small>
      </th>
      <td class="mid-w">{own !== undefined && <bdi lang={languageTag(code)}>{own}</bdi>}</td>
      <td class="wide">
        <Profile columns={use.translations.map((one) => profileColumn([one]))} thing="component" />
      </td>
      <ShareCells figures={figures} />
      <StateCells figures={figures} place={place} links={links} />
      <td class="n wide">{formatNumber(figures.total)}</td>
      <td class="n wide">{formatNumber(use.translations.length)}</td>
    </tr>
  )
}

/** A language over the whole server, project by project. */
export async function language(request: PageRequest): Promise<PageContent> {
  const { view, place, links } = request
  const code = place.code as string
  const translations = translationsAt(view, place)
  const [first] = translations
  const name = first?.language.name ?? code
  const figures = figuresOf(translations, 0)
  const [outdated, commits, people] = await Promise.all([
    findOutdated(request),
    CommitsSection(request),
    PeopleSection(request),
  ])
  return {
    title: name,
    lead: (
      <p>
        <OwnName code={code} />
        {counted(projectsWith(view, code).length, 'project')},{' '}
        {counted(translations.length, 'component')}, {counted(figures.total, 'string')}.
      </p>
    ),
    ...(readSoFar(translations.map(({ component }) => component)) === undefined && {
      description: `${name} is translated to ${figures.percent.toFixed(1)} %.`,
    }),
    facts: [
      `languages/${encodeURIComponent(code)}/`,
      `languages/${encodeURIComponent(code)}/statistics/`,
    ],
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
            {projectsWith(view, code).map((project) => (
              <TranslationsSection
                title={project.config.name}
                address={links.place({ ...NOWHERE, project, code })}
                translations={translations.filter(({ component }) => component.project === project)}
                request={request}
              />
            ))}
          </div>
          <aside class="stack" aria-label="About this language">
            <FailingSection translations={translations} place={place} links={links} />
            {first && <LanguageFacts translation={first} />}
            {commits}
            {people}
          </aside>
        </div>
      </>
    ),
  }
}

function projectsWith({ projects }: View, code: string): View['projects'] {
  return projects.filter(({ components }) =>
    components.some(({ translations }) =>
      translations.some(({ language }) => language.code === code),
    ),
  )
}
