import { join, relative } from 'node:path'
import { fieldName } from '../../config/field.ts'
import type { DiscoveredComponent, Discovery } from '../../discovery/discover.ts'
import type { Arguments } from '../command.ts'
import { parseConfig } from '../config-file.ts'
import { printableJson, sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { findPlace, type Place } from '../place.ts'
import { writeNewFile } from '../write-file.ts'
import { discoverPlace } from './find.ts'
import { discoveredConfig, isAddress } from './project.ts'

/** Exit code if there are no components in a readable repository. */
const NOTHING_FOUND = 1

/** Explains the components found in a repository, and writes a configuration with `--write`. */
export async function discoverCommand(args: Arguments): Promise<number> {
  const { values, switches } = args
  const place = await findPlace(args.operands[0])
  const discovery = discoverPlace(place)
  const isFound = discovery.components.length > 0
  const file = targetOf(place)
  if (switches.has('write') && isFound) {
    const text = discoveredConfig(place, discovery, {
      repo: repoOf(place),
      isNamedByFolder: true,
    })
    // Throws here if the file could not be loaded later.
    parseConfig({ text, file: file.path })
    writeNewFile(file.path, text, switches.has('force'))
  }
  const written = switches.has('write') && isFound ? file.shown : undefined
  const isJson = values['format'] === 'json'
  const text = isJson ? asJson(place, discovery, written) : asText(place, discovery, written)
  process.stdout.write(`${text}\n`)
  return isFound ? 0 : NOTHING_FOUND
}

/** Where to write: the top of a checkout, or the current folder for other repositories. */
function targetOf(place: Place): { path: string; shown: string } {
  const path = join(place.folder === undefined ? process.cwd() : place.path, 'gitglot.yml')
  return { path, shown: relative('', path) }
}

function repoOf(place: Place): string {
  if (place.folder !== undefined) return '.'
  return isAddress(place.name) ? place.name : relative('', place.path) || '.'
}

function asText(
  place: Place,
  { components, nearMisses }: Discovery,
  written: string | undefined,
): string {
  const lines = components.flatMap(({ slug, filemask, explanation }) => [
    `${slug}: ${filemask}`,
    `  ${explanation}`,
  ])
  if (components.length === 0) {
    lines.push(
      `${place.name}: no component found. Looked for ARB, JSON, Android and TBX files with a language in their path.`,
    )
  }
  if (nearMisses.length > 0) lines.push('', 'Near misses:')
  for (const { filemask, explanation } of nearMisses) lines.push(`  ${filemask}: ${explanation}`)
  const noun = components.length === 1 ? 'component' : 'components'
  if (written !== undefined) lines.push('', `Wrote ${components.length} ${noun} to ${written}.`)
  else if (components.length > 0)
    lines.push('', 'Run gitglot discover --write to write this to gitglot.yml.')
  return lines.map((line) => `${/^ */.exec(line)?.[0]}${sanitizeTerminal(line)}`).join('\n')
}

/** The settings with Weblate's names. */
function asJson(
  place: Place,
  { components, nearMisses }: Discovery,
  written: string | undefined,
): string {
  const named = (component: DiscoveredComponent) =>
    Object.fromEntries(Object.entries(component).map(([key, value]) => [fieldName(key), value]))
  return printableJson({
    repository: place.name,
    components: components.map(named),
    near_misses: nearMisses,
    written,
  })
}
