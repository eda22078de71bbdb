import { compareCodePoints } from '../languages/order.ts'
import { languageOfCode } from './language-code.ts'

/** Directories with copies, build output or third-party code, in the case used in paths. */
const IGNORED_DIRECTORIES: ReadonlySet<string> = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'third_party', 'Pods', 'Carthage', 'build'],
  ...['out', 'dist', 'target', 'bin', 'obj', 'coverage', 'DerivedData', 'flutter_assets'],
  ...['generated', 'intermediates', '__pycache__', 'venv'],
])

/** Directories whose sets count only if there are no others. In lower case. */
const SAMPLE_DIRECTORIES: ReadonlySet<string> = new Set([
  ...['test', 'tests', '__tests__', 'androidtest', 'fixtures', 'testdata', 'mocks'],
  ...['example', 'examples', 'sample', 'samples', 'demo'],
])

/** Directories in which the source language alone makes a set. In lower case. */
const TRANSLATION_DIRECTORIES: ReadonlySet<string> = new Set([
  ...['l10n', 'i18n', 'locale', 'locales', 'lang', 'langs', 'language', 'languages'],
  ...['translations', 'messages', '_locales', 'strings', 'i18next', 'moko-resources'],
])

const ignoredNames =
  /^(?:package(?!\.nls\.).*\.json|tsconfig.*\.json|.*\.min\.json|manifest\.json|(?:.*[._-])?schema\.json)$/i
/** Texts for the editor of a Shopify theme. */
const THEME_SCHEMA = /^([^.]+)(?:\.default)?\.schema\.json$/

/** Returns whether a directory is never searched: `node_modules`, `build`, and names that start with a dot. */
export function isIgnoredDirectory(name: string): boolean {
  return name.startsWith('.') || IGNORED_DIRECTORIES.has(name)
}

/** Returns whether a file is known to hold settings instead of translations: `package.json`, `de.min.json`. */
export function isIgnoredName(name: string): boolean {
  if (!ignoredNames.test(name)) return false
  const [, code] = THEME_SCHEMA.exec(name) ?? []
  return code === undefined || languageOfCode(code) === undefined
}

/** Returns whether a file or a directory above it is ignored. */
export function isIgnored(path: string): boolean {
  return (
    isIgnoredName(path.slice(path.lastIndexOf('/') + 1)) || ignoredDirectoryOf(path) !== undefined
  )
}

/** Returns the path of the first ignored directory above a file; undefined if there is none. */
export function ignoredDirectoryOf(path: string): string | undefined {
  const names = path.split('/')
  const index = names.slice(0, -1).findIndex(isIgnoredDirectory)
  return index < 0 ? undefined : names.slice(0, index + 1).join('/')
}

/** Returns the name of the directory that makes a file a test or example; undefined if there is none. */
export function sampleDirectoryOf(path: string): string | undefined {
  const names = path.split('/').slice(0, -1)
  return names.find((name) => SAMPLE_DIRECTORIES.has(name.toLowerCase()))
}

/** Returns whether a directory in the path has a typical name for translations: `i18n`, `locales`... */
export function isInTranslationDirectory(path: string): boolean {
  const names = path.split('/').slice(0, -1)
  return names.some(
    (name) => TRANSLATION_DIRECTORIES.has(name.toLowerCase()) || name.endsWith('.lproj'),
  )
}

/** Compares by directory, then by name: `a/b` before `a-b/c`. */
export function comparePaths(a: string, b: string): number {
  return compareCodePoints(a.replaceAll('/', '\0'), b.replaceAll('/', '\0'))
}
