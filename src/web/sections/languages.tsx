import { NOWHERE } from '../../catalog/place.ts'
import { figuresOf } from '../../facts/figures.ts'
import type { Component } from '../../model/model.ts'
import { languagesOf } from '../../view/view.ts'
import { figureColumns } from '../components/figure-columns.tsx'
import { HeatKey, heatColumn } from '../components/heat.tsx'
import { languageColumn } from '../components/language.tsx'
import { LanguageProfile } from '../components/overview-table.tsx'
import { Table } from '../components/table.tsx'
import type { PageRequest } from '../page.ts'

/** From this many components on, a row has one profile for all components, because cells for each would not fit. */
const PROFILE_FROM = 11
/** From this many components on, their cells replace the counts. */
const CELLS_ONLY_FROM = 6
/** Longer tables scroll in their own box, which keeps the head in sight. */
const WIDE_LANGUAGES = 40

/** Shows languages with their percentage, states, and a shade for each component. */
export function languagesSection(components: readonly Component[], request: PageRequest) {
  const { place, links } = request
  const rows = languagesOf(components).map(({ language, translations }) => ({
    ...{ language, translations, figures: figuresOf(translations) },
    place: { ...NOWHERE, project: place.project, code: language.code },
    isSource: translations.every(({ isSource }) => isSource),
  }))
  type Row = (typeof rows)[number]
  if (rows.length === 0) return null
  const hasCells = components.length < PROFILE_FROM
  const isWide = rows.length > WIDE_LANGUAGES
  const isNarrow = hasCells && components.length >= CELLS_ONLY_FROM
  const profile = {
    ...{ name: 'Each component', classes: 'mid-w' },
    cell: ({ translations }: Row) => <LanguageProfile translations={translations} />,
  }
  return (
    <section>
      <h2 id="languages">Languages</h2>
      <div
        class={isWide ? 'scroll wide-box' : 'scroll'}
        {...(isWide && { tabindex: 0, role: 'group', 'aria-labelledby': 'languages' })}
      >
        <Table
          classes={isNarrow ? 'heat cells' : 'heat'}
          labelledBy="languages"
          sortedFor={request}
          rows={rows}
          columns={[
            languageColumn(links),
            ...figureColumns(links, true),
            ...(hasCells ? components.map((component) => heatColumn(component, links)) : [profile]),
          ]}
        />
      </div>
      {hasCells && <HeatKey />}
    </section>
  )
}
