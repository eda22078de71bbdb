import type { Command } from '../command.ts'

export const importProject: Command = {
  name: 'import',
  summary: 'Write a configuration with the projects of a Weblate server.',
  operands: [
    {
      name: 'URL',
      description: 'Address of a project on a Weblate server, or of the server for all of them.',
      isRequired: true,
    },
  ],
  options: [
    {
      name: 'token',
      value: 'TOKEN',
      description: 'API token, for what is not public: $WEBLATE_TOKEN, which is safer.',
    },
    {
      name: 'output',
      value: 'FILE',
      description: 'Where to write; - prints it: gitglot.yml.',
    },
    { name: 'force', description: 'Overwrite a file that is there already.' },
  ],
  examples: [
    {
      line: 'gitglot import https://hosted.weblate.org/projects/weblate/',
      meaning: 'Write gitglot.yml with the components of one project.',
    },
    {
      line: 'WEBLATE_TOKEN=wlu_... gitglot import https://weblate.example.org/ --output all.yml',
      meaning: 'Write all projects that a user may see.',
    },
  ],
  async run(args) {
    const { importCommand } = await import('../import/import.ts')
    return importCommand(args)
  },
}
