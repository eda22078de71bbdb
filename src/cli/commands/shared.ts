import type { Operand, Option } from '../command.ts'

/** What many commands are about. */
export const subject: Operand = {
  name: 'PATH|URL|OWNER/NAME',
  description: 'Repository: a folder in it, an address, or one on GitHub; the current folder.',
}

/** Where components are described. */
export const config: Option = {
  name: 'config',
  value: 'FILE',
  description: 'Configuration: gitglot.yml of the repository.',
}
