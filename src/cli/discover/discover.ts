import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { isAddress } from '../../address.ts'
import { fieldName } from '../../config/field.ts'
import type { DiscoveredComponent, Discovery } from '../../discovery/discover.ts'
import { counted } from '../../facts/format-numbers.ts'
import { parseConfig } from '../../parse-config.ts'
import { printableJson, sanitizeTerminal } from '../../text.ts'
import type { Arguments } from '../command.ts'
import { findRepository, type LocalRepository } from '../find-repository.ts'
import { writeNewFile } from '../write-file.ts'
import { addToConfig } from './add.ts'
import { discoveredConfig, discoveredProject, discoverPlace } from './project.ts'

/** Exit code if a readable repository has no components. */
const NOTHING_FOUND = 1

/** Explains the components found in a repository, and writes a configuration with `--write`. */
export async function discoverCommand(args: Arguments): Promise<number> {
  const { values, switches } = args
  const place = await findRepository(args.operands[0])
  const discovery = discoverPlace(place)
  const isFound = discovery.components.length > 0
  const written = switches.has('write') && isFound ? write(place, discovery, args) : undefined
  const isJson = values['format'] === 'json'
  const text = isJson ? asJson(place, discovery, written) : asText(place, discovery, written)
  process.stdout.write(`${text}\n`)
  return isFound ? 0 : NOTHING_FOUND
}

/**
 * Writes a configuration, or adds to the existing one. Returns the file's name as shown to users, and the number of
 * added components; all of them for a new file. Throws ConfigError if that is invalid.
 */
function write(place: LocalRepository, discovery: Discovery, { operands, switches }: Arguments) {
  const folder = isOwnFile(place, operands) ? place.path : process.cwd()
  const path = join(folder, 'gitglot.yml')
  const repo = repoOf(place, folder)
  const force = switches.has('force')
  const added = force ? undefined : addToConfig(path, discoveredProject(place, discovery, repo))
  const text = added?.text ?? discoveredConfig(place, discovery, repo)
  // Validates the new file before writing it.
  if (added === undefined) parseConfig({ text, file: path })
  writeNewFile(path, text, force || added !== undefined)
  return { file: relative('', path), count: added?.count ?? discovery.components.length }
}

/** Returns whether the checkout has the file rather than the current folder, whose file may list many repositories. */
function isOwnFile({ folder, path }: LocalRepository, operands: readonly string[]): boolean {
  if (folder === undefined) return false
  const isElsewhere = operands.length > 0 && relative(path, process.cwd()).startsWith('..')
  return !isElsewhere || !existsSync('gitglot.yml')
}

function repoOf(place: LocalRepository, folder: string): string {
  if (place.folder !== undefined) return relative(folder, place.path) || '.'
  return isAddress(place.name) ? place.name : relative('', place.path) || '.'
}

function asText(
  place: LocalRepository,
  { components, nearMisses }: Discovery,
  written: ReturnType<typeof write> | undefined,
): string {
  const lines = components.flatMap(({ slug, filemask, explanation }) => [
    `${slug}: ${filemask}`,
    `  ${explanation}`,
  ])
  if (components.length === 0) {
    lines.push(
      `${place.name}: no component found. Looked for files of all formats with a language in their path; name other files in gitglot.yml.`,
    )
  }
  if (nearMisses.length > 0) lines.push('', 'Near misses:')
  for (const { filemask, explanation } of nearMisses) lines.push(`  ${filemask}: ${explanation}`)
  if (written?.count === 0) lines.push('', `${written.file} has them already.`)
  else if (written !== undefined)
    lines.push('', `Wrote ${counted(written.count, 'component')} to ${written.file}.`)
  else if (components.length > 0)
    lines.push('', 'Run gitglot discover --write to write this to gitglot.yml.')
  return lines.map((line) => `${/^ */.exec(line)?.[0]}${sanitizeTerminal(line)}`).join('\n')
}

/** Returns the settings under Weblate's names. */
function asJson(
  place: LocalRepository,
  { components, nearMisses }: Discovery,
  written: ReturnType<typeof write> | undefined,
): string {
  const named = (component: DiscoveredComponent) =>
    Object.fromEntries(Object.entries(component).map(([key, value]) => [fieldName(key), value]))
  return printableJson({
    repository: place.name,
    components: components.map(named),
    near_misses: nearMisses,
    written: written?.file,
  })
}
