import type { Format } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import { ParseError, unless } from '../errors.ts'
import type { Alert } from '../model/model.ts'
import type { Matches } from './filemask.ts'
import { formatOf, type ReadOptions } from './translation-file.ts'

/** Fewer broken files are reported one by one. */
const MANY = 3

/** Returns a single alert if no translation file can be parsed, since the configured format is probably wrong. */
export function wrongFormat(
  alerts: readonly Alert[],
  { files }: Matches,
  { config, repository, library }: Pick<ReadOptions, 'config' | 'repository' | 'library'>,
): Alert | undefined {
  if (alerts.length < MANY) return undefined
  const real = files.flatMap(({ path, real }) =>
    real === undefined ? [] : [{ oid: real.oid, path }],
  )
  const paths = new Set(real.map(({ path }) => path))
  const broken = alerts.filter(
    ({ name, filename }) => name === 'ParseError' && paths.has(filename),
  ).length
  if (broken < MANY) return undefined
  const [first] = real
  if (broken < real.length || first === undefined) return undefined
  const what = `${config.filemask}: ${broken} files are not ${config.fileFormat}`
  const parse = () => {
    const likely = formatLike(repository.readBlob(first.oid), first.path, formatOf(config))
    throw new ParseError(likely === undefined ? what : `${what}; they look like ${likely}`, 1, 1)
  }
  try {
    // Stored like a file's ParseError, since several formats try to parse the file, which the main thread must never
    // do.
    library.file(['wrong format', what, first.path, first.oid].join('/'), { parse })
    return undefined
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    return { name: 'ParseError', message: error.message, filename: '' }
  }
}

/** Returns the first format with the file's extension that finds texts in it. */
function formatLike(bytes: Buffer, path: string, wrong: Format): string | undefined {
  const likely = [...formats.values()].find(
    (format) =>
      format !== wrong &&
      format.folder === undefined &&
      // It reads any text.
      format.id !== 'mediawiki' &&
      path.endsWith(`.${format.extension}`) &&
      hasTexts(bytes, format),
  )
  return likely?.id === 'json' && isNested(bytes) ? 'json-nested' : likely?.id
}

function hasTexts(bytes: Buffer, format: Format): boolean {
  const options = { languageCode: 'en', isMonolingual: format.template !== 'never' }
  const parsed = unless(() => format.parse(bytes, { ...options, onFault: () => {} }), ParseError)
  return parsed !== undefined && parsed.entries.length > 0
}

function isNested(bytes: Buffer): boolean {
  const withoutTexts = bytes.toString('utf8').replaceAll(/"(?:[^"\\]|\\.)*"/gs, '')
  return /:\s*\{/.test(withoutTexts)
}
