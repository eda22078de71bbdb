import type { ComponentConfig } from '../config/config.ts'
import { RepositoryError } from '../errors.ts'
import type { ReadTranslation } from './translation-file.ts'

/** Reads files up to the component's size limits. Throws RepositoryError for all files beyond. */
export function createSizeLimit({
  maxBytes,
  maxUnits,
}: ComponentConfig): (read: () => ReadTranslation) => ReadTranslation {
  let bytes = 0
  let units = 0
  const check = (): void => {
    if (bytes > maxBytes) throw beyond(`max_bytes: ${maxBytes}`)
    if (units > maxUnits) throw beyond(`max_units: ${maxUnits}`)
  }
  return (read) => {
    check()
    const translation = read()
    bytes += translation.summary.bytes
    units += translation.summary.statistics.total.units
    check()
    return translation
  }
}

function beyond(limit: string): RepositoryError {
  return new RepositoryError(
    'too-large',
    `expected all files of the component to hold at most ${limit}`,
  )
}
