import type { Entry } from '../../../formats/entry.ts'
import { checkText, flagsOfEntry, type Locate } from './entry.ts'
import type { MatchedFile } from './filemask.ts'
import { createVersionReader, readContent } from './read-entries.ts'
import { fileOid, formatOf, type ReadOptions } from './translation-file.ts'

/** Reads the entries of former files as they have them. Throws ParseError or RepositoryError. */
export function createFormerReader({
  config,
  repository,
}: Pick<ReadOptions, 'config' | 'repository'>): (file: MatchedFile) => readonly Entry[] {
  const format = formatOf(config)
  const readVersion = createVersionReader(format, config.template !== '')
  let last: readonly Entry[] = []
  return (file) => {
    const entries = readVersion(readContent(repository, format, fileOid(file)), file.code)
    for (const [index, entry] of entries.entries()) {
      if (entry === last[index]) continue
      checkText(entry.target, entry, NOWHERE)
      if (!format.templateFlagsOnly) flagsOfEntry(entry, NOWHERE)
    }
    last = entries
    return entries
  }
}

/** For what is asked for nothing but whether it can be read. */
const NOWHERE: Locate = () => ({ line: 1, column: 1 })
