import { formats } from '../../../formats/index.ts'
import { checkParam, type FormatParams } from '../../../formats/params.ts'
import { asResponseBody, type ResponseBody, textOf } from './fields.ts'

/** The format of a component of a server with its parameters, and remarks about those that are left out. */
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

/** Whether a server is one that tells encodings in parameters, as it also tells what components inherit. */
function hasParams(answer: ResponseBody): boolean {
  return 'inherit_license' in answer || 'access_control' in asResponseBody(answer['project'])
}

/** A value of an answer in a message. */
export function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 100) ?? 'nothing'
}
