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
import type { CountedFacts, WidgetOptions } from './facts.ts'
import { drawSmall, drawWide } from './figures.tsx'
import { drawMatrix } from './matrix.tsx'

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

type BadgeOf = NonNullable<Widget['badge']>

function badge(summary: string, badge: BadgeOf): Widget {
  const draw: Widget['draw'] = (facts, options) => drawBadge(badge(facts, options))
  return { summary, badge, draw, colors: ['badge'], extension: 'svg' }
}

/** Returns a badge whose number `gitglot status --ref` prints for the commit in its title. */
function proven(summary: string, badgeOf: BadgeOf): Widget {
  return {
    ...badge(`${summary}, with its commit`, badgeOf),
    draw(facts, options) {
      const { commits, page } = facts.counts()
      return drawBadge(badgeOf(facts, options), { commits, page: options.base + page })
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
  [
    'svg',
    badge('Translated', (facts, { isCapitalized = false }) =>
      capitalize(translatedBadge(facts), isCapitalized),
    ),
  ],
  ['status', { ...badge('Translated, as PNG', translatedBadge), extension: 'png' }],
  ['language', badge('Languages', (facts, { threshold }) => languageBadge(facts, threshold))],
  ['multi', bars('A bar for each language', drawMulti)],
  ['horizontal', bars('An upright bar for each language', drawHorizontal)],
  ['matrix', bars('A cell for each language', drawMatrix)],
  ['287x66', figures('Strings, languages and percent', drawWide)],
  ['88x31', figures('Percent', drawSmall)],
  ['open', { summary: 'Social preview card', colors: ['graph'], extension: 'png', draw: drawCard }],
  ['translated', proven('Translated', ({ counts }) => shareBadge(counts()))],
  [
    'languages',
    proven('Languages translated so far', ({ counts }, { percent = 100 }) =>
      languagesBadge(counts(), percent),
    ),
  ],
  ['errors', proven('Errors', ({ counts }) => errorsBadge(counts()))],
  [
    'outdated',
    {
      ...proven('Outdated', ({ counts }, { outdated }) => outdatedBadge(counts(), outdated)),
      needsOutdated: true,
    },
  ],
])
