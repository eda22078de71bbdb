import { kindOfPlace, type PlaceKind, pageOfPlace } from '../../catalog/place.ts'
import type { Area } from '../links.ts'
import type { Framed } from '../page.ts'

/** A tab that opens one area of a place. */
interface Tab {
  readonly name: string
  /** `overview` is the page of the place itself. */
  readonly area: 'overview' | 'languages' | Area
}

const OVERVIEW: Tab = { name: 'Overview', area: 'overview' }
const SEARCH: Tab = { name: 'Strings', area: 'search' }
const STRINGS: Tab = { name: 'Strings', area: 'translate' }
const HISTORY: readonly Tab[] = [
  { name: 'Changes', area: 'changes' },
  { name: 'Checks', area: 'checks' },
  { name: 'Outdated', area: 'outdated' },
]
const COMPARE: Tab = { name: 'Compare', area: 'compare' }
const ENGAGE: readonly Tab[] = [
  { name: 'Engage', area: 'engage' },
  { name: 'Badges', area: 'widgets' },
]

/** The tabs of each kind of place. */
const TABS: Readonly<Record<PlaceKind, readonly Tab[]>> = {
  site: [OVERVIEW, { name: 'Languages', area: 'languages' }, SEARCH, ...HISTORY],
  language: [OVERVIEW, SEARCH, ...HISTORY],
  project: [OVERVIEW, SEARCH, ...HISTORY, COMPARE, ...ENGAGE],
  projectLanguage: [OVERVIEW, STRINGS, ...HISTORY],
  category: [OVERVIEW, SEARCH, ...HISTORY],
  component: [OVERVIEW, SEARCH, ...HISTORY, COMPARE],
  translation: [OVERVIEW, STRINGS, ...HISTORY],
}

/** The tabs of areas that have none of their own. */
const TAB_OF: Readonly<Record<string, Area>> = { commits: 'changes', review: 'compare' }

/** Shows links to all areas of a place. */
export function Tabs({ request, name }: { request: Framed; name: string }) {
  const { place, path, links } = request
  const tabs = TABS[kindOfPlace(place)]
  const [, area = ''] = path.split('/')
  const first = TAB_OF[area] ?? area
  const shown = tabs.some(({ area }) => area === first)
    ? first
    : isOverview(request)
      ? 'overview'
      : undefined
  return (
    <nav class="tabs" aria-label={name}>
      <ul>
        {tabs.map(({ name, area }) => (
          <li>
            <a
              href={
                area === 'overview'
                  ? links.place(place)
                  : area === 'languages'
                    ? links.to('languages/')
                    : links.area(area, place)
              }
              aria-current={area === shown ? 'page' : undefined}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function isOverview({ path, place }: Framed): boolean {
  return path === `/${pageOfPlace(place)}`
}
