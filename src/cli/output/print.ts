import { spawnSync } from 'node:child_process'
import type { Stream } from './progress.ts'

/**
 * Prints a text, through a pager if the terminal is too short for it, as Git does: `GITGLOT_PAGER`, otherwise `PAGER`,
 * otherwise less; `cat` or an empty value means none.
 */
export function print(
  text: string,
  output: Stream & { readonly rows?: number } = process.stdout,
  environment: NodeJS.ProcessEnv = process.env,
): void {
  const pager = environment['GITGLOT_PAGER'] ?? environment['PAGER'] ?? 'less'
  const isLong = output.isTTY === true && text.split('\n').length > (output.rows ?? Infinity)
  if (!isLong || pager === '' || pager === 'cat' || !page(text, pager, environment))
    output.write(text)
}

/** Runs a pager. Returns whether it exists. */
function page(text: string, pager: string, environment: NodeJS.ProcessEnv): boolean {
  // Git's default: less exits if the text fits, shows colors, and leaves the text on the screen.
  const env = { LESS: 'FRX', ...environment }
  const { status } = spawnSync(pager, {
    ...{ input: text, shell: true, env },
    stdio: ['pipe', 'inherit', 'ignore'],
  })
  // Exit codes of shells for a command that is not executable or not found.
  return status !== 126 && status !== 127
}
