import { writeConfig } from '../../config/write.ts'
import { ConfigError } from '../../errors.ts'
import type { Arguments } from '../command.ts'
import { parseConfig } from '../config-file.ts'
import { sanitizeLines, sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { writeNewFile } from '../write-file.ts'
import { isThisMachine, parseServerAddress } from './address.ts'
import { WeblateClient } from './client.ts'
import { type ImportedProject, importProjects, listProjects, readProject } from './project.ts'
import { readCategoryPath, selectPath } from './select.ts'

/**
 * Writes a configuration from a Weblate server, or from a project, category or component there, and prints what was left out. Throws UsageError,
 * ConfigError if the file exists, NotFoundError and RepositoryError for answers of the server.
 */
export async function importCommand({ operands, values, switches }: Arguments): Promise<number> {
  const { output = 'gitglot.yml', token = process.env['WEBLATE_TOKEN'] } = values
  const { base, category, ...address } = parseServerAddress(operands[0] ?? '')
  const client = new WeblateClient({ base, token: token || undefined })
  const { project, path } = category ? await readCategoryPath(client, category) : address
  const slugs = project === undefined ? await listProjects(client) : [project]
  const remotes = []
  // One after the other: servers limit how much they answer.
  for (const slug of slugs) {
    remotes.push(selectPath(await readProject(client, slug, slugs.length > 1), path))
  }
  const imported = importProjects(remotes, {
    base,
    isSameMachine: isThisMachine(new URL(base).host),
  })
  const text = writeConfig(
    imported.map((one) => one.project),
    [
      `Written by gitglot import from ${base}`,
      'Left out everywhere: people and their rights, message templates, machine translation.',
      'state_from: mirror estimates, from the history, the states that strings have in the Weblate that commits to the',
      'repository; commit reads them from the served commit alone and needs no history; follow is a Weblate that follows the branch.',
    ],
  )
  const mistakes = findMistakes(text, output)
  if (output === '-') process.stdout.write(sanitizeLines(text))
  else writeNewFile(output, text, switches.has('force'))
  const lines = [...report(imported), ...mistakes.map((one) => `fix by hand: ${one}`)]
  const stream = output === '-' ? process.stderr : process.stdout
  stream.write(`${lines.map(sanitizeTerminal).join('\n')}\n`)
  return mistakes.length === 0 ? 0 : 1
}

/** Mistakes in the configuration: each field is valid, but some may not fit together. */
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
    const noun = components.length === 1 ? 'component' : 'components'
    const remarks = components.flatMap(({ fields: { slug }, comments }) =>
      comments.map((one) => `${fields.slug}/${slug}: ${one.replace(/^Left out: /, '')}`),
    )
    return [
      `${fields.slug}: ${components.length} ${noun}`,
      ...warnings.map((one) => `warning: ${one}`),
      ...[...leftOut, ...remarks].map((one) => `left out: ${one}`),
    ]
  })
}
