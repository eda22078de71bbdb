import type { Conversion } from '../../formats/format.ts'
import type { Translation } from '../model/model.ts'
import { formatOf } from '../reading/translation-file.ts'

/**
 * Returns whether a translation can be downloaded in another format: some need keys, others hold one text per unit or are
 * made from certain formats alone.
 */
export function isCompatible(
  { needsKeys, isSingle, onlyFor }: Conversion,
  { component: { config } }: Translation,
): boolean {
  if (onlyFor !== undefined && !onlyFor.includes(config.fileFormat)) return false
  return (!needsKeys || config.template !== '') && !(isSingle && formatOf(config).hasAlternatives)
}
