import type { Child } from 'hono/jsx'
import type { Component, Translation } from '../../catalog/model.ts'
import { NOWHERE, type Place } from '../../catalog/place.ts'
import { type LanguageUse, languagesOf } from '../../catalog/view/view.ts'
import { type Figures, figuresOf } from '../../facts/figures.ts'
import { HeatCell, HeatKey } from '../components/heat.tsx'
import {
  LanguageProfile,
  ShareCells,
  SourceCells,
  StateCells,
} from '../components/overview-table.tsx'
import { FIGURE_COLUMNS, type SortColumn, SortHeads, sortRows } from '../components/sort-head.tsx'
import { ColumnHeads } from '../components/table.tsx'
import { componentPlace, type Links } from '../links.ts'
import type { PageRequest } from '../page.ts'

/** From this many components on, a row has one profile for all components, because cells for each would not fit. */
const PROFILE_FROM = 11
/** From this many components on, their cells replace the counts. */
const CELLS_ONLY_FROM = 6
/** Longer tables scroll in their own box, which keeps the head in sight. */
const WIDE_LANGUAGES = 40

interface Row {
  readonly use: LanguageUse
  readonly figures: Figures
  readonly isSource: boolean
}

const COLUMNS: readonly SortColumn<Row>[] = [
  { key: 'name', name: 'Language', valueOf: ({ use }) => use.language.name },
  ...FIGURE_COLUMNS,
]

/** Shows languages with their percentage, states, and a shade for each component. */
export function LanguagesSection({
  components,
  request: { place, query, links },
}: {
  components: readonly Component[]
  request: PageRequest
}) {
  const rows = languagesOf(components).map((use) => ({
    use,
    figures: figuresOf(use.translations),
    isSource: use.translations.every(({ isSource }) => isSource),
  }))
  if (rows.length === 0) return null
  const hasCells = components.length < PROFILE_FROM
  const isWide = rows.length > WIDE_LANGUAGES
  const isNarrow = hasCells && components.length >= CELLS_ONLY_FROM
  return (
    <section>
      <h2 id="languages">Languages</h2>
      <div
        class={isWide ? 'scroll wide-box' : 'scroll'}
        {...(isWide && { tabindex: 0, role: 'group', 'aria-labelledby': 'languages' })}
      >
        <table class={isNarrow ? 'heat cells' : 'heat'} aria-labelledby="languages" data-sort>
          <thead>
            <tr>
              <SortHeads columns={COLUMNS} query={query} links={links}>
                <ColumnHeads columns={[['Translated', 'w']]} />
              </SortHeads>
              {hasCells ? (
                components.map((component) => <ComponentHead component={component} links={links} />)
              ) : (
                <ColumnHeads columns={[['Each component', 'mid-w']]} />
              )}
            </tr>
          </thead>
          <tbody>
            {sortRows(rows, query, COLUMNS).map((row) => (
              <LanguageRow row={row} place={place} links={links}>
                {hasCells ? (
                  <Cells row={row} components={components} links={links} />
                ) : (
                  <td class="mid-w">
                    <LanguageProfile translations={row.use.translations} />
                  </td>
                )}
              </LanguageRow>
            ))}
          </tbody>
        </table>
      </div>
      {hasCells && <HeatKey />}
    </section>
  )
}

function ComponentHead({ component, links }: { component: Component; links: Links }) {
  return (
    <th scope="col" class="hh">
      <a href={links.place(componentPlace(component))} title={component.config.name}>
        {component.config.name}
      </a>
    </th>
  )
}

function LanguageRow({
  row: { use, figures, isSource },
  place,
  links,
  children,
}: {
  row: Row
  place: Place
  links: Links
  children: Child
}) {
  const { name, code } = use.language
  const there = { ...NOWHERE, project: place.project, code }
  return (
    <tr>
      <th scope="row">
        <a href={links.place(there)}>{name}</a> <small class="m">{code}</small>
      </th>
      {isSource ? <SourceCells figures={figures} /> : <ShareCells figures={figures} />}
      <StateCells figures={figures} place={there} links={links} />
      {children}
    </tr>
  )
}

function Cells({
  row: { use, isSource },
  components,
  links,
}: {
  row: Row
  components: readonly Component[]
  links: Links
}) {
  if (isSource) return <td colspan={components.length} />
  const byComponent = new Map<Component, Translation>(
    use.translations.map((translation) => [translation.component, translation]),
  )
  return (
    <>
      {components.map((component) => (
        <HeatCell
          component={component}
          translation={byComponent.get(component)}
          languageName={use.language.name}
          links={links}
        />
      ))}
    </>
  )
}
