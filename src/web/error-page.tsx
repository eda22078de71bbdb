import type { Child } from 'hono/jsx'
import { decode } from '../address.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { ComponentRef } from '../catalog/component-refs.ts'
import type { View } from '../catalog/model.ts'
import { pathInProject } from '../catalog/paths.ts'
import {
  componentsAt,
  findPlace,
  hasPlace,
  NOWHERE,
  nameOfPlace,
  type Place,
  pageOfPlace,
} from '../catalog/place.ts'
import { languagesOf } from '../catalog/view/view.ts'
import { visibleCatalog, visibleView } from '../http/access.ts'
import type { RequestInfo } from '../http/request-info.ts'
import { SHOWN } from '../http/views.ts'
import { languageName } from './language-name.ts'
import { Layout, Main } from './layout/layout.tsx'
import { componentPlace, createLinks, type Links } from './links.ts'

interface ErrorOptions {
  readonly status: number
  readonly message: string
  /** Whether the page may succeed later. */
  readonly isAwaited: boolean
  readonly catalog: Catalog
  readonly siteTitle: string
  readonly info: RequestInfo
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request has a mistake',
  404: 'Page not found',
  503: 'Not available yet',
}

/** Maximum number of links on an error page. */
const MAX_OFFERED = 30

/** Renders a page that says what went wrong and where to go next. Internal errors show no details. */
export async function errorPage(options: ErrorOptions): Promise<string> {
  const { status, message, catalog, siteTitle, info } = options
  const view = visibleView(catalog.current(), info.principal)
  const { ref: _, ...shownNow } = info
  const links = createLinks({ ...shownNow, ref: undefined })
  const place = nearestPlace(view, info.path)
  const ref = status === 404 && message !== 'Not found.' ? info.ref : undefined
  const refs = ref === undefined ? [] : await refsAt(place, catalog)
  const there = ref === undefined ? undefined : await nearestAt(ref, options)
  const main = {
    400: <p>{message}</p>,
    404: <NotFound {...{ ...options, view, place, there, links, refs }} />,
    503: (
      <>
        <p>{message}</p>
        {options.isAwaited && <p>The page appears here as soon as its data has been read.</p>}
      </>
    ),
  }[status] ?? <p>The server has a bug. Its log has the details.</p>
  const content = {
    title: TITLES[status] ?? 'The server failed to make this page',
    hasTabs: false,
    isUnlisted: true,
    main,
  }
  const { path, query } = info
  const request = { view, ref: undefined, place: NOWHERE, path, query, links, siteTitle }
  const shown = <Main id="main" request={request} content={content} />
  const html = <Layout request={request} content={content} main={shown} />
  return `<!doctype html>${await html.toString()}`
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

interface Nearest {
  readonly name: string
  readonly page: string
}

/**
 * Returns the name and page of what the longest valid prefix of the path names at a ref; undefined if the ref is
 * unknown.
 */
async function nearestAt(
  ref: string,
  { catalog, info, siteTitle }: ErrorOptions,
): Promise<Nearest | undefined> {
  const { viewAt } = visibleCatalog(catalog, info.principal)
  // Rendering the error page must not fail.
  const view = await viewAt(ref, SHOWN).catch(() => undefined)
  if (view === undefined) return undefined
  const place = nearestPlace(view, info.path)
  const shown = hasPlace(view, place) ? place : { ...place, code: undefined }
  return { name: nameOfPlace(view, shown, siteTitle), page: pageOfPlace(shown) }
}

/** Returns the branches and tags of a place's repository; none if it cannot be read. */
async function refsAt(
  { project, component }: Place,
  { refs }: Catalog,
): Promise<readonly ComponentRef[]> {
  const shown = component ?? project?.components.find(({ commit }) => commit !== undefined)
  if (shown === undefined) return []
  // Rendering the error page must not fail.
  return refs(shown).catch(() => [])
}

interface NotFoundProps extends ErrorOptions {
  readonly view: View
  readonly place: Place
  readonly there: Nearest | undefined
  readonly links: Links
  readonly refs: readonly ComponentRef[]
}

/** Shows where to go from an address that leads nowhere. */
function NotFound(props: NotFoundProps) {
  const { message, info, view, place, links, siteTitle } = props
  if (info.ref !== undefined && message !== 'Not found.') return <NotAtRef {...props} />
  const { project, component } = place
  const offer = (name: Child, parts: string, offered: readonly Offered[]) => (
    <Offer
      lead={
        <p>
          {name} has no page <code>{info.path}</code>. Its {parts}:
        </p>
      }
      offered={offered}
    />
  )
  if (component !== undefined) {
    const name = <a href={links.place({ ...place, code: undefined })}>{component.config.name}</a>
    const languages = languagesOf([component]).map(({ language: { code } }) => ({
      name: languageName(code),
      address: links.place({ ...place, code }),
    }))
    return offer(name, 'languages', languages)
  }
  if (project !== undefined) {
    const name = <a href={links.place({ ...NOWHERE, project })}>{project.config.name}</a>
    const components = componentsAt(view, place).map((component) => ({
      name: component.config.name,
      note: pathInProject(component.config),
      address: links.place(componentPlace(component)),
    }))
    return offer(name, 'components', components)
  }
  const projects = view.projects.map((project) => ({
    name: project.config.name,
    note: project.config.slug,
    address: links.place({ ...NOWHERE, project }),
  }))
  return offer(nameOfPlace(view, NOWHERE, siteTitle), 'projects', projects)
}

/** Explains that the ref is unknown, or that the address names nothing at this ref. */
function NotAtRef({ message, info, view, place, there, links, refs }: NotFoundProps) {
  return (
    <>
      <p>{message}</p>
      {there !== undefined && (
        <p>
          <a href={links.to(there.page, { ref: info.ref })}>
            {there.name} at {info.ref}
          </a>
        </p>
      )}
      {hasPlace(view, place) && (
        <p>
          <a href={links.here({ ref: undefined })}>Show this page at the served commit.</a>
        </p>
      )}
      {there === undefined && refs.length > 0 && (
        <Offer
          lead={<p class="after">Known branches and tags:</p>}
          offered={refs.map(({ name, kind }) => ({
            name,
            note: kind,
            address: links.here({ ref: name }),
          }))}
        />
      )}
    </>
  )
}

interface Offered {
  readonly name: string
  readonly note?: string
  readonly address: string
}

function Offer({ lead, offered }: { lead: Child; offered: readonly Offered[] }) {
  return (
    <>
      {lead}
      <ul class="names after">
        {offered.slice(0, MAX_OFFERED).map(({ name, note, address }) => (
          <li>
            <a href={address}>{name}</a> {note !== undefined && <small class="m">{note}</small>}
          </li>
        ))}
      </ul>
    </>
  )
}
