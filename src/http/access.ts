import { createHash } from 'node:crypto'
import { oncePer } from '../cache.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Config, ProjectConfig } from '../config/config.ts'
import type { Project, View } from '../model/model.ts'
import { viewOf } from '../view/view.ts'
import type { IsTrusted } from './forwarded.ts'
import { HttpError, notAuthenticated } from './http-error.ts'
import { ANONYMOUS, type Principal, type RequestHead } from './request-info.ts'

interface Identity {
  readonly user: string
  readonly groups: readonly string[]
  readonly token: Config['tokens'][number] | undefined
}

/**
 * Returns the function that authenticates a request, by a token or by the headers of a trusted proxy that has signed
 * the user in. A server without configured tokens ignores tokens, which clients may have for another server.
 */
export function createAuthorize(
  config: Config,
  isTrusted: IsTrusted,
): (head: RequestHead) => Principal {
  if (isOpen(config)) return () => ANONYMOUS
  const byHash = new Map(config.tokens.map((token) => [token.hash, token]))
  const principals = new Map<string, Principal>()
  return (head) => {
    const token = byHash.size === 0 ? undefined : tokenIn(head.header('authorization'))
    if (token instanceof HttpError) return refused(token)
    const tokenConfig = token === undefined ? undefined : byHash.get(hashOf(token))
    if (token !== undefined && tokenConfig === undefined) return refused(failed('Invalid token.'))
    const identity = { ...proxied(head, config, isTrusted), token: tokenConfig }
    const key = JSON.stringify([identity.user, identity.groups, tokenConfig?.hash])
    const principal = principals.get(key) ?? principalOf(identity, config)
    if (principals.size < MAX_KNOWN) principals.set(key, principal)
    return principal
  }
}

const MAX_KNOWN = 10_000

/** Returns the names of the headers that identify the client, as far as answers depend on them. */
export function identityHeaders(config: Config): string[] {
  if (isOpen(config)) return []
  return ['Authorization', config.userHeader, config.groupsHeader].filter(Boolean)
}

/** Returns whether everybody gets the same answers. */
function isOpen({ requireLogin, tokens, projects }: Config): boolean {
  const hasPrivate = projects.some(({ accessControl }) => accessControl === 'private')
  return !requireLogin && tokens.length === 0 && !hasPrivate
}

/** Returns the hash of a token as the configuration stores it. */
export function hashOf(token: string): string {
  return `sha256:${createHash('sha256').update(token).digest('hex')}`
}

function tokenIn(header: string | undefined): string | undefined | HttpError {
  const [match, text] = /^(?:Token|Bearer)(?:\s+(.*))?$/i.exec(header?.trim() ?? '') ?? []
  if (match === undefined) return undefined
  if (!text) return failed('Invalid token header. No credentials provided.')
  if (/\s/.test(text)) {
    return failed('Invalid token header. Token string should not contain spaces.')
  }
  return text
}

function failed(detail: string): HttpError {
  return new HttpError(401, 'authentication_failed', detail)
}

/**
 * Returns the user that a trusted proxy names. Ignores a repeated user header, whose values Node joins with commas, and
 * user names that start with `@`, which marks groups.
 */
function proxied(
  { header, peer = '' }: RequestHead,
  { userHeader, groupsHeader }: Config,
  isTrusted: IsTrusted,
): Omit<Identity, 'token'> {
  const nobody = { user: '', groups: [] }
  if (userHeader === '' || !isTrusted(peer)) return nobody
  const user = header(userHeader.toLowerCase())?.trim() ?? ''
  if (user === '' || user.startsWith('@') || user.includes(',')) return nobody
  const groups = groupsHeader === '' ? '' : (header(groupsHeader.toLowerCase()) ?? '')
  const names = groups.split(',').map((name) => name.trim())
  return { user, groups: names.filter(Boolean) }
}

function principalOf(identity: Identity, config: Config): Principal {
  const { user, groups, token } = identity
  const scopes = token === undefined ? openScopes(config) : [...token.scopes]
  if (token?.scopes.length === 0) scopes.push('read')
  const names = new Set([user, ...groups.map((group) => `@${group}`)].filter(Boolean))
  const isMember = ({ slug, members }: ProjectConfig) =>
    members.some((member) => names.has(member)) ||
    (token !== undefined && (token.projects.length === 0 || token.projects.includes(slug)))
  const knows = (project: ProjectConfig) => project.accessControl !== 'private' || isMember(project)
  const sees = (project: ProjectConfig) => scopes.includes('read') && knows(project)
  const isKnown = user !== '' || token !== undefined
  if (config.requireLogin && !isKnown) return refused(notAuthenticated())
  const hidden = config.projects.filter((project) => !sees(project)).map(({ slug }) => slug)
  const isPublic =
    !config.requireLogin &&
    config.projects.every((project) => sees(project) === (project.accessControl !== 'private'))
  return {
    name: token === undefined ? user && `user ${user}` : `token ${token.hash}`,
    id: isPublic ? '' : hashOf(JSON.stringify(hidden)),
    sees: hidden.length === 0 ? undefined : (project) => !hidden.includes(project.slug),
    refusal: scopes.includes('read') ? undefined : failed('This token lacks the scope read.'),
    scopes,
    knows,
  }
}

/** Returns the scopes that need no token: metrics are open unless a token guards them. */
function openScopes({ tokens, requireLogin }: Config): string[] {
  const isGuarded = requireLogin || tokens.some(({ scopes }) => scopes.includes('metrics'))
  return isGuarded ? ['read'] : ['read', 'metrics']
}

function refused(refusal: HttpError): Principal {
  return { id: 'refused', name: '', refusal, scopes: [], sees: () => false, knows: () => false }
}

const viewsById = oncePer((_: View) => new Map<string, View>())

/** Returns the part of a view that a principal may see; the rest appears not to exist. */
export function visibleView(view: View, { id, sees }: Principal): View {
  if (sees === undefined) return view
  const views = viewsById(view)
  const visible = views.get(id)
  if (visible !== undefined) return visible
  const projects = view.projects.flatMap((project): Project[] => {
    if (!sees(project.config)) return []
    const shared = project.shared.filter((component) => sees(component.project.config))
    return [shared.length === project.shared.length ? project : { ...project, shared }]
  })
  // Computed from visible projects alone, so that hidden ones affect neither the key nor the time.
  const narrowed = viewOf(view.siteKey, projects)
  const shown = { ...narrowed, key: `${narrowed.key}\n${id}` }
  views.set(id, shown)
  return shown
}

/** Returns a catalog limited to what a principal may see. */
export function visibleCatalog(catalog: Catalog, principal: Principal): Catalog {
  if (principal.sees === undefined) return catalog
  const { id, sees } = principal
  const shown = (view: View) => visibleView(view, principal)
  // Never reads hidden projects: a branch that only they have must appear not to exist, also by response time.
  const refView: Catalog['refView'] = async (ref, options) => {
    const { key, cached, read } = await catalog.refView(ref, { ...options, sees })
    return {
      key: `${key}\n${id}`,
      cached: cached && shown(cached),
      read: async (job) => shown(await read(job)),
    }
  }
  return {
    ...catalog,
    view: async () => shown(await catalog.view()),
    current: () => shown(catalog.current()),
    refView,
    viewAt: async (ref, options) => (await refView(ref, options)).read(),
  }
}
