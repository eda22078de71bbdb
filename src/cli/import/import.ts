import { writeConfig } from '../../config/write.ts'
import { ConfigError, NotFoundError, UsageError } from '../../errors.ts'
import { counted } from '../../facts/words.ts'
import type { Arguments } from '../command.ts'
import { parseConfig } from '../config-file.ts'
import { sanitizeLines, sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { writeNewFile } from '../write-file.ts'
import { isThisMachine, parseServerAddress } from './address.ts'
import { WeblateClient } from './client.ts'
import { type Comparison, compareWithMirror } from './compare.ts'
import { placeOfComponent } from './component.ts'
import { asResponseBody, linkParts, type ResponseBody, textOf, versionOf } from './fields.ts'
import {
  type ImportedProject,
  importProjects,
  listProjects,
  type RemoteProject,
  readProject,
} from './project.ts'

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
    const withShares = slugs.length > 1 && !isComparison
    remotes.push(selectPath(await readProject(client, slug, withShares), path))
  }
  const imported = importProjects(remotes, {
    base,
    isSameMachine: isThisMachine(new URL(base).host),
  })
  const isOld = remotes.some(({ answer }) => versionOf(answer) === '5.14')
  const text = writeConfig(
    imported.map(({ project }) => project),
    [
      `Written by gitglot import from ${base}`,
      'Left out everywhere: people and their rights, message templates, machine translation.',
      'state_from: mirror estimates, from the history, the states that strings have in the Weblate that commits to the',
      'repository; commit reads them from the served commit alone and needs no history; follow is a Weblate that follows the branch.',
    ],
    isOld ? { weblate: '5.14' } : {},
  )
  if (isComparison) {
    const file = config ?? 'gitglot.yml'
    return printComparison(await compareWithMirror({ client, remotes, file, imported: text }))
  }
  const mistakes = findMistakes(text, output)
  if (output === '-') process.stdout.write(sanitizeLines(text))
  else writeNewFile(output, text, switches.has('force'))
  const lines = [...report(imported), ...mistakes.map((mistake) => `fix by hand: ${mistake}`)]
  const stream = output === '-' ? process.stderr : process.stdout
  stream.write(`${lines.map(sanitizeTerminal).join('\n')}\n`)
  return mistakes.length === 0 ? 0 : 1
}

/** Prints the differences. Returns 1 if there are any. */
function printComparison({ lines, compared }: Comparison): number {
  const differences = lines.length === 0 ? 'no differences' : counted(lines.length, 'difference')
  const sum = `${differences} in ${compared} translations`
  process.stdout.write(`${[...lines, sum].map(sanitizeTerminal).join('\n')}\n`)
  return lines.length === 0 ? 0 : 1
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

function report(imported: readonly ImportedProject[]): string[] {
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

/**
 * Reduces a project to a path of slugs: a component, the component of a translation, or a whole category. Throws
 * NotFoundError.
 */
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
function categoriesOf(
  components: readonly ResponseBody[],
  categories: readonly ResponseBody[],
): ResponseBody[] {
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
    const answer = asResponseBody(await client.read(`categories/${encodeURIComponent(next)}/`))
    path.unshift(textOf(answer['slug']))
    project = idOf(answer['project']) ?? ''
    next = idOf(answer['category'])
  }
  return { project, path }
}
