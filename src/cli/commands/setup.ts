import type { Command } from '../command.ts'
import { format, operandsOf, optionsOf, repository } from './shared.ts'

const file = { '[FILE]': 'Configuration file (default: gitglot.yml)' }

/** The commands about configurations, in the order of the help. */
export const setup: readonly Command[] = [
  {
    name: 'discover',
    summary: 'Find the components of a repository without a configuration, and explain each one.',
    operands: operandsOf(repository),
    options: optionsOf({
      write:
        'Write gitglot.yml at the top of the checkout (for other repositories: in the current folder), or add new components to it.',
      force: 'Overwrite an existing gitglot.yml.',
      ...format(['text', 'json']),
    }),
    examples: {
      'gitglot discover': 'Show the components found in the current checkout.',
      'gitglot discover gethomepage/homepage --write':
        'Write a configuration for a GitHub repository.',
    },
    run: async (args) => (await import('../discover/discover.ts')).discoverCommand(args),
  },
  {
    name: 'import',
    summary: 'Write the configuration of a mirror of a Weblate server, project or component.',
    operands: operandsOf({
      URL: 'Address of a project, category or component on a Weblate server, or of the server for all projects.',
    }),
    options: optionsOf({
      'token TOKEN': 'API token for private projects (default: $WEBLATE_TOKEN, which is safer)',
      'output FILE': { description: 'File to write; - prints it', default: 'gitglot.yml' },
      force: 'Overwrite an existing file.',
      compare:
        'Write nothing; print where the server and the mirror count differently, with the likely cause.',
      'config FILE':
        'Configuration of the mirror, for --compare (default: gitglot.yml, or the one that would be written)',
    }),
    examples: {
      'gitglot import https://hosted.weblate.org/projects/weblate/':
        'Write gitglot.yml with the components of one project.',
      'gitglot import https://hosted.weblate.org/projects/weblate/application/':
        'Write gitglot.yml with one component.',
      'gitglot import --compare https://hosted.weblate.org/projects/weblate/':
        'Print where the mirror in gitglot.yml counts differently, and why.',
      'WEBLATE_TOKEN=wlu_... gitglot import https://weblate.example.org/ --output all.yml':
        'Write all projects that the token can read.',
    },
    run: async (args) => (await import('../import.ts')).importCommand(args),
  },
  {
    name: 'lint-config',
    summary: 'Check a configuration and list all mistakes in it.',
    operands: operandsOf(file),
    options: [],
    examples: {
      'gitglot lint-config': 'Check gitglot.yml in the current folder.',
      'gitglot lint-config deploy/gitglot.yml':
        'Check another file; the exit code is 2 if it has mistakes.',
    },
    async run({ operands: [file = 'gitglot.yml'] }) {
      const { countedConfig, readConfigFile } = await import('../config-file.ts')
      process.stdout.write(`${countedConfig(readConfigFile(file, process.env))}\n`)
      return 0
    },
  },
  {
    name: 'doctor',
    summary:
      'Check configuration, remotes, credentials, disk, clock and versions, and suggest fixes.',
    operands: operandsOf(file),
    options: [],
    examples: {
      'gitglot doctor': 'Check what gitglot.yml in the current folder needs.',
      'gitglot doctor /etc/gitglot/gitglot.yml':
        'Check another file; the exit code is 1 if something is wrong.',
    },
    run: async ({ operands: [file = 'gitglot.yml'] }) =>
      (await import('../doctor/doctor.ts')).runDoctor(file, process.env),
  },
  {
    name: 'export-config-schema',
    summary: 'Print the JSON schema of the configuration, for editors.',
    operands: [],
    options: [],
    examples: {
      'gitglot export-config-schema > gitglot.schema.json':
        'Write the schema beside the configuration.',
      'gitglot export-config-schema | jq .properties':
        'Show the top-level fields of a configuration.',
    },
    async run() {
      const { schemaText } = await import('../../config/schema.ts')
      process.stdout.write(schemaText())
      return 0
    },
  },
]
