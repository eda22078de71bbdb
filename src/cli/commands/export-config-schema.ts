import type { Command } from '../command.ts'

export const exportConfigSchema: Command = {
  name: 'export-config-schema',
  summary: 'Print the JSON schema of the configuration, for editors.',
  operands: [],
  options: [],
  examples: [
    {
      line: 'gitglot export-config-schema > gitglot.schema.json',
      meaning: 'Write the schema beside the configuration.',
    },
    {
      line: 'gitglot export-config-schema | jq .properties',
      meaning: 'Show the top-level fields of a configuration.',
    },
  ],
  async run() {
    const { schemaText } = await import('../../config/schema.ts')
    process.stdout.write(schemaText())
    return 0
  },
}
