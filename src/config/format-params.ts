import { checkParam } from '../../formats/params.ts'
import type { ComponentFields } from './component-fields.ts'
import type { Context } from './field-reader.ts'
import type { LocatedMap } from './yaml.ts'

/** Reports each parameter that the format does not have, at its location. */
export function checkParams(
  { fileFormat, fileFormatParams = {} }: Partial<ComponentFields>,
  map: LocatedMap,
  { report }: Context,
): void {
  const located = map.entries.get('file_format_params')?.value
  if (fileFormat === undefined || located?.kind !== 'map') return
  for (const [name, { offset, value }] of located.entries) {
    const param = fileFormatParams[name]
    const message = param === undefined ? undefined : checkParam(fileFormat, name, param)
    if (message !== undefined) report(offset, value.path, message)
  }
}
