import { type Command, NAME_KINDS } from '../command.ts'
import { format, option, repository } from './shared.ts'

export const discover: Command = {
  name: 'discover',
  summary: 'Find the components of a repository without a configuration, and explain each.',
  operands: [repository],
  options: [
    option(
      'write',
      'Write gitglot.yml, or add new components to it: at the top of the checkout; in the current folder for other repositories.',
    ),
    option('force', 'Overwrite an existing gitglot.yml.'),
    format(['text', 'json']),
  ],
  examples: {
    'gitglot discover': 'Show the components found in the current checkout.',
    'gitglot discover gethomepage/homepage --write':
      'Write a configuration for a GitHub repository.',
  },
  run: async (args) => (await import('../discover/discover.ts')).discoverCommand(args),
}

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
    option(
      'token TOKEN',
      'API token for private projects (default: $WEBLATE_TOKEN, which is safer)',
    ),
    option('output FILE', 'File to write; - prints it', { default: 'gitglot.yml' }),
    option('force', 'Overwrite an existing file.'),
    option(
      'compare',
      'Write nothing; print where the server and the mirror count differently, and the likely cause.',
    ),
    option(
      'config FILE',
      'Configuration of the mirror, for --compare (default: gitglot.yml, or the one that would be written)',
    ),
  ],
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
  run: async (args) => (await import('../import/import.ts')).importCommand(args),
}

export const lintConfig: Command = {
  name: 'lint-config',
  summary: 'Check a configuration and list all mistakes in it.',
  operands: [{ name: 'FILE', description: 'Configuration file (default: gitglot.yml)' }],
  options: [],
  examples: {
    'gitglot lint-config': 'Check gitglot.yml in the current folder.',
    'gitglot lint-config deploy/gitglot.yml':
      'Check another file; the exit code is 2 if it has mistakes.',
  },
  async run({ operands: [file = 'gitglot.yml'] }) {
    const { readConfigFile } = await import('../config-file.ts')
    const { countedConfig } = await import('../output/counted-config.ts')
    process.stdout.write(`${countedConfig(readConfigFile(file, process.env))}\n`)
    return 0
  },
}

export const doctor: Command = {
  name: 'doctor',
  summary: 'Check configuration, remotes, credentials, disk, clock and versions, and advise.',
  operands: [{ name: 'FILE', description: 'Configuration file (default: gitglot.yml)' }],
  options: [],
  examples: {
    'gitglot doctor': 'Check what gitglot.yml in the current folder needs.',
    'gitglot doctor /etc/gitglot/gitglot.yml':
      'Check another file; the exit code is 1 if something is wrong.',
  },
  async run({ operands: [file = 'gitglot.yml'] }) {
    const { runDoctor } = await import('../doctor/doctor.ts')
    return runDoctor(file, process.env)
  },
}

export const exportConfigSchema: Command = {
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
}

export const completion: Command = {
  name: 'completion',
  summary: 'Print the completion script of a shell, or the names that it completes.',
  operands: [
    {
      name: 'SHELL|NAMES',
      description: `bash, zsh or fish; or names of the current checkout: ${NAME_KINDS.join(', ')}`,
      isRequired: true,
      choices: ['bash', 'zsh', 'fish', ...NAME_KINDS],
    },
  ],
  options: [],
  examples: {
    'source <(gitglot completion bash)':
      'Complete in the current bash; add the line to ~/.bashrc for every bash.',
    'gitglot completion fish > ~/.config/fish/completions/gitglot.fish': 'Complete in every fish.',
  },
  async run({ operands: [what = ''] }, commands) {
    const kind = NAME_KINDS.find((kind) => kind === what)
    if (kind !== undefined) {
      const { namesOf } = await import('../completion/names.ts')
      const names = await namesOf(kind)
      process.stdout.write(names.map((name) => `${name}\n`).join(''))
      return 0
    }
    const { completionScript } = await import('../completion/completion.ts')
    process.stdout.write(completionScript(what, commands))
    return 0
  },
}

export const help: Command = {
  name: 'help',
  summary: 'Explain a command, or list all.',
  operands: [{ name: 'COMMAND', description: 'Command to explain (default: list all commands)' }],
  options: [],
  examples: {
    'gitglot help': 'List all commands.',
    'gitglot help check': 'Explain check and its options.',
  },
  async run({ operands: [name] }, commands) {
    const { parseArguments } = await import('../arguments.ts')
    const { helpOf } = await import('../help.ts')
    const parsed = parseArguments([...(name === undefined ? [] : [name]), '--help'], commands)
    process.stdout.write(helpOf(parsed, commands))
    return 0
  },
}
