import type { Command } from '../command.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { zshCompletion } from './zsh.ts'

const scripts: Readonly<Record<string, (commands: readonly Command[]) => string>> = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
}

/** The script with which `bash`, `zsh` or `fish` complete gitglot; `''` for other shells. */
export function completionScript(shell: string, commands: readonly Command[]): string {
  return scripts[shell]?.(commands) ?? ''
}
