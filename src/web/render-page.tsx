import { raw } from 'hono/html'
import { type Child, Fragment } from 'hono/jsx'
import { componentsAt, hasPlace, NOWHERE, pageOfPlace } from '../catalog/place.ts'
import { namedProjects } from '../http/refuse-unknown.ts'
import { isUnsettled } from '../model/readiness.ts'
import { nextTurn } from '../next-turn.ts'
import type { LaterValues } from './later.ts'
import { footer } from './layout/footer.tsx'
import { layout, mainOf } from './layout/layout.tsx'
import { findRefs, refMenu } from './layout/ref-menu.tsx'
import { createLinks } from './links.ts'
import type { Framed, Page, PageContent, PageRequest } from './page.ts'

/** Values that name people. A name depends on all commits that a visitor may see, so it is never shared among views. */
const NAMES_PEOPLE: ReadonlySet<string> = new Set(['commits', 'people'])

/**
 * Renders a page, or only the requested parts of it, whose optional parts it awaits for `maxWaitMs`. Also returns whether
 * the same view may render differently later.
 */
export async function renderPage(
  pageRequest: Omit<PageRequest, 'links' | 'later' | 'part'>,
  page: Page,
  wait: { readonly values: LaterValues; readonly maxWaitMs: number },
) {
  const { view, ref, place, catalog, path, query, client } = pageRequest
  const parts = new Map<string, Child>()
  let isAwaited = false
  const { project } = place
  const isOverview = ref === undefined && path === `/${pageOfPlace({ ...NOWHERE, project })}`
  const request: PageRequest = {
    ...pageRequest,
    links: createLinks(pageRequest),
    async later(key, work, maxWaitMs = wait.maxWaitMs) {
      const isOfProject = isOverview && !NAMES_PEOPLE.has(key)
      const options = { client, maxWaitMs, project: isOfProject ? project : undefined }
      const result = await wait.values.find(view, `${key} ${path}`, work, options)
      isAwaited ||= result.isAwaited
      return result
    },
    part(id, isPartAwaited, element) {
      isAwaited ||= isPartAwaited
      const part = element({ id, 'data-later': isPartAwaited ? 'true' : undefined })
      parts.set(id, part)
      return part
    },
  }
  const about = (page.about ?? componentsAt)(view, place)
  const projects = namedProjects(view, project?.config.slug)
  // Everything may change until all components have been read.
  const isUnread =
    page.needs === undefined &&
    (about.some(isUnsettled) || projects.some(({ reading }) => reading !== undefined))
  const [content, refs] = await Promise.all([page.show(request), findRefs(request)])
  const isServed = ref !== undefined && hasPlace(catalog.current(), place)
  const menu =
    (refs !== undefined || isUnread) &&
    request.part('refs', isUnread || refs?.isAwaited === true, (attributes) =>
      refs ? (
        refMenu(refs.value ?? [], isServed, request, attributes)
      ) : (
        <p hidden {...attributes} />
      ),
    )
  // Content and HTML of thousands of rows take tens of milliseconds each.
  await nextTurn()
  const body = [
    request.part('main', isUnread, (attributes) => mainOf(request, content, attributes)),
    request.part('end', isUnread, (attributes) => footer(request, content.facts ?? [], attributes)),
  ]
  // Some parts are rendered while the body is written.
  const main = raw(await written(body))
  const { isLive = false } = content
  const isTransient = content.isTransient === true || isAwaited || isLive
  const partIds = query.get('part')?.split(',')
  if (partIds !== undefined) {
    return { html: await written(partIds.map((id) => parts.get(id))), isTransient, isLive }
  }
  return { html: await layout(request, content, main, menu, isAwaited), isTransient, isLive }
}

async function written(children: Child[]): Promise<string> {
  return Fragment({ children }).toString()
}

/** Renders a page whose content is known: between header and footer, without a menu of refs. */
export function framed(request: Framed, content: PageContent): Promise<string> {
  return layout(request, content, [
    mainOf(request, content, { id: 'main' }),
    footer(request, content.facts, { id: 'end' }),
  ])
}
