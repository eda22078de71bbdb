import { type Figures, figuresOf } from '../../facts/figures.ts'
import { formatNumber } from '../../facts/format-numbers.ts'
import type { Component, Translation } from '../../model/model.ts'
import { readinessOf } from '../../model/readiness.ts'
import { figureColumns } from '../components/figure-columns.tsx'
import { languageColumn, languageRows } from '../components/language.tsx'
import { languageProfile } from '../components/overview-table.tsx'
import { type Column, column, Table } from '../components/table.tsx'
import { componentPlace, type Links } from '../links.ts'
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
  const rows = languageRows(components, place).map((row) => ({
    ...row,
    isSource: row.translations.every(({ isSource }) => isSource),
  }))
  if (rows.length === 0) return null
  const hasCells = components.length < PROFILE_FROM
  const isWide = rows.length > WIDE_LANGUAGES
  const isNarrow = hasCells && components.length >= CELLS_ONLY_FROM
  const columns: readonly Column<(typeof rows)[number]>[] = [
    languageColumn(links),
    ...figureColumns(rows, links, true),
    ...(hasCells
      ? components.map((component) => heatColumn(component, links))
      : [
          column('Each component', 'mid-w', ({ translations }: HeatRow) =>
            languageProfile(translations),
          ),
        ]),
  ]
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
          {...{ columns, rows }}
        />
      </div>
      {hasCells && heatKey()}
    </section>
  )
}

/** The percentages at which shades start: 0 is the color of paper, 100 the darkest. */
const SHADES = [1, 25, 50, 75, 95, 100]

interface HeatRow {
  readonly translations: readonly Translation[]
  /** Whether the row is the source language's, which has no shades. */
  readonly isSource: boolean
}

/** Returns a column with a component's percentages, as numbers and shades. A corner marks strings with errors. */
function heatColumn(component: Component, links: Links): Column<HeatRow> {
  const { name } = component.config
  const place = componentPlace(component)
  const figuresIn = ({ translations }: HeatRow) => {
    const translation = translations.find((translation) => translation.component === component)
    const figures = translation && figuresOf([translation])
    return { figures, missing: missingIn(component, figures) }
  }
  return {
    name: (
      <a href={links.place(place)} title={name}>
        {name}
      </a>
    ),
    classes: 'hh',
    classesOf(row) {
      if (row.isSource) return ''
      const { figures, missing } = figuresIn(row)
      if (missing !== undefined) return 'h hx'
      const percent = Math.floor(figures?.percent ?? 0)
      const shade = SHADES.filter((least) => percent >= least).length
      return `h h${shade}${figures?.errors ? ' x' : ''}`
    },
    cell(row) {
      if (row.isSource) return null
      const { figures, missing } = figuresIn(row)
      if (figures === undefined || missing !== undefined) {
        return (
          <span>
            <span class="vh">{missing?.[1]}</span>
            {missing?.[0]}
          </span>
        )
      }
      const { total, translated, errors, needsEditing } = figures
      const { language } = row.translations[0]!
      const failing = errors === 0 ? '' : `, ${formatNumber(errors)} with errors`
      const editing = needsEditing === 0 ? '' : `, ${formatNumber(needsEditing)} need editing`
      const counts = `${formatNumber(translated)} of ${formatNumber(total)}${failing}${editing}`
      return (
        <a
          href={links.place({ ...place, code: language.code })}
          title={`${name}, ${language.name}: ${counts}`}
        >
          {Math.floor(figures.percent ?? 0)}
          {errors > 0 && <span class="vh">{failing}</span>}
        </a>
      )
    },
  }
}

/** Returns why there is no percentage, as a sign and in words. */
function missingIn(component: Component, figures: Figures | undefined) {
  if (readinessOf(component, 'units') !== 'known') return ['?', 'unknown']
  if (figures === undefined) return ['–', 'no file']
  if (figures.percent === undefined) return ['?', 'unknown: it cannot be read']
  return figures.total === 0 ? ['∅', 'no strings'] : undefined
}

function heatKey() {
  return (
    <p class="key">
      <span class="r">
        {[0, ...SHADES].map((_, shade) => (
          <i class={`h${shade}`} />
        ))}
      </span>
      <span>0, from {SHADES.join(', ')} % translated</span>
      <span>
        <i class="x" /> some have errors
      </span>
      <span>– no file</span>
      <span>∅ no strings</span>
      <span>? cannot be read</span>
    </p>
  )
}
