import { existsSync } from 'node:fs'
import { decode } from '../../address.ts'
import { writeConfig } from '../../config/write.ts'
import { ConfigError, NotFoundError, UsageError } from '../../errors.ts'
import { counted } from '../../facts/format-numbers.ts'
import type { Arguments } from '../command.ts'
import { parseConfig, readConfigFile } from '../config-file.ts'
import { sanitizeLines, sanitizeTerminal } from '../output/terminal.ts'
import { wholeTarget } from '../target.ts'
import { writeNewFile } from '../write-file.ts'
import { WeblateClient } from './client.ts'
import { compareWithMirror } from './compare.ts'
import { isThisMachine, placeOfComponent } from './component.ts'
import { type Answer, asAnswer, linkParts, textOf, versionOf } from './fields.ts'
import { importProjects, listProjects, type RemoteProject, readProject } from './project.ts'

/**
 * Imports a configuration from a Weblate server, or from a project, category or component there, and prints what was
 * omitted; or compares the counts of a mirror. Throws UsageError, ConfigError if the file exists, NotFoundError and
 * RepositoryError for responses of the server.
 */
export async function importCommand({ operands, values, switches }: Arguments): Promise<number> {
  const { output = 'gitglot.yml', token = process.env['WEBLATE_TOKEN'], config } = values
  const isComparison = switches.has('compare')
  if (config !== undefined && !isComparison) throw new UsageError('--config needs --compare')
  const { base, category, ...address } = parseServerAddress(operands[0] ?? '')
  const client = new WeblateClient({ base, token: token || undefined })
  const { project, path } = category ? await readCategoryPath(client, category) : address
  const slugs = project === undefined ? await listProjects(client) : [project]
  const remotes = []
  // Reads one project after the other, because servers limit the rate of requests.
  for (const slug of slugs) {
    const others = slugs.length > 1 && !isComparison ? slugs : []
    remotes.push(selectPath(await readProject(client, slug, others), path))
  }
  const imported = importProjects(remotes, base, isThisMachine(new URL(base).host))
  const isOld = remotes.some(({ answer }) => versionOf(answer) === '5.14')
  const text = writeConfig(
    imported.map(({ project }) => project),
    [
      `Written by gitglot import from ${base}`,
      'Left out everywhere: people and their rights, message templates, machine translation.',
      'state_from: mirror estimates the states that strings have in the Weblate that commits to the repository, from the',
      'history; commit reads them from the served commit and needs no history; follow is a Weblate that follows the branch.',
    ],
    isOld ? '5.14' : undefined,
  )
  if (isComparison) {
    const file = config ?? 'gitglot.yml'
    const mirror = existsSync(file)
      ? readConfigFile(file, process.env)
      : parseConfig({ text, file })
    const target = wholeTarget(file, mirror)
    const { lines, compared } = await compareWithMirror(client, remotes, target)
    const differences = lines.length === 0 ? 'no differences' : counted(lines.length, 'difference')
    const sum = `${differences} in ${compared} translations`
    process.stdout.write(`${[...lines, sum].map(sanitizeTerminal).join('\n')}\n`)
    return lines.length === 0 ? 0 : 1
  }
  const mistakes = findMistakes(text, output)
  if (output === '-') process.stdout.write(sanitizeLines(text))
  else writeNewFile(output, text, switches.has('force'))
  const lines = [...report(imported), ...mistakes.map((mistake) => `fix by hand: ${mistake}`)]
  const stream = output === '-' ? process.stderr : process.stdout
  stream.write(`${lines.map(sanitizeTerminal).join('\n')}\n`)
  return mistakes.length === 0 ? 0 : 1
}

/** Returns errors in the configuration: each field is valid, but some may conflict. */
function findMistakes(text: string, file: string): string[] {
  try {
    parseConfig({ text, file })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

function report(imported: ReturnType<typeof importProjects>): string[] {
  return imported.flatMap(({ project: { fields, components }, leftOut, warnings }) => {
    const remarks = components.flatMap(({ fields: { slug }, comments }) =>
      comments.map((comment) => `${fields.slug}/${slug}: ${comment.replace(/^Left out: /, '')}`),
    )
    return [
      `${fields.slug}: ${counted(components.length, 'component')}`,
      ...warnings.map((warning) => `warning: ${warning}`),
      ...[...leftOut, ...remarks].map((remark) => `left out: ${remark}`),
    ]
  })
}

/** Reduces a project to a component, the component of a translation, or a category. Throws NotFoundError. */
function selectPath(remote: RemoteProject, path: readonly string[]): RemoteProject {
  if (path.length === 0) return remote
  const { slug, components } = remote
  const place = [slug, ...path].join('/')
  const translated = [slug, ...path.slice(0, -1)].join('/')
  const isAt = (address: string) =>
    components.filter((component) => placeOfComponent(component) === address)
  const below = components.filter((component) =>
    placeOfComponent(component).startsWith(`${place}/`),
  )
  const selected = [isAt(place), below, isAt(translated)].find(({ length }) => length > 0)
  if (selected === undefined) {
    throw new NotFoundError(`${place}: the project ${slug} has no such component or category`)
  }
  return {
    ...remote,
    components: selected,
    categories: categoriesOf(selected, remote.categories),
  }
}

/** Returns the categories that contain components, and their ancestors. */
function categoriesOf(components: readonly Answer[], categories: readonly Answer[]): Answer[] {
  const used = new Set<unknown>(components.map(({ category }) => idOf(category)))
  // Repeats the pass, since ancestors may be listed before or after their children.
  for (const _ of categories) {
    for (const { url, category } of categories) if (used.has(idOf(url))) used.add(idOf(category))
  }
  return categories.filter(({ url }) => used.has(idOf(url)))
}

function idOf(link: unknown): string | undefined {
  return linkParts(link)[1]
}

const MAX_DEPTH = 10

/** Returns the project of a category and the slugs of its path. Rejects like the client. */
async function readCategoryPath(
  client: WeblateClient,
  id: string,
): Promise<{ readonly project: string; readonly path: readonly string[] }> {
  const path: string[] = []
  let project = ''
  for (let next: string | undefined = id; next !== undefined && path.length < MAX_DEPTH; ) {
    const answer = asAnswer(await client.read(`categories/${encodeURIComponent(next)}/`))
    path.unshift(textOf(answer['slug']))
    project = idOf(answer['project']) ?? ''
    next = idOf(answer['category'])
  }
  return { project, path }
}

interface ServerAddress {
  /** Base URL of the server, without a trailing slash. */
  readonly base: string
  /** Slug of the project; undefined for all projects, or if `category` determines it. */
  readonly project?: string
  /** Slugs below the project: categories, a component, and perhaps a language; empty for the whole project. */
  readonly path: readonly string[]
  readonly category?: string
}

/**
 * Parses the URL of a Weblate server, or of a project, category, component or translation there, as a page or in the
 * API: `https://host/projects/shop/web/`, `https://host/api/components/shop/web/`, `https://host/`. Throws UsageError.
 */
export function parseServerAddress(text: string): ServerAddress {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${text}: expected the http or https address of a Weblate server`)
  }
  if (url.username || url.password) {
    throw new UsageError(`${url.host}: expected an address without a password; use --token`)
  }
  const [, folder = '', kind = '', rest = ''] =
    /^(.*?)\/*(\/api\/(?:projects|components|translations|categories))(?:\/(.*))?$/.exec(
      url.pathname,
    ) ??
    /^(.*?)\/*(\/(?:projects|engage))(?:\/(.*))?$/.exec(url.pathname) ??
    /^(.*?)\/*(?:\/api)?\/*$/.exec(url.pathname) ??
    []
  const base = `${url.origin}${folder.replace(/\/+$/, '')}`
  const [first, ...below] = rest.split('/').filter((segment) => segment !== '')
  if (first === undefined) return { base, path: [] }
  if (kind === '/api/categories') return { base, category: first, path: [] }
  return { base, project: decode(first), path: pathOf(below, kind) }
}

/** Returns the slugs in a path. In the API, one slug includes a component's categories; pages end at a `-`. */
function pathOf(segments: readonly string[], kind: string): string[] {
  if (kind === '/api/projects') return []
  if (!kind.startsWith('/api/'))
    return segments.slice(0, [...segments, '-'].indexOf('-')).map(decode)
  return segments.slice(0, 1).flatMap((segment) => decode(decode(segment)).split('/'))
}
