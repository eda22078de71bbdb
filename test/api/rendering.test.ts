import { expect, test } from 'vitest'
import {
  encodeJson,
  float,
  type Json,
  JsonExtra,
  JsonList,
  Verbatim,
} from '../../src/api/rendering/json.ts'
import { render, textOf } from '../../src/api/rendering/render.ts'

async function collect(body: Awaited<ReturnType<typeof render>>): Promise<Uint8Array[]> {
  if (typeof body !== 'function') return expect.unreachable('expected chunks')
  const chunks: Uint8Array[] = []
  for await (const chunk of body()) chunks.push(chunk)
  return chunks
}

/** A page as lists have it, of `length` items. */
const pageOf = (length: number) => ({
  count: length,
  next: null,
  results: new JsonList(length, (index) => ({ index, texts: ['a', '"b"'], percent: float(50) })),
})

test.each<[string, Json]>([
  ['a page', pageOf(1001)],
  ['a page with more behind its items', { ...pageOf(1001), languages: [{ code: 'cs' }] }],
  ['a list', Array.from({ length: 1001 }, (_, index) => ({ index, a: [], b: null }))],
])('a long list in chunks is the same as at once: %s', async (_name, json) => {
  for (const renderer of ['json', 'json-flat', 'csv'] as const) {
    for (const indent of [0, 2]) {
      const chunks = await render({ json }, { renderer, indent })
      const text = Buffer.concat(await collect(chunks)).toString()
      const whole = textOf({ json }, { renderer, indent })
      expect(text).toBe(renderer === 'json' ? encodeJson(json, indent) : whole)
    }
  }
})

test('JSON keeps the order of members and texts that matter', () => {
  const json = { b: new Verbatim('"1 pm"', '13'), a: new JsonExtra([float(1), null]), c: [], d: {} }
  expect([encodeJson(json), encodeJson(json, 2)]).toEqual([
    '{"b":"1 pm","a":[1.0,null],"c":[],"d":{}}',
    '{\n  "b": "1 pm",\n  "a": [\n    1.0,\n    null\n  ],\n  "c": [],\n  "d": {}\n}',
  ])
})

test('items of a long list are encoded as the client reads', async () => {
  const made: number[] = []
  const results = new JsonList(100_000, (index) => made.push(index))
  const open = await render({ json: { count: 3, results } }, { renderer: 'json', indent: 0 })
  if (typeof open !== 'function') expect.unreachable('expected chunks')
  const chunks = open()
  expect(made.length).toBe(0)
  await chunks.next()
  expect(made.length).toBeLessThan(2000)
})

test('a page of long texts gives other requests their turn while it is encoded', async () => {
  const results = new JsonList(50, () => 'x'.repeat(1 << 20))
  let turns = 0
  const count = () => {
    turns++
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  await render({ json: { results } }, { renderer: 'json', indent: 0 })
  clearImmediate(counting)
  expect(turns).toBeGreaterThan(49)
})

test('a page of more than 64 MiB is refused', async () => {
  const text = 'x'.repeat(1 << 20)
  const results = new JsonList(100, () => text)
  for (const renderer of ['json', 'csv'] as const) {
    await expect(render({ json: { results } }, { renderer, indent: 0 })).rejects.toThrow(
      'larger than 64 MiB',
    )
  }
})
