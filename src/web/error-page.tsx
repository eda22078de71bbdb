import type { Child } from 'hono/jsx'
import { decode } from '../address.ts'
import type { Catalog } from '../catalog/catalog.ts'
import {
  componentsAt,
  findPlace,
  hasPlace,
  NOWHERE,
  nameOfPlace,
  type Place,
  pageOfPlace,
} from '../catalog/place.ts'
import { visibleCatalog, visibleView } from '../http/access.ts'
import type { HttpError } from '../http/http-error.ts'
import type { RequestInfo } from '../http/request-info.ts'
import { SHOWN } from '../http/views.ts'
import type { View } from '../model/model.ts'
import { pathInProject } from '../model/paths.ts'
import { languagesOf } from '../view/view.ts'
import { linked } from './components/words.tsx'
import { languageName } from './language-name.ts'
import { componentPlace, createLinks, type Links } from './links.ts'
import type { Framed } from './page.ts'
import { framed } from './render-page.tsx'

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request has a mistake',
  404: 'Page not found',
  429: 'Too many requests',
  503: 'Not available yet',
}

const MAX_OFFERED = 30

/** Renders a page that says what went wrong and where to go next. Internal errors show no details. */
export async function errorPage(
  { status, message, retryAfterSeconds }: HttpError,
  info: RequestInfo,
  { catalog, siteTitle }: { readonly catalog: Catalog; readonly siteTitle: string },
): Promise<string> {
  const { path, query, principal } = info
  const view = visibleView(catalog.current(), principal)
  const links = createLinks({ ...info, ref: undefined })
  const request = { view, ref: undefined, place: NOWHERE, path, query, links, siteTitle }
  let main: Child
  if (status === 404 && info.ref !== undefined && message !== 'Not found.') {
    const seen = visibleCatalog(catalog, principal)
    main = await notAtRef(request, seen, { ref: info.ref, message })
  } else if (status === 404) {
    main = notFound(request)
  } else {
    const isAwaited = status === 503 && retryAfterSeconds !== undefined
    main = [
      <p>
        {status < 500 || status === 503
          ? message
          : 'The server has a bug. Its log has the details.'}
      </p>,
      isAwaited && <p>The page appears here as soon as its data has been read.</p>,
    ]
  }
  const refused =
    status < 500 ? 'The server refused the request' : 'The server failed to make this page'
  const title = TITLES[status] ?? refused
  const content = { title, main, hasTabs: false, isUnlisted: true }
  return framed(request, content)
}

/** Returns the place that the longest valid prefix of a path names. */
function nearestPlace(view: View, path: string): Place {
  const segments = path.split('/').slice(2).filter(Boolean).map(decode)
  for (let length = segments.length; length > 0; length--) {
    try {
      return findPlace(view, segments.slice(0, length))
    } catch {
      // A shorter prefix may name a place.
    }
  }
  return NOWHERE
}

function notFound({ view, links, path, siteTitle }: Framed) {
  const { project, component } = nearestPlace(view, path)
  const nearest = { ...NOWHERE, project, component }
  const named = component ?? project
  return (
    <>
      <p>
        {linked(named && links.place(nearest), named?.config.name ?? siteTitle)} has no page{' '}
        <code>{path}</code>. It has these{' '}
        {component ? 'languages' : project ? 'components' : 'projects'}:
      </p>
      {listOf(partsOf(view, nearest, links))}
    </>
  )
}

/** Returns the languages of a component, the components of a project, or all projects. */
function partsOf(view: View, place: Place, links: Links): Offered[] {
  const { project, component } = place
  const offered = (name: string, place: Place, note?: string) =>
    [name, links.place(place), note] as const
  if (component !== undefined) {
    return languagesOf([component]).map(({ language: { code } }) =>
      offered(languageName(code), { ...place, code }),
    )
  }
  if (project !== undefined) {
    return componentsAt(view, place).map((component) =>
      offered(component.config.name, componentPlace(component), pathInProject(component.config)),
    )
  }
  return view.projects.map((project) =>
    offered(project.config.name, { ...NOWHERE, project }, project.config.slug),
  )
}

/** Links to what is nearest to an address that names nothing at a ref; to other refs if the ref is unknown. */
async function notAtRef(
  { view, links, path, siteTitle }: Framed,
  catalog: Catalog,
  { ref, message }: { readonly ref: string; readonly message: string },
) {
  const place = nearestPlace(view, path)
  // Rendering the error page must not fail.
  const there = await catalog.viewAt(ref, SHOWN).catch(() => undefined)
  const nearest = there && nearestPlace(there, path)
  const shown =
    there && nearest && (hasPlace(there, nearest) ? nearest : { ...nearest, code: undefined })
  const component = place.component ?? place.project?.components.find(({ commit }) => commit)
  const refs = there === undefined && component ? await catalog.refs(component).catch(() => []) : []
  return (
    <>
      <p>{message}</p>
      {there !== undefined && shown !== undefined && (
        <p>
          <a href={links.to(pageOfPlace(shown), { ref })}>
            {nameOfPlace(there, shown, siteTitle)} at {ref}
          </a>
        </p>
      )}
      {hasPlace(view, place) && (
        <p>
          <a href={links.here({ ref: undefined })}>Show this page at the served commit.</a>
        </p>
      )}
      {refs.length > 0 && (
        <>
          <p class="after">Known branches and tags:</p>
          {listOf(refs.map(({ name, kind }) => [name, links.here({ ref: name }), kind]))}
        </>
      )}
    </>
  )
}

type Offered = readonly [name: string, address: string, note?: string | undefined]

function listOf(offered: readonly Offered[]) {
  return (
    <ul class="names after">
      {offered.slice(0, MAX_OFFERED).map(([name, address, note]) => (
        <li>
          <a href={address}>{name}</a> {note !== undefined && <small class="m">{note}</small>}
        </li>
      ))}
    </ul>
  )
}
