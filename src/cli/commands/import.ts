import type { Command } from '../command.ts'

export const importProject: Command = {
  name: 'import',
  summary: 'Write the configuration of a mirror of a Weblate server, project or component.',
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
    {
      name: 'compare',
      description:
        'Write nothing; print where the server and the mirror count differently, and the likely cause.',
    },
    {
      name: 'config',
      value: 'FILE',
      description:
        'Configuration of the mirror, for --compare (default: gitglot.yml, or the one that would be written)',
    },
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
      line: 'gitglot import --compare https://hosted.weblate.org/projects/weblate/',
      meaning: 'Print where the mirror in gitglot.yml counts differently, and why.',
    },
    {
      line: 'WEBLATE_TOKEN=wlu_... gitglot import https://weblate.example.org/ --output all.yml',
      meaning: 'Write all projects that the token can read.',
    },
  ],
  run: async (args) => (await import('../import/import.ts')).importCommand(args),
}
