import { isIgnoredDirectory, isInTranslationDirectory } from '../discovery/ignored-paths.ts'
import { languageOfCode } from '../discovery/language-code.ts'
import { RepositoryError } from '../errors.ts'
import { type File, listFiles } from '../git/list-files.ts'
import type { Repository } from '../git/repository.ts'

/** A file that may name keys. */
export interface CodeFile {
  /** Path from the root of the tree. */
  readonly path: string
  /** File extension in lower case, without a dot. */
  readonly extension: string
  /** Whether the file holds data, such as JSON. In data, the name of an entry does not count as a use of a key. */
  readonly isData: boolean
  readonly text: string
}

/** Extensions of binary files, of files that only hold translations, and of generated lists. */
const SKIPPED = new Set(
  (
    'png jpg jpeg gif webp avif ico svg bmp psd pdf mp3 mp4 m4a ogg wav webm mov ttf otf woff woff2 eot zip gz tgz bz2 ' +
    'xz 7z jar aar apk aab so dll dylib exe bin dat db sqlite wasm class pyc o a lock map csv tsv ipynb snap po pot mo ' +
    'gmo xlf xliff sdf arb strings stringsdict xcstrings resx resw ftl properties lang tbx tmx'
  ).split(' '),
)

const DATA = new Set('json json5 jsonc yaml yml toml xml ini'.split(' '))

/** Generated files that list every key of a template without using any. */
const GENERATED_NAME = /\.d\.ts$|\.g\.dart$|localizations(?:_\w+)?\.dart$|\.designer\.(?:cs|vb)$/i
const GENERATED_HEAD =
  /@generated|do not (?:edit|modify)|auto-?(?:matically )?generated|code generated/i
const MINIFIED_NAME = /[.-]min\.\w+$|[.-]bundle\.js$|^(?:package-lock|composer\.lock|pnpm-lock)\b/i

const MAX_BYTES = 2 << 20
const MAX_LINE = 5_000

/** Yields the files of a tree that may name keys. Skips translations and binary, built or third-party files. */
export function* readCodeFiles(
  repository: Repository,
  tree: string,
  isTranslation: (path: string) => boolean,
): Generator<CodeFile> {
  const seen = new Set<string>()
  const wantsFolder = ({ entry }: File) => !isIgnoredDirectory(entry.name)
  for (const { path, entry } of listFiles(repository, tree, wantsFolder)) {
    const extension = /\.(\w+)$/.exec(entry.name)?.[1]?.toLowerCase() ?? ''
    if (!entry.mode.startsWith('100') || SKIPPED.has(extension)) continue
    if (GENERATED_NAME.test(entry.name) || MINIFIED_NAME.test(entry.name)) continue
    const isData = DATA.has(extension)
    if (isTranslation(path) || isOtherTranslation(path, isData)) continue
    // Reads identical files only once for each extension: a copy adds nothing, unless only one of the two is data.
    const key = `${entry.oid}${extension}`
    if (seen.has(key)) continue
    seen.add(key)
    const text = readText(repository, entry.oid)
    if (text !== undefined) yield { path, extension, isData, text }
  }
}

/** Returns whether a file looks like a translation that belongs to no component. */
function isOtherTranslation(path: string, isData: boolean): boolean {
  if (!isInTranslationDirectory(path)) return false
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\..*$/, '')
  return isData || languageOfCode(name) !== undefined
}

/** Returns the text of a file; undefined for binary, generated, minified and very large files. */
function readText(repository: Repository, oid: string): string | undefined {
  let bytes: Buffer
  try {
    bytes = repository.readBlob(oid)
  } catch (error) {
    if (error instanceof RepositoryError && error.code === 'too-large') return undefined
    throw error
  }
  if (bytes.length > MAX_BYTES || bytes.subarray(0, 8000).includes(0)) return undefined
  const text = bytes.toString('utf8')
  if (GENERATED_HEAD.test(text.slice(0, 1000))) return undefined
  return text.split('\n').some((line) => line.length > MAX_LINE) ? undefined : text
}
