import { existsSync } from 'node:fs'
import { writeConfig } from '../config/write.ts'
import { ConfigError, UsageError } from '../errors.ts'
import { counted } from '../facts/format-numbers.ts'
import { WeblateClient } from '../mirror/client.ts'
import { compareWithMirror } from '../mirror/compare.ts'
import { isThisMachine } from '../mirror/component.ts'
import { versionOf } from '../mirror/fields.ts'
import { importProjects } from '../mirror/project.ts'
import { readProjects } from '../mirror/read-projects.ts'
import { parseServerAddress } from '../mirror/server-address.ts'
import { parseConfig } from '../parse-config.ts'
import { sanitizeLines, sanitizeTerminal } from '../text.ts'
import { type Arguments, CANNOT_READ } from './command.ts'
import { readConfigFile } from './config-file.ts'
import { withTarget } from './open-target.ts'
import { warn } from './output/progress.ts'
import { wholeTarget } from './target.ts'
import { writeNewFile } from './write-file.ts'

/**
 * Imports a configuration from a Weblate server, or from a project, category or component there, and prints what was
 * omitted; or compares the counts of a mirror. Throws UsageError, ConfigError if the file exists, NotFoundError and
 * RepositoryError for responses of the server.
 */
export async function importCommand({ operands, values, switches }: Arguments): Promise<number> {
  const { output = 'gitglot.yml', token = process.env['WEBLATE_TOKEN'], config } = values
  const isComparison = switches.has('compare')
  if (config !== undefined && !isComparison) throw new UsageError('--config needs --compare')
  const address = parseServerAddress(operands[0] ?? '')
  const { base } = address
  const client = new WeblateClient({ base, token: token || undefined })
  const remotes = await readProjects(client, address, !isComparison)
  const imported = importProjects(remotes, base, isThisMachine(new URL(base).host))
  const text = writeConfig(
    imported.map(({ project }) => project),
    [
      `Written by gitglot import from ${base}`,
      'Left out everywhere: people and their rights, message templates, machine translation.',
      'state_from: mirror estimates the states that strings have in the Weblate that commits to the repository, from the',
      'history; commit reads them from the served commit and needs no history; follow is a Weblate that follows the branch.',
    ],
    remotes.some(({ answer }) => versionOf(answer) === '5.14') ? '5.14' : undefined,
  )
  if (isComparison) {
    const file = config ?? 'gitglot.yml'
    const mirror = existsSync(file)
      ? readConfigFile(file, process.env)
      : parseConfig({ text, file })
    const target = wholeTarget(file, mirror)
    const view = await withTarget(target, { fromWorkTree: false }, (opened) => opened.view())
    const { lines, failures, compared } = await compareWithMirror(client, remotes, view, file)
    const differences = lines.length === 0 ? 'no differences' : counted(lines.length, 'difference')
    const sum = `${differences} in ${compared} translations`
    process.stdout.write(`${[...lines, sum].map(sanitizeTerminal).join('\n')}\n`)
    for (const failure of failures) warn(failure)
    return failures.length > 0 ? CANNOT_READ : Number(lines.length > 0)
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
  return imported.flatMap(({ project: { fields, components = [] }, leftOut, warnings }) => {
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
