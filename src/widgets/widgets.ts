import type { JSX } from 'hono/jsx/jsx-runtime'
import {
  type Badge,
  capitalizedBadge,
  drawBadge,
  errorsBadge,
  languageBadge,
  languagesBadge,
  outdatedBadge,
  shareBadge,
  translatedBadge,
} from './badge.tsx'
import { drawHorizontal, drawMulti } from './bars.tsx'
import { drawCard } from './card.tsx'
import type { Facts, WidgetOptions } from './facts.ts'
import { drawSmall, drawWide } from './figures.tsx'
import { drawMatrix } from './matrix.tsx'

/** An image of the state of a place. */
export interface Widget {
  readonly summary: string
  /** Available colors; the first is the default. */
  readonly colors: readonly [string, ...string[]]
  /** The format in which Weblate serves it and pages embed it. */
  readonly extension: 'svg' | 'png'
  /** Whether the widget requires `outdated`. */
  readonly needsOutdated?: true
  draw(facts: Facts, options: WidgetOptions): JSX.Element
  /** Returns label and value, for other renderers of badges. */
  readonly badge?: (facts: Facts, options: WidgetOptions) => Badge
}

function badge(summary: string, badge: NonNullable<Widget['badge']>): Widget {
  const draw: Widget['draw'] = (facts, options) => drawBadge(badge(facts, options))
  return { summary, badge, draw, colors: ['badge'], extension: 'svg' }
}

/** Returns a badge whose number `gitglot status --ref` prints for the commit in its title. */
function proven(summary: string, badgeOf: NonNullable<Widget['badge']>): Widget {
  const counted: typeof badgeOf = (facts, options) =>
    badgeOf(facts.isCounted ? facts : { ...facts, percent: undefined }, options)
  return {
    ...badge(`${summary}, with its commit`, counted),
    draw(facts, options) {
      return drawBadge(counted(facts, options), options.base + facts.page, facts.commits)
    },
  }
}

function bars(summary: string, draw: Widget['draw']): Widget {
  return { summary, draw, colors: ['auto', 'red', 'green', 'blue'], extension: 'svg' }
}

function figures(summary: string, draw: Widget['draw']): Widget {
  return { summary, draw, colors: ['grey', 'white', 'black'], extension: 'png' }
}

/** Widgets by the first part of their names: Weblate's, then gitglot's own. */
export const WIDGETS: ReadonlyMap<string, Widget> = new Map<string, Widget>([
  ['svg', badge('Translated', capitalizedBadge)],
  ['status', { ...badge('Translated, as PNG', translatedBadge), extension: 'png' }],
  ['language', badge('Languages', languageBadge)],
  ['multi', bars('A bar for each language', drawMulti)],
  ['horizontal', bars('An upright bar for each language', drawHorizontal)],
  ['matrix', bars('A cell for each language', drawMatrix)],
  ['287x66', figures('Strings, languages and percent', drawWide)],
  ['88x31', figures('Percent', drawSmall)],
  ['open', { summary: 'Social preview card', colors: ['graph'], extension: 'png', draw: drawCard }],
  ['translated', proven('Translated', shareBadge)],
  ['languages', proven('Languages translated so far', languagesBadge)],
  ['errors', proven('Errors', errorsBadge)],
  ['outdated', { ...proven('Outdated', outdatedBadge), needsOutdated: true }],
])
