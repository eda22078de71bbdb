import type { JSX } from 'hono/jsx/jsx-runtime'
import {
  type Badge,
  capitalize,
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
import type { CountedFacts } from './facts.ts'
import { drawSmall, drawWide } from './figures.tsx'
import { drawMatrix } from './matrix.tsx'

export interface WidgetOptions {
  readonly color: string
  /** Minimum percentage for a language to count. */
  readonly threshold: number
  /** Whether the word of `svg-badge` is capitalized. */
  readonly isCapitalized?: boolean
  /** Minimum percentage for a language to count in `languages-badge` (default: 100). */
  readonly percent?: number
  /** Number of outdated strings; undefined if unknown. */
  readonly outdated?: number | undefined
  /** Prefix of the addresses of pages, with a trailing slash. */
  readonly base: string
}

/** An image of the state of a place. */
export interface Widget {
  /** Describes the widget to users. */
  readonly summary: string
  /** Available colors; the first is the default. */
  readonly colors: readonly [string, ...string[]]
  /** The format in which Weblate serves it and pages embed it. */
  readonly extension: 'svg' | 'png'
  /** Whether the widget requires `outdated`. */
  readonly needsOutdated?: true
  draw(facts: CountedFacts, options: WidgetOptions): JSX.Element
  /** Returns label and value, for other renderers of badges. */
  readonly badge?: (facts: CountedFacts, options: WidgetOptions) => Badge
}

const BARS = ['auto', 'red', 'green', 'blue'] as const
const GROUNDS = ['grey', 'white', 'black'] as const

const translated: Widget = {
  summary: 'Translated',
  colors: ['badge'],
  extension: 'svg',
  draw: (facts) => drawBadge(translatedBadge(facts)),
  badge: translatedBadge,
}

/** Returns a badge whose number `gitglot status --ref` prints for the commit in its title. */
function proven(summary: string, badge: NonNullable<Widget['badge']>): Widget {
  return {
    ...{ summary, badge, colors: ['badge'], extension: 'svg' },
    draw(facts, options) {
      const { commits, page } = facts.counts()
      return drawBadge(badge(facts, options), { commits, page: options.base + page })
    },
  }
}

/** Widgets by the first part of their names: Weblate's, then gitglot's own. */
export const WIDGETS: ReadonlyMap<string, Widget> = new Map<string, Widget>([
  [
    'svg',
    {
      ...translated,
      draw: (facts, { isCapitalized = false }) =>
        drawBadge(capitalize(translatedBadge(facts), isCapitalized)),
      badge: (facts, { isCapitalized = false }) =>
        capitalize(translatedBadge(facts), isCapitalized),
    },
  ],
  ['status', { ...translated, summary: 'Translated, as PNG', extension: 'png' }],
  [
    'language',
    {
      summary: 'Languages',
      colors: ['badge'],
      extension: 'svg',
      draw: (facts, { threshold }) => drawBadge(languageBadge(facts, threshold)),
      badge: (facts, { threshold }) => languageBadge(facts, threshold),
    },
  ],
  [
    'multi',
    {
      summary: 'A bar for each language',
      colors: BARS,
      extension: 'svg',
      draw: (facts, options) => drawMulti({ facts, ...options }),
    },
  ],
  [
    'horizontal',
    {
      summary: 'An upright bar for each language',
      colors: BARS,
      extension: 'svg',
      draw: (facts, options) => drawHorizontal({ facts, ...options }),
    },
  ],
  [
    'matrix',
    {
      summary: 'A cell for each language',
      colors: BARS,
      extension: 'svg',
      draw: (facts, options) => drawMatrix({ facts, ...options }),
    },
  ],
  [
    '287x66',
    {
      summary: 'Strings, languages and percent',
      colors: GROUNDS,
      extension: 'png',
      draw: (facts, { color }) => drawWide(facts, color),
    },
  ],
  [
    '88x31',
    {
      summary: 'Percent',
      colors: GROUNDS,
      extension: 'png',
      draw: (facts, { color }) => drawSmall(facts, color),
    },
  ],
  ['open', { summary: 'Social preview card', colors: ['graph'], extension: 'png', draw: drawCard }],
  ['translated', proven('Translated, with its commit', ({ counts }) => shareBadge(counts()))],
  [
    'languages',
    proven('Languages translated so far, with its commit', ({ counts }, { percent = 100 }) =>
      languagesBadge(counts(), percent),
    ),
  ],
  ['errors', proven('Errors, with its commit', ({ counts }) => errorsBadge(counts()))],
  [
    'outdated',
    {
      ...proven('Outdated, with its commit', ({ counts }, { outdated }) =>
        outdatedBadge(counts(), outdated),
      ),
      needsOutdated: true,
    },
  ],
])
