import { redact } from '../../address.ts'
import { readConfigFile } from '../config-file.ts'
import { countedConfig } from '../output/counted.ts'
import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { screenOf } from '../output/terminal.ts'
import { secretsOf } from '../renew-config.ts'
import { checkClock } from './check-clock.ts'
import { checkFolder } from './check-folder.ts'
import { checkRemotes } from './check-remotes.ts'
import { checkSettings } from './check-settings.ts'
import { checkVersions } from './check-versions.ts'
import { type Finding, findingsOf } from './finding.ts'

type Environment = Readonly<Record<string, string | undefined>>

const COLORS = { ok: 'green', warning: 'yellow', error: 'red' } as const

/**
 * Checks all that a server with this configuration needs, and prints a line for each finding: how it is, and what to do.
 * Resolves with 0, or with 1 where something is wrong. Throws ConfigError if the file has mistakes.
 */
export async function runDoctor(file: string, environment: Environment): Promise<number> {
  const { paint } = screenOf(process.stdout, environment)
  let isWrong = false
  let secrets: readonly string[] = []
  function print(findings: readonly Finding[]): void {
    for (const { level, subject, message } of findings) {
      isWrong ||= level === 'error'
      const text = sanitizeTerminal(redact(`${subject}: ${message}`, secrets))
      process.stdout.write(`${paint(COLORS[level], level.padEnd(7))} ${text}\n`)
    }
  }
  print(checkVersions(process.versions.node, environment))
  const config = readConfigFile(file, environment)
  secrets = secretsOf(config)
  print([findingsOf('configuration').ok(`${file}: ${countedConfig(config)}`)])
  print(checkSettings(config, file))
  print(checkFolder(config))
  print(await checkClock(config))
  print(await checkRemotes(config, environment))
  return isWrong ? 1 : 0
}
