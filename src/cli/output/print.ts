import { spawnSync } from 'node:child_process'

interface Output {
  readonly isTTY?: boolean
  readonly rows?: number
  write(text: string): unknown
}

/**
 * Prints a text. A terminal that is too short for it gets it through a pager, as Git does: `GITGLOT_PAGER`, else `PAGER`,
 * else less; `cat` or an empty value for none.
 */
export function print(
  text: string,
  output: Output = process.stdout,
  environment: NodeJS.ProcessEnv = process.env,
): void {
  const pager = environment['GITGLOT_PAGER'] ?? environment['PAGER'] ?? 'less'
  const isLong = output.isTTY === true && text.split('\n').length > (output.rows ?? Infinity)
  if (!isLong || pager === '' || pager === 'cat' || !page(text, pager, environment))
    output.write(text)
}

/** Whether there was such a pager. */
function page(text: string, pager: string, environment: NodeJS.ProcessEnv): boolean {
  // As Git sets it: ends where the text fits, shows colors, leaves the text on the screen.
  const env = { LESS: 'FRX', ...environment }
  const { status } = spawnSync(pager, {
    ...{ input: text, shell: true, env },
    stdio: ['pipe', 'inherit', 'ignore'],
  })
  // What shells say of a command that they do not find, or may not run.
  return status !== 126 && status !== 127
}
