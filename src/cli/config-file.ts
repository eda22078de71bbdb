import { readFileSync, realpathSync } from 'node:fs'
import nodePath, { join, type PlatformPath, resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { readConfig } from '../config/read.ts'
import { ConfigError, hasCode, reasonOf } from '../errors.ts'
import { counted } from '../facts/format-numbers.ts'
import { parseConfig, parsers } from '../parse-config.ts'
import { packageFolder } from './package.ts'

/** Reads and validates a configuration file. Throws ConfigError if it is invalid or does not exist. */
export function readConfigFile(
  file: string,
  environment: Readonly<Record<string, string | undefined>>,
): Config {
  const readSecretFile = (path: string) => readFileSync(path, 'utf8')
  return readConfig({ text: readText(file), file, environment, readSecretFile, parsers })
}

/**
 * Reads a configuration like `parseConfig` from a file of a repository, which is untrusted because anyone who can
 * change the repository can change it. Refuses a link out of the repository, since error messages would quote its
 * target. Throws ConfigError.
 */
export function readUntrustedFile(file: string, top: string): Config {
  const text = readText(file)
  if (!isBelow(realpathSync(top), realpathSync(file))) {
    throw new ConfigError(`${file}: is a link that leads out of the repository`)
  }
  return parseConfig({ text, file })
}

/** Reads the demo project's configuration. Derived data goes to the working folder: the package may be read-only. */
export function readDemoConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const config = readConfigFile(join(packageFolder(), 'fixtures/demo.yml'), environment)
  return { ...config, dataDir: resolve('.gitglot') }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const hint = hasCode(error, 'ENOENT') ? '; gitglot discover --write writes a gitglot.yml' : ''
    throw new ConfigError(`${file}: cannot be read: ${reasonOf(error)}${hint}`, { cause: error })
  }
}

/** Returns whether a path is a folder or lies in it, by the path rules of this system or a given one. */
export function isBelow(
  folder: string,
  path: string,
  { isAbsolute, relative, sep }: PlatformPath = nodePath,
): boolean {
  const way = relative(folder, path)
  // Between drives, no relative path exists.
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Returns `2 projects, 3 components`; names projects whose components are discovered at each commit. */
export function countedConfig({ projects }: Config): string {
  const discovered = projects.filter(({ discover }) => discover !== undefined)
  const components = projects.flatMap((project) => project.components).length
  return [
    counted(projects.length, 'project'),
    ...(discovered.length < projects.length ? [counted(components, 'component')] : []),
    ...discovered.map(({ slug }) => `components of ${slug} found at each commit`),
  ].join(', ')
}
