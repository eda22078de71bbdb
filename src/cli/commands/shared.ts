import type { Operand, Option } from '../command.ts'

/** What many commands are about. */
export const repository: Operand = {
  name: 'PATH|URL|OWNER/NAME',
  description: 'Repository: a folder in it, an address, or one on GitHub; the current folder.',
}

/** Where components are described. */
export const config: Option = {
  name: 'config',
  value: 'FILE',
  description: 'Configuration: gitglot.yml of the repository.',
}

/** The component that is shown. */
export const component: Option = {
  name: 'component',
  value: 'P/C',
  description: 'Only this component: project/component, or its name alone.',
}

/** The language that is shown. */
export const language: Option = {
  name: 'language',
  value: 'L',
  description: 'Only this language, by its code.',
}
