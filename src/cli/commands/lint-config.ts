import type { Command } from '../command.ts'

export const lintConfig: Command = {
  name: 'lint-config',
  summary: 'Check a configuration and list all mistakes in it.',
  operands: [{ name: 'FILE', description: 'Configuration file (default: gitglot.yml)' }],
  options: [],
  examples: [
    { line: 'gitglot lint-config', meaning: 'Check gitglot.yml in the current folder.' },
    {
      line: 'gitglot lint-config deploy/gitglot.yml',
      meaning: 'Check another file; the exit code is 2 if it has mistakes.',
    },
  ],
  async run({ operands: [file = 'gitglot.yml'] }) {
    const { readConfigFile } = await import('../config-file.ts')
    const { countedConfig } = await import('../output/counted-config.ts')
    process.stdout.write(`${countedConfig(readConfigFile(file, process.env))}\n`)
    return 0
  },
}
