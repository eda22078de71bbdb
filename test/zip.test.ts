import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { createZip, type ZipMember, zipInSteps } from '../src/zip.ts'

async function* from(members: Iterable<ZipMember>): AsyncGenerator<ZipMember> {
  yield* members
}

async function wholeOf(members: Iterable<ZipMember>, timestamp = 0): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of zipInSteps(from(members), timestamp)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Bytes that cannot be compressed. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let state = 1
  for (let index = 0; index < length; index++) {
    state = (state * 48_271) % 0x7fffffff
    bytes[index] = state >> 8
  }
  return bytes
}

test.each([
  ['none', []],
  ['an empty one', [{ name: 'a', bytes: Buffer.alloc(0) }]],
  [
    'some',
    [
      { name: 'p/ä.json', bytes: Buffer.from('{}') },
      { name: 'large', bytes: noise(200_000) },
      { name: 'p/last', bytes: Buffer.alloc(65_536, 'x') },
    ],
  ],
])(
  'an archive made in steps has the same members as one made at once: %s',
  async (_name, members) => {
    const whole = createZip(Object.fromEntries(members.map(({ name, bytes }) => [name, bytes])), 0)
    expect(unzipSync(await wholeOf(members))).toEqual(unzipSync(whole))
  },
)

test('archives of the same members and day are identical', async () => {
  const members = [{ name: 'a', bytes: Buffer.from('text') }]
  expect(await wholeOf(members, 86_401)).toEqual(await wholeOf(members, 2 * 86_400 - 1))
})

test('a member is requested only after the chunks before it are read', async () => {
  let asked = 0
  async function* endless(): AsyncGenerator<ZipMember> {
    for (;;) yield { name: String(asked++), bytes: noise(100_000) }
  }
  const chunks = zipInSteps(endless(), 0)
  for (let index = 0; index < 3; index++) {
    expect((await chunks.next()).value?.length).toBeLessThan(300_000)
    expect(asked).toBeLessThan(index + 3)
  }
  await chunks.return(undefined)
})

test('an archive is the same in all time zones', async () => {
  const members = [{ name: 'a', bytes: Buffer.from('text') }]
  const { TZ } = process.env
  onTestFinished(() => {
    if (TZ === undefined) delete process.env['TZ']
    else process.env['TZ'] = TZ
  })
  const made: (readonly [hours: number, archive: Buffer])[] = []
  for (const zone of ['Pacific/Auckland', 'America/Lima']) {
    process.env['TZ'] = zone
    const whole = createZip({ a: Buffer.from('text') }, 0)
    made.push([new Date(0).getHours(), Buffer.concat([await wholeOf(members), whole])])
  }
  const [[first, auckland] = [], [second, lima] = []] = made
  expect([first, second, lima]).toEqual([12, 19, auckland])
})
