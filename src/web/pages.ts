import { kindOfPlace, type PlaceKind } from '../catalog/place.ts'
import { descriptionsById } from '../checks/registry.ts'
import { notFound } from '../http/http-error.ts'
import type { Page } from './page.ts'
import { changes } from './pages/changes.tsx'
import { check, checks } from './pages/checks.tsx'
import { commits } from './pages/commits.tsx'
import { compare } from './pages/compare.tsx'
import { component } from './pages/component.tsx'
import { engage } from './pages/engage.tsx'
import { home } from './pages/home.tsx'
import { language, languages } from './pages/languages.tsx'
import { outdated } from './pages/outdated.tsx'
import { project } from './pages/project.tsx'
import { review } from './pages/review.tsx'
import { about, find, projects, stats } from './pages/site.tsx'
import { strings } from './pages/strings.tsx'
import { translation } from './pages/translation.tsx'
import { user, users } from './pages/users.tsx'
import { widgets } from './pages/widgets.tsx'

/** Matches the id of a check. Hono puts anchors around it, so it must be one group. */
const CHECK = `(?:${[...descriptionsById.keys()].join('|')})`

/** The address of the page of a project. */
export const PROJECTS = '/projects/:place{.+}'

/**
 * All pages by their addresses, as Hono writes them, without the slash at the end. `:place` stands for what `findPlace`
 * reads: `P`, `P/K/C`, `P/C/cs`, `P/-/cs`, `-/-/cs`.
 *
 * To add a page: a file in `pages/` whose function takes a `PageRequest` and returns a `PageContent` (see page.ts), and
 * a row here. What to know:
 * - The layout puts crumbs, tabs, the menu of refs and the footer around `main`. Headings in it are h2 and below.
 * - All addresses come from `links`: they are relative and keep `?ref=`. Never write one by hand.
 * - Numbers come from `figuresOf`, so they are the API's. Show them with `formatNumber`, days with `Time`.
 * - Nothing waits: what takes long is asked for with `later`, and what shows it is a `part`, which comes in place when it
 *   is there. A page that shows nothing without the history sets `needs`.
 * - Texts of units and names of people may be anything in any direction: `Text` and `<bdi>`. Errors of files and remotes
 *   go through `withoutServerPaths`.
 * - Nothing inline: no `style=`, no `<script>` with a body. Classes are those of assets/gitglot.css.
 */
export const PAGES: Readonly<Record<string, Page>> = {
  '/': { show: home },
  '/translate/:place{.+}': { needs: 'units', show: strings },
  '/search/:place{.+}?': { needs: 'units', show: strings },
  [`/checks/:check{${CHECK}}`]: { needs: 'units', show: check },
  [`/checks/:check{${CHECK}}/:place{.+}`]: { needs: 'units', show: check },
  '/checks/:place{.+}?': { needs: 'units', show: checks },
  '/changes/:place{.+}?': { needs: 'history', needsJob: true, show: changes },
  '/commits/:place{.+}?': { needs: 'history', show: commits },
  '/outdated/:place{.+}?': { needs: 'history', show: outdated },
  '/compare/:place{.+}': { needs: 'units', needsJob: true, show: compare },
  '/review/:project/:range{.+}': { needs: 'units', needsJob: true, show: review },
  '/engage/:place{.+}': {
    needs: 'units',
    showsUnknown: true,
    ...byPlace({ project: engage, projectLanguage: engage }),
  },
  '/widgets/:place{.+}': { needs: 'units', showsUnknown: true, ...byPlace({ project: widgets }) },
  '/projects': { show: projects },
  [PROJECTS]: byPlace({
    ...{ project, category: project, component, translation, projectLanguage: language },
  }),
  '/languages': { show: languages },
  '/languages/:language': byPlace({ language }),
  '/languages/:language/:project': byPlace({ projectLanguage: language }),
  '/users': { needs: 'history', show: users },
  '/user/:name': { needs: 'history', show: user },
  '/find': { needs: 'history', show: find },
  '/stats': { show: stats },
  '/about': { about: () => [], show: about },
}

/** Chooses the page of an area by the kind of its place. */
function byPlace(pages: Partial<Record<PlaceKind, Page['show']>>): Page {
  return {
    show(request) {
      const show = pages[kindOfPlace(request.place)]
      if (show === undefined) throw notFound()
      return show(request)
    },
  }
}
