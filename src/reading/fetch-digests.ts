import type { Commit } from '../git/commit.ts'
import { absentKey, fileKey, sourceKey } from './bilingual.ts'
import { findFiles } from './component.ts'
import { type MatchedFile, type Matches, templateOf } from './filemask.ts'
import { sourceOids } from './monolingual.ts'
import { attempt, contentKey, type ReadOptions } from './translation-file.ts'

/**
 * Fetches what other nodes found in the files of a component, for `readComponent`. The keys follow from the tree; the
 * key of a source translation that others fill takes a second round, since it depends on which of these can be read.
 * Never rejects.
 */
export async function fetchFiles(
  options: ReadOptions & { readonly commit: Commit },
): Promise<void> {
  const { config, library } = options
  const matches = attempt(config.filemask, () => findFiles(options))
  if ('alert' in matches) return
  if (config.template !== '') {
    await library.files.fetch(templateKeys(matches.value, options))
  } else {
    await library.files.fetch(bilingualKeys(matches.value, options))
    await library.files.fetch(filledKeys(matches.value, options))
  }
}

function templateKeys(matches: Matches, options: ReadOptions): string[] {
  const template = templateOf(matches)?.real
  if (template === undefined) return []
  const shared = sourceOids(template, matches)
  return matches.files.flatMap((file) =>
    file.real ? contentKey(options, file, [file.real.oid, ...shared]) : [],
  )
}

function bilingualKeys({ files, base }: Matches, options: ReadOptions): string[] {
  const keys = files.flatMap((file) => (file.real ? fileKey(file, options) : []))
  const source = files[0]?.real ? files[0] : base
  if (source === undefined) return keys
  const sources = fileKey(source, options)
  return [sources, ...keys, ...keys.map((key) => absentKey(sources, key))]
}

/** Returns the keys of the source translation, and of what it lacks. */
function filledKeys({ files: [source, ...others], base }: Matches, options: ReadOptions): string[] {
  if (source === undefined) return []
  const keyOf = (file: MatchedFile): string => {
    const key = file.real ? fileKey(file, options) : ''
    const outcome = options.library.files.get(key)
    return outcome && 'error' in outcome ? '' : key
  }
  const ownKey = keyOf(source)
  const key = sourceKey(source, options.config, ownKey, others.map(keyOf))
  const sources = ownKey || (base && fileKey(base, options))
  return sources ? [key, absentKey(sources, key)] : [key]
}
