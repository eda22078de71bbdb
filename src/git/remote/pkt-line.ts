/**
 * What a server sends: a line, or one of the marks between lines.
 * Format: https://git-scm.com/docs/protocol-common#_pkt_line_format
 */
export type Packet = Buffer | 'flush' | 'delimiter'

export const FLUSH: Buffer = Buffer.from('0000')
export const DELIMITER: Buffer = Buffer.from('0001')

/** A line with its length before it. */
export function encodeLine(text: string): Buffer {
  const length = Buffer.byteLength(text) + 4
  return Buffer.from(length.toString(16).padStart(4, '0') + text)
}

/** The packets of a body, without their lengths. Throws an Error when it is something else or ends within a packet. */
export async function* readPackets(body: AsyncIterable<Buffer>): AsyncGenerator<Packet, void> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of body) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length - at >= 4) {
      const digits = rest.toString('latin1', at, at + 4)
      if (!/^[0-9a-f]{4}$/i.test(digits))
        throw new Error('the remote does not speak the Git protocol')
      const length = Number.parseInt(digits, 16)
      if (length >= 4 && rest.length - at < length) break
      if (length === 0) yield 'flush'
      else if (length < 4) yield 'delimiter'
      else yield rest.subarray(at + 4, at + length)
      at += Math.max(4, length)
    }
    rest = rest.subarray(at)
  }
  if (rest.length > 0) throw new Error('the connection was cut')
}
