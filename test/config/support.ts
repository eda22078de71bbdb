import { parseAddress } from '../../src/address.ts'
import { checkFlags } from '../../src/checks/flag-names.ts'
import type { ComponentConfig, Config } from '../../src/config/config.ts'
import { type ReadOptions, readConfig } from '../../src/config/read.ts'
import { ConfigError } from '../../src/errors.ts'
import { checkBranchName } from '../../src/git/refs.ts'

/** Reads a text as the file `/etc/gitglot.yml`, with the parsers that the server uses. */
export function read(text: string, options: Partial<ReadOptions> = {}): Config {
  return readConfig({
    text,
    file: '/etc/gitglot.yml',
    environment: {},
    readSecretFile: () => {
      throw new Error('there are no files')
    },
    parsers: { flags: checkFlags, address: parseAddress, branch: checkBranchName },
    ...options,
  })
}

/** The problems of a text, without the name of the file. */
export function problems(text: string, options: Partial<ReadOptions> = {}): string[] {
  try {
    read(text, options)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((line) => line.replace('/etc/gitglot.yml:', ''))
  }
}

/** A project with one valid component; each argument is a line of its YAML. */
export function withComponent(...lines: readonly string[]): string {
  return withProject([], lines)
}

/** A project with one component; its fields begin at line 5. Each line overrides the default for its field. */
export function withProject(
  projectLines: readonly string[],
  componentLines: readonly string[] = [],
): string {
  const project = replaceFields(
    ['slug: p', 'name: P', 'web: https://example.org/', 'repo: https://example.org/p.git'],
    projectLines,
  )
  const component = replaceFields(
    ['slug: c', 'name: C', 'filemask: l10n/*.json', 'file_format: json'],
    componentLines,
  )
  const mapping = (lines: readonly string[], indent: string) =>
    lines.map((line, index) => `${indent}${index === 0 ? '- ' : '  '}${line}`)
  return [
    'projects:',
    ...mapping([...project, 'components:'], '  '),
    ...mapping(component, '      '),
  ].join('\n')
}

/** The only component of a text. */
export function onlyComponent(config: Config): ComponentConfig {
  const [component] = config.projects.flatMap((project) => project.components)
  if (!component) throw new Error('there is no component')
  return component
}

function replaceFields(defaults: readonly string[], lines: readonly string[]): string[] {
  const nameOf = (line: string) => line.split(':')[0]
  const names = new Set(lines.map(nameOf))
  return [...defaults.filter((line) => !names.has(nameOf(line))), ...lines]
}
