import { formats } from '../../../formats/index.ts'
import { checkParam, type FormatParams } from '../../../formats/params.ts'
import { asResponseBody, type ResponseBody, textOf } from './fields.ts'

/** Returns the format of a server's component with its parameters, and remarks on omitted ones. */
export function formatOf(answer: ResponseBody): {
  readonly format: string
  readonly params: FormatParams
  readonly remarks: readonly string[]
} {
  const format = textOf(answer['file_format'])
  const former = hasParams(answer) ? undefined : formats.get(format)?.formerParams
  const params: Record<string, FormatParams[string]> = {}
  const remarks: string[] = []
  for (const [name, value] of Object.entries({
    ...former,
    ...asResponseBody(answer['file_format_params']),
  })) {
    const message = checkParam(format, name, value)
    if (message === undefined && isScalar(value)) params[name] = value
    else remarks.push(`file_format_params: ${name} ${message ?? NEEDS}, found ${shown(value)}`)
  }
  return { format, params, remarks }
}

const NEEDS = 'needs a text, a number, true or false'

function isScalar(value: unknown): value is FormatParams[string] {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

/** Returns whether a server reports encodings as parameters, which is so if it also reports inherited settings. */
function hasParams(answer: ResponseBody): boolean {
  return 'inherit_license' in answer || 'access_control' in asResponseBody(answer['project'])
}

/** Formats a value of a response for a message. */
export function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 100) ?? 'nothing'
}
