import type { Catalog } from '../catalog/catalog.ts'
import { NOWHERE, type Place, pageOfPlace } from '../catalog/place.ts'
import { isUnsettled } from '../catalog/readiness.ts'
import { componentsOf } from '../catalog/view/view.ts'
import { ANONYMOUS, headOf, parseRequest } from '../http/request-info.ts'
import type { FindLater } from './later.ts'
import { createLinks } from './links.ts'
import type { PageRequest } from './page.ts'
import { home } from './pages/home.tsx'
import { project } from './pages/project.tsx'

interface PrepareOptions {
  readonly catalog: Catalog
  readonly siteTitle: string
  readonly findLater: FindLater
}

/**
 * Works out what the overviews of all projects show, so that it is known when somebody asks for it: once all is read,
 * and as long as nothing else is served.
 */
export async function prepareOverviews(options: PrepareOptions): Promise<void> {
  const view = options.catalog.current()
  if (componentsOf(view).some(isUnsettled)) return
  const places = [NOWHERE, ...view.projects.map((project) => ({ ...NOWHERE, project }))]
  for (const place of places) {
    if (options.catalog.current() !== view) return
    const show = place.project === undefined ? home : project
    try {
      await show(requestFor(place, options))
    } catch {
      // Whoever asks for it is told why.
    }
  }
}

/** Nobody waits. */
const MAX_WAIT_MS = 60 * 60_000

function requestFor(place: Place, { catalog, siteTitle, findLater }: PrepareOptions): PageRequest {
  const { signal } = new AbortController()
  const url = `http://localhost/${pageOfPlace(place)}`
  const by = { principal: ANONYMOUS, client: '', origin: '', isPublic: false }
  const info = parseRequest(headOf(new Request(url)), { url, signal, since: 0, ...by })
  const view = catalog.current()
  return {
    ...{ ...info, place, siteTitle, catalog, view, key: view.key },
    ...{
      base: undefined,
      isFixed: false,
      isDemo: false,
      param: () => '',
      links: createLinks(info),
    },
    later: (key, work) =>
      findLater(view, `${key} ${info.path}`, work, { client: '', maxWaitMs: MAX_WAIT_MS }),
    part: () => null,
  }
}
