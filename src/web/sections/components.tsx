import { NOWHERE } from '../../catalog/place.ts'
import type { Category, Component } from '../../model/model.ts'
import { pathInProject } from '../../model/paths.ts'
import { componentsIn } from '../../view/category.ts'
import { type Chip, Chips } from '../components/chips.tsx'
import { pageOf, pager } from '../components/list-page.tsx'
import { componentRow, OverviewTable } from '../components/overview-table.tsx'
import type { Links } from '../links.ts'
import type { PageRequest } from '../page.ts'

const PAGE_SIZE = 100
/** With more components than this, an index of first letters is shown. */
const LETTERS_FROM = 100
const OTHER = '#'

/** Shows components with their counts below their categories: one page of them, or all with `components=all`. */
export function componentsSection(
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
      {categories.length > 0 && <Chips label="Categories" chips={inCategories} />}
      {components.length > LETTERS_FROM && (
        <Chips label="First letters" chips={lettersOf(components, { letter, isWhole, links })} />
      )}
      <OverviewTable
        first="Component"
        labelledBy="components"
        rows={page.items.map(componentRow)}
        links={links}
      />
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
