import type { Command } from '../command.ts'

export const exportConfigSchema: Command = {
  name: 'export-config-schema',
  summary: 'Print the JSON schema of the configuration, for editors.',
  operands: [],
  options: [],
  examples: [
    {
      line: 'gitglot export-config-schema > gitglot.schema.json',
      meaning: 'Keep the schema beside the configuration.',
    },
    {
      line: 'gitglot export-config-schema | jq .properties',
      meaning: 'See what stands at the top of the file.',
    },
  ],
  async run() {
    const { schemaText } = await import('../../config/schema.ts')
    process.stdout.write(schemaText())
    return 0
  },
}
