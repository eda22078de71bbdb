import { componentsAt, NOWHERE } from '../../catalog/place.ts'
import { figuresAt } from '../../facts/figures.ts'
import { counted } from '../../facts/format-numbers.ts'
import type { Category, Component } from '../../model/model.ts'
import { pathInProject } from '../../model/paths.ts'
import { componentsIn } from '../../view/category.ts'
import { languagesOf } from '../../view/view.ts'
import { type Chip, chipList, pageOf, pager } from '../components/list-page.tsx'
import { alertsOf, projectAlert } from '../components/notes.tsx'
import { componentRow, overviewTable } from '../components/overview-table.tsx'
import { readSoFar, shareSentence } from '../components/share.tsx'
import type { Links } from '../links.ts'
import type { PageContent, PageRequest } from '../page.ts'
import { languagesSection } from '../sections/languages.tsx'
import { overview } from '../sections/overview.tsx'

const FACTS = ['statistics/', 'components/statistics/', 'trend/', 'outdated/', 'changes/']

/** Shows a project or a category: problems, share, languages by component, components and recent activity. */
export async function project(request: PageRequest): Promise<PageContent> {
  const { view, place, links } = request
  const { category } = place
  const project = place.project!
  const { name, slug, web } = project.config
  if (project.reading !== undefined) {
    return { title: name, main: <p class="big">The components are being discovered.</p> }
  }
  const components = componentsAt(view, place)
  if (components.length === 0 && project.alerts.length > 0) {
    return { title: name, main: project.alerts.map(projectAlert) }
  }
  const figures = figuresAt(view, place, category ? 0 : 100)
  const categories = project.categories.filter(
    ({ parent }) => parent?.config.path === category?.config.path,
  )
  const isRead = readSoFar(components) === undefined
  const absent = category ? componentsIn(category, project.absent) : project.absent
  return {
    title: category?.config.name ?? name,
    lead: (
      <>
        {extent(components)}{' '}
        {category === undefined && /^https?:\/\//.test(web) && (
          <a href={web}>{web.replace(/^https?:\/\//, '')}</a>
        )}
      </>
    ),
    description: shareSentence(
      category ? `${name}: ${category.config.name}` : name,
      components,
      figures,
    ),
    facts: category
      ? [`categories/${category.id}/`, `categories/${category.id}/statistics/`]
      : FACTS.map((fact) => `projects/${slug}/${fact}`),
    main: await overview(request, figures, {
      alerts: [...project.alerts.map(projectAlert), alertsOf(components, links, absent)],
      label: 'History',
      content: (
        <>
          {isRead && languagesSection(components, request)}
          {componentsSection(components, categories, request)}
        </>
      ),
    }),
  }
}

/** Returns `5 components, 16 languages.`; languages are counted once all components have been read. */
function extent(components: readonly Component[]): string {
  const count = counted(components.length, 'component')
  if (readSoFar(components) !== undefined) return `${count}.`
  return `${count}, ${counted(languagesOf(components).length, 'language')}.`
}

const PAGE_SIZE = 100
/** With more components than this, an index of first letters is shown. */
const LETTERS_FROM = 100
const OTHER = '#'

/** Shows components with their counts below their categories: one page of them, or all with `components=all`. */
function componentsSection(
  components: readonly Component[],
  /** The categories directly below the place. */
  categories: readonly Category[],
  { query, links }: PageRequest,
) {
  if (components.length === 0) return <p class="soft">There are no components here.</p>
  const letter = query.get('letter') ?? ''
  const isWhole = query.get('components') === 'all'
  const ofLetter = components.filter((named) => letter === '' || letterOf(named) === letter)
  const page = pageOf(
    isWhole ? new URLSearchParams() : query,
    ofLetter,
    isWhole ? ofLetter.length : PAGE_SIZE,
  )
  const inCategories = categories.map((category) => ({
    name: category.config.name,
    address: links.place({ ...NOWHERE, project: category.project, category }),
    count: componentsIn(category).length,
    isChosen: false,
  }))
  return (
    <section>
      <h2 id="components">Components</h2>
      {categories.length > 0 && chipList('Categories', inCategories)}
      {components.length > LETTERS_FROM &&
        chipList('First letters', lettersOf(components, { letter, isWhole, links }))}
      {overviewTable('Component', page.items.map(componentRow), links, {
        labelledBy: 'components',
      })}
      {pager(page, links)}
    </section>
  )
}

function lettersOf(
  components: readonly Component[],
  { letter, isWhole, links }: { letter: string; isWhole: boolean; links: Links },
): Chip[] {
  const counts = new Map<string, number>()
  for (const name of components.map(letterOf)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const at = (letter: string | undefined, shown?: 'all') =>
    links.here({ letter, components: shown, offset: undefined })
  const letters = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => ({ name, count, address: at(name), isChosen: name === letter }))
  const all = { name: 'All on one page', address: at(undefined, 'all'), isChosen: isWhole }
  return [...letters, { ...all, count: components.length }]
}

function letterOf({ config }: Component): string {
  const letter = (config.name || pathInProject(config)).charAt(0).toUpperCase()
  return /\p{L}|\p{N}/u.test(letter) ? letter : OTHER
}
