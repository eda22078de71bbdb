import { formats } from '../../formats/index.ts'
import { checkParam, type FormatParams } from '../../formats/params.ts'
import { parseAddress, withoutCredentials } from '../address.ts'
import { type ComponentFields, componentFields } from '../config/component-fields.ts'
import type { StateFrom } from '../config/config.ts'
import type { ComponentText } from '../config/write.ts'
import { isLoopback } from '../http/loopback.ts'
import { asObject, type Json, linkParts, takeFields, textOf, withInherited } from './fields.ts'

/** What all components of a server share. */
export interface ImportContext {
  /** Paths of categories by their id. */
  readonly categories: ReadonlyMap<string, string>
  /** All imported components that are not links themselves, as `project/component` or `project/category/component`. */
  readonly linkable: ReadonlySet<string>
  /** Slugs of the projects that each component is shared into, by `project/component`. */
  readonly shares: ReadonlyMap<string, readonly string[]>
  /** Whether only members can see the project. */
  readonly isPrivate: boolean
  /** Whether the server runs on this machine, so that its paths are valid here. */
  readonly isSameMachine: boolean
}

/** Weblate's names for Git, with or without the API of a host. */
const GIT_SYSTEMS: ReadonlySet<string> = new Set([
  ...['git', 'git-force-push', 'github', 'gitlab', 'gitea', 'gerrit', 'pagure', 'azure_devops'],
  ...['bitbucketserver', 'bitbucketcloud', 'forgejo'],
])

/** Fields whose default differs in glossaries. They are always written. */
const GLOSSARY_FIELDS: ReadonlySet<string> = new Set([
  'allowTranslationPropagation',
  'manageUnits',
  'newLang',
])

const WITHOUT_RULE: ReadonlySet<string> = new Set([
  ...['vcs', 'repo', 'branch', 'push', 'pushBranch', 'category', 'links', 'sourceLanguage'],
  ...['stateFrom', 'mirrorBaseline', 'updateInterval', 'maxBytes', 'maxUnits', 'gitExport'],
])

/** Returns `project/component` or `project/category/component` from the URL in a response. */
export function placeOfComponent(answer: Json): string {
  const [kind, ...parts] = linkParts(answer['url'])
  return kind === 'components' ? parts.join('/') : ''
}

/** Converts a response to a component with remarks on omitted fields, or says why the component itself is omitted. */
export function importComponent(answer: Json, context: ImportContext): ComponentText | string {
  const { format, params, remarks: ofFormat } = formatOf(answer)
  const vcs = textOf(answer['vcs']) || 'git'
  const supported = formats.get(format)
  // If only gitglot has a format, Weblate's format of the same name is a different one.
  if (supported === undefined || (supported.isOwn && !isGitglot(answer))) {
    return `file_format ${shown(format)} is not supported`
  }
  if (vcs !== 'local' && !GIT_SYSTEMS.has(vcs)) {
    return `vcs ${shown(vcs)} is not supported: expected Git`
  }
  if (answer['restricted'] === true && !context.isPrivate && !isGitglot(answer)) {
    return 'restricted: only some people see it on the server, but everybody would here; add it to a private project'
  }
  const isSpecial = answer['is_glossary'] === true || supported.hasTerms === true
  const settled = { ...withInherited(answer), file_format_params: params }
  const always = isSpecial ? GLOSSARY_FIELDS : undefined
  const { fields, leftOut } = takeFields(componentFields, settled, WITHOUT_RULE, always)
  const missing = (['slug', 'name', 'filemask'] as const).find((name) => !fields[name])
  if (missing !== undefined) {
    return leftOut.find((remark) => remark.startsWith(missing)) ?? `it has no ${missing}`
  }
  const source = vcs === 'local' ? { vcs: 'local' as const } : sourceOf(answer, context)
  if (typeof source === 'string') return source
  const category = context.categories.get(linkParts(answer['category'])[1] ?? '')
  const links = context.shares.get(placeOfComponent(answer))
  const { slug = '', name = '', ...others } = fields
  const remarks = [...leftOut, ...ofFormat, ...unsupported(settled)]
  return {
    fields: {
      ...{ slug, name },
      ...(category !== undefined && { category }),
      ...(links && { links }),
      ...source,
      ...others,
      ...sourceLanguageOf(answer),
      stateFrom: stateFromOf(answer),
    },
    comments: remarks.map((remark) => `Left out: ${remark}`),
  }
}

type Source = Pick<ComponentFields, 'repo'> & Partial<Pick<ComponentFields, 'branch'>>

/** Returns repository and branch, or why they are unknown. */
function sourceOf(answer: Json, { linkable, isSameMachine }: ImportContext): Source | string {
  const [kind, ...target] = linkParts(answer['linked_component'])
  const linked = target.join('/')
  if (kind === 'components' && linkable.has(linked)) return { repo: `weblate://${linked}` }
  const repo = withoutCredentials(textOf(answer['repo']))
  if (repo === '') return 'the server does not show its repository (set an API token with --token)'
  const branch = textOf(answer['branch'])
  try {
    const { transport, host } = parseAddress(repo)
    const isRemote = (transport === 'http' || transport === 'ssh') && !isThisMachine(host)
    // Otherwise a server could name folders of this machine and have their files published.
    if (!isRemote && !isSameMachine) {
      return `its repository is a path or an address on the Weblate server's own machine: ${shown(repo)}`
    }
  } catch (error) {
    // Omits only this component.
    return error instanceof Error ? error.message : String(error)
  }
  return { repo, ...(branch && { branch }) }
}

/** Unspecified addresses, which also reach this machine. */
const UNSPECIFIED: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/** Returns whether a host, in any spelling and with or without a port, is this machine by name or address. */
export function isThisMachine(host: string): boolean {
  // The URL parser normalizes 127.1, 0x7f.1 and 2130706433 to the same address.
  const address = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`).hostname : host
  const name = address
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  return isLoopback(name) || name.endsWith('.localhost') || UNSPECIFIED.has(name)
}

/** Another gitglot reports where its states come from, and shows a component to everybody who sees its project. */
export function isGitglot(answer: Json): boolean {
  return 'history' in answer
}

/** Returns where states come from: gitglot reports it, and those of a Weblate server are mirrored. */
function stateFromOf(answer: Json): StateFrom {
  const { state_from } = asObject(answer['history'])
  return componentFields.stateFrom.oneOf?.find((value) => value === state_from) ?? 'mirror'
}

function sourceLanguageOf(answer: Json): Partial<ComponentFields> {
  const { code } = asObject(answer['source_language'])
  const subset = { sourceLanguage: componentFields.sourceLanguage }
  return takeFields(subset, { source_language: code }).fields
}

function unsupported(answer: Json): string[] {
  const { addons } = answer
  const remarks: string[] = []
  if (Array.isArray(addons) && addons.length > 0) {
    remarks.push(`addons: ${addons.length}, which change files`)
  }
  const vcsParams = answer['vcs_params']
  if (Object.keys(asObject(vcsParams)).length > 0) {
    remarks.push(`vcs_params: ${shown(vcsParams)}, which gitglot does not follow`)
  }
  if (typeof answer['secondary_language'] === 'number') {
    remarks.push('secondary_language: only translators see it')
  }
  if (answer['locked'] === true) remarks.push('locked: gitglot is read-only')
  return remarks
}

/** Returns the format of a server's component with its parameters, and remarks on omitted ones. */
export function formatOf(answer: Json): {
  readonly format: string
  readonly params: FormatParams
  readonly remarks: readonly string[]
} {
  const format = textOf(answer['file_format'])
  const former = hasParams(answer) ? undefined : formats.get(format)?.formerParams
  const params: Record<string, FormatParams[string]> = {}
  const remarks: string[] = []
  for (const [name, value] of Object.entries({
    ...former,
    ...asObject(answer['file_format_params']),
  })) {
    const message = checkParam(format, name, value)
    if (message === undefined && isScalar(value)) params[name] = value
    else remarks.push(`file_format_params: ${name} ${message ?? NEEDS}, found ${shown(value)}`)
  }
  return { format, params, remarks }
}

const NEEDS = 'needs a text, a number, true or false'

function isScalar(value: unknown): value is FormatParams[string] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Returns whether a server reports encodings as parameters, which is so if it also reports inherited settings. */
function hasParams(answer: Json): boolean {
  return 'inherit_license' in answer || 'access_control' in asObject(answer['project'])
}

/** Formats a value of a response for a message. */
export function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 100) ?? 'nothing'
}
