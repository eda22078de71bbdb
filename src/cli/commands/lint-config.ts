import type { Command } from '../command.ts'

export const lintConfig: Command = {
  name: 'lint-config',
  summary: 'Check a configuration and list all mistakes in it.',
  operands: [{ name: 'FILE', description: 'The configuration: gitglot.yml.', isRequired: false }],
  options: [],
  examples: [
    { line: 'gitglot lint-config', meaning: 'Check gitglot.yml in the current folder.' },
    {
      line: 'gitglot lint-config deploy/gitglot.yml',
      meaning: 'Check another file; exit code 2 when something is wrong in it.',
    },
  ],
  async run({ operands: [file = 'gitglot.yml'] }) {
    const { readConfigFile } = await import('../config-file.ts')
    const { projects } = readConfigFile(file, process.env)
    const components = projects.flatMap((project) => project.components).length
    process.stdout.write(
      `${count(projects.length, 'project')}, ${count(components, 'component')}\n`,
    )
    return 0
  },
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
