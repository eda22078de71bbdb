import type { Command } from '../command.ts'

export const importProject: Command = {
  name: 'import',
  summary: 'Write a configuration from a Weblate server, or from a project or component there.',
  operands: [
    {
      name: 'URL',
      description:
        'Address of a project, category or component on a Weblate server, or of the server for all projects.',
      isRequired: true,
    },
  ],
  options: [
    {
      name: 'token',
      value: 'TOKEN',
      description: 'API token for private projects (default: $WEBLATE_TOKEN, which is safer)',
    },
    {
      name: 'output',
      value: 'FILE',
      description: 'File to write; - prints it',
      default: 'gitglot.yml',
    },
    { name: 'force', description: 'Overwrite an existing file.' },
  ],
  examples: [
    {
      line: 'gitglot import https://hosted.weblate.org/projects/weblate/',
      meaning: 'Write gitglot.yml with the components of one project.',
    },
    {
      line: 'gitglot import https://hosted.weblate.org/projects/weblate/application/',
      meaning: 'Write gitglot.yml with one component.',
    },
    {
      line: 'WEBLATE_TOKEN=wlu_... gitglot import https://weblate.example.org/ --output all.yml',
      meaning: 'Write all projects that the token can read.',
    },
  ],
  async run(args) {
    const { importCommand } = await import('../import/import.ts')
    return importCommand(args)
  },
}
