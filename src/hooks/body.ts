import { HttpError, permissionDenied } from '../http/http-error.ts'
import { readBody } from '../http/read-body.ts'
import type { Payload } from './services.ts'

/** GitHub's own limit. */
const MAX_SIGNED_BYTES = 25 << 20
/** Limit of unsigned deliveries, which anybody can send: parsing blocks all other requests. */
const MAX_BYTES = 1 << 20

/**
 * Returns the parsed body of a delivery. With `isSigned`, parses only signed bodies; otherwise any body of up to a
 * megabyte. Rejects with HttpError if the body is unsigned, too large, of another type or not JSON.
 */
export async function readDelivery(
  request: Request,
  isSigned?: (bytes: Buffer) => boolean,
): Promise<Payload> {
  const bytes = await readBody(request, isSigned === undefined ? MAX_BYTES : MAX_SIGNED_BYTES)
  if (isSigned?.(bytes) === false) throw permissionDenied()
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  return parse(await textOf(bytes, type, request.headers.get('content-type') ?? ''))
}

async function textOf(bytes: Buffer, type: string, contentType: string): Promise<string> {
  if (type === 'application/json') return bytes.toString('utf8')
  if (type !== 'application/x-www-form-urlencoded' && type !== 'multipart/form-data') {
    const detail = `Unsupported media type "${type}" in request.`
    throw new HttpError(415, 'unsupported_media_type', detail)
  }
  const form = new Response(new Uint8Array(bytes), { headers: { 'Content-Type': contentType } })
  const payload = await form.formData().then(
    (fields) => fields.get('payload'),
    () => null,
  )
  if (typeof payload === 'string') return payload
  throw new HttpError(400, 'parse_error', 'Missing payload parameter!')
}

function parse(text: string): Payload {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new HttpError(400, 'parse_error', `JSON parse error - ${reason}`)
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return value as Payload
  }
  throw invalidData()
}

/** Returns a 400 for JSON that is not a delivery of the service. */
export function invalidData(): HttpError {
  return new HttpError(400, 'invalid', 'Invalid data in json payload!')
}
