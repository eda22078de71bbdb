import { expect, test } from 'vitest'
import { readBody } from '../../src/http/read-body.ts'

const MIB = 1 << 20

/** A client that sends a megabyte, and ends its body later. */
function slowClient(ended: Promise<void>): Request {
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(new Uint8Array(MIB))
      await ended
      controller.close()
    },
  })
  return new Request('http://localhost/', { method: 'POST', body, duplex: 'half' })
}

test('bodies that are still being sent take 64 MiB at most', async () => {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const read = () => readBody(slowClient(ended), 2 * MIB).catch(({ status }) => status)
  const first = Array.from({ length: 64 }, read)
  expect(await Promise.race([...first, read()])).toBe(503)
  end()
  expect((await Promise.all(first)).every((bytes) => bytes.length === MIB)).toBe(true)
  expect(await read()).toHaveLength(MIB)
})
