import { type Figures, figuresOf } from '../../facts/figures.ts'
import { formatNumber } from '../../facts/words.ts'
import type { Component, Translation } from '../../model/model.ts'
import { readinessOf } from '../../model/readiness.ts'
import { componentPlace, type Links } from '../links.ts'
import type { Column } from './table.tsx'

/** The percentages at which shades start: 0 is the color of paper, 100 the darkest. */
const SHADES = [1, 25, 50, 75, 95, 100]

/** A language in all components. */
interface HeatRow {
  readonly translations: readonly Translation[]
  /** Whether the row is the source language's, which has no shades. */
  readonly isSource: boolean
}

/**
 * Returns a column with the percentages translated in a component, each as a number and a shade. A corner marks strings
 * with errors.
 */
export function heatColumn(component: Component, links: Links): Column<HeatRow> {
  const { name } = component.config
  const place = componentPlace(component)
  const figuresIn = ({ translations }: HeatRow) => {
    const translation = translations.find((translation) => translation.component === component)
    return translation && figuresOf([translation])
  }
  return {
    name: (
      <a href={links.place(place)} title={name}>
        {name}
      </a>
    ),
    classes: 'hh',
    classesOf(row) {
      const figures = figuresIn(row)
      if (row.isSource) return ''
      if (missingIn(component, figures) !== undefined) return 'h hx'
      return `h h${shadeOf(figures?.percent)}${figures?.errors ? ' x' : ''}`
    },
    cell(row) {
      if (row.isSource) return null
      const figures = figuresIn(row)
      const missing = missingIn(component, figures)
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

function shadeOf(percent = 0): number {
  return SHADES.filter((least) => Math.floor(percent) >= least).length
}

/** Returns why there is no percentage, as a sign and in words. */
function missingIn(
  component: Component,
  figures: Figures | undefined,
): readonly [sign: string, words: string] | undefined {
  if (readinessOf(component, 'units') !== 'known') return ['?', 'unknown']
  if (figures === undefined) return ['–', 'no file']
  if (figures.percent === undefined) return ['?', 'unknown: it cannot be read']
  return figures.total === 0 ? ['∅', 'no strings'] : undefined
}

/** Explains the shades and corners of heat cells. */
export function HeatKey() {
  return (
    <p class="key">
      <span class="r">
        {[0, 1, 2, 3, 4, 5, 6].map((shade) => (
          <i class={`h${shade}`} />
        ))}
      </span>
      <span>0, from 1, 25, 50, 75, 95, 100 % translated</span>
      <span>
        <i class="x" /> some have errors
      </span>
      <span>– no file</span>
      <span>∅ no strings</span>
      <span>? cannot be read</span>
    </p>
  )
}
