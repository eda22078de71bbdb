import type { Arguments } from '../command.ts'
import { screenOf } from '../output/terminal.ts'
import { printedOnce } from '../printed.ts'

/**
 * Prints the status of a repository. Resolves with 3 if a part cannot be read, which is shown as an alert, else with 0. Throws ConfigError, UsageError,
 * NotFoundError for an unknown ref, and RepositoryError if nothing can be read.
 */
export async function status(args: Arguments): Promise<number> {
  const screen = screenOf(process.stdout)
  const asked = { program: import.meta.url, args, screen }
  const { text, code } = await printedOnce(asked, async (noteRead) => {
    const { printStatus } = await import('./print-status.ts')
    return printStatus(args, screen, noteRead)
  })
  process.stdout.write(text)
  return code
}
