import { kindOfPlace, type PlaceKind, pageOfPlace } from '../../catalog/place.ts'
import type { Area } from '../links.ts'
import type { Framed } from '../page.ts'

/** An area of a place; `overview` is the page of the place itself. */
type Tab = 'overview' | 'languages' | Area

const NAMES: Partial<Readonly<Record<Tab, string>>> = {
  overview: 'Overview',
  languages: 'Languages',
  search: 'Strings',
  translate: 'Strings',
  changes: 'Changes',
  checks: 'Checks',
  outdated: 'Outdated',
  compare: 'Compare',
  engage: 'Engage',
  widgets: 'Badges',
}

const HISTORY: readonly Tab[] = ['changes', 'checks', 'outdated']
const SEARCHED: readonly Tab[] = ['overview', 'search', ...HISTORY]
const TRANSLATED: readonly Tab[] = ['overview', 'translate', ...HISTORY]

const TABS: Readonly<Record<PlaceKind, readonly Tab[]>> = {
  site: ['overview', 'languages', 'search', ...HISTORY],
  language: SEARCHED,
  project: [...SEARCHED, 'compare', 'engage', 'widgets'],
  projectLanguage: TRANSLATED,
  category: SEARCHED,
  component: [...SEARCHED, 'compare'],
  translation: TRANSLATED,
}

/** The tabs of areas that have none of their own. */
const TAB_OF: Readonly<Record<string, Tab>> = { commits: 'changes', review: 'compare' }

/** Shows links to all areas of a place. */
export function tabs({ place, path, links }: Framed, name: string) {
  const tabs = TABS[kindOfPlace(place)]
  const [, area = ''] = path.split('/')
  const isOverview = path === `/${pageOfPlace(place)}`
  const shown = tabs.find((tab) => tab === (TAB_OF[area] ?? area)) ?? (isOverview && 'overview')
  const addressOf = (tab: Tab) => {
    if (tab === 'overview') return links.place(place)
    return tab === 'languages' ? links.to('languages/') : links.area(tab, place)
  }
  return (
    <nav class="tabs" aria-label={name}>
      <ul>
        {tabs.map((tab) => (
          <li>
            <a href={addressOf(tab)} aria-current={tab === shown ? 'page' : undefined}>
              {NAMES[tab]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
