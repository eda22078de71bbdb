import type { Category, Component } from '../../catalog/model.ts'
import { pathInProject } from '../../catalog/paths.ts'
import { NOWHERE } from '../../catalog/place.ts'
import { componentsIn } from '../../catalog/view/category.ts'
import { type Chip, Chips } from '../components/chips.tsx'
import { Pager, startOf } from '../components/list-page.tsx'
import { ComponentRow, OverviewHead, ProfileKey } from '../components/overview-table.tsx'
import type { Links } from '../links.ts'
import type { PageRequest } from '../page.ts'

const PAGE_SIZE = 100
/** With more components than this, an index of first letters is shown. */
const LETTERS_FROM = 100
const OTHER = '#'

/** Shows components with their counts below their categories: one page of them, or all with `components=all`. */
export function ComponentsSection({
  components,
  categories,
  request: { query, links },
}: {
  readonly components: readonly Component[]
  /** The categories directly below the place. */
  readonly categories: readonly Category[]
  readonly request: PageRequest
}) {
  if (components.length === 0) return <p class="soft">There are no components here.</p>
  const letter = query.get('letter') ?? ''
  const ofLetter = components.filter((named) => letter === '' || letterOf(named) === letter)
  const isWhole = query.get('components') === 'all'
  const start = isWhole ? 0 : startOf(query, ofLetter.length)
  const size = isWhole ? ofLetter.length : PAGE_SIZE
  return (
    <section>
      <h2 id="components">Components</h2>
      <Categories categories={categories} links={links} />
      {components.length > LETTERS_FROM && (
        <Letters components={components} letter={letter} isWhole={isWhole} links={links} />
      )}
      <div class="scroll">
        <table aria-labelledby="components">
          <OverviewHead first="Component" />
          <tbody>
            {ofLetter.slice(start, start + size).map((component) => (
              <ComponentRow component={component} links={links} />
            ))}
          </tbody>
        </table>
      </div>
      <Pager links={links} start={start} size={size} count={ofLetter.length} />
      <ProfileKey />
    </section>
  )
}

function Categories({ categories, links }: { categories: readonly Category[]; links: Links }) {
  if (categories.length === 0) return null
  const chips = categories.map((category) => ({
    name: category.config.name,
    address: links.place({ ...NOWHERE, project: category.project, category }),
    count: componentsIn(category).length,
    isChosen: false,
  }))
  return <Chips label="Categories" chips={chips} />
}

function Letters({
  components,
  letter,
  isWhole,
  links,
}: {
  components: readonly Component[]
  letter: string
  isWhole: boolean
  links: Links
}) {
  const counts = new Map<string, number>()
  for (const name of components.map(letterOf)) counts.set(name, (counts.get(name) ?? 0) + 1)
  const at = (letter: string | undefined, shown?: 'all') =>
    links.here({ letter, components: shown, offset: undefined })
  const letters: Chip[] = [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => ({ name, count, address: at(name), isChosen: name === letter }))
  const whole = {
    name: 'All on one page',
    count: components.length,
    address: at(undefined, 'all'),
    isChosen: isWhole,
  }
  return <Chips label="First letters" chips={[...letters, whole]} />
}

function letterOf({ config }: Component): string {
  const letter = (config.name || pathInProject(config)).charAt(0).toUpperCase()
  return /\p{L}|\p{N}/u.test(letter) ? letter : OTHER
}
