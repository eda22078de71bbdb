import { expect, test } from 'vitest'
import {
  encodeJson,
  float,
  type Json,
  JsonExtra,
  JsonList,
  JsonText,
} from '../../src/api/rendering/json.ts'
import type { Rendering } from '../../src/api/rendering/negotiation.ts'
import { render } from '../../src/api/rendering/render.ts'
import { runSync, runYielding } from '../../src/run-yielding.ts'

const textOf = (json: Json, rendering: Pick<Rendering, 'renderer' | 'indent'>) =>
  runSync(render(json, rendering)).body.toString()

/** A page as lists have it, of `length` items. */
const pageOf = (length: number) => ({
  count: length,
  next: null,
  results: new JsonList(length, (index) => ({ index, texts: ['a', '"b"'], percent: float(50) })),
})

test.each<[string, Json]>([
  ['a page', pageOf(3)],
  ['a page without items', pageOf(0)],
  ['a list', [1, 'two', null, [true], { a: [] }]],
  ['a list without items', []],
  ['an object without members', {}],
  ['lists in objects in objects', { a: { b: [1, { c: [2] }], d: {} } }],
  ['values whose text matters', { a: new JsonText('1 pm', '13'), b: new JsonExtra([float(1)]) }],
  ['a number', 1],
])('JSON in steps is the same as at once: %s', (_name, json) => {
  for (const indent of [0, 2]) {
    expect(textOf(json, { renderer: 'json', indent })).toBe(encodeJson(json, indent))
  }
})

test('items are made one by one, as they are written', () => {
  const made: number[] = []
  const results = new JsonList(3, (index) => made.push(index))
  const steps = render({ count: 3, results }, { renderer: 'json', indent: 0 })
  while (made.length < 2) steps.next()
  expect(made).toEqual([0, 1])
})

test('while a large page is rendered others get their turns, and none of it is made for nobody', async () => {
  const leave = new AbortController()
  let turns = 0
  const count = () => {
    turns += 1
    if (turns === 20) leave.abort()
    if (turns < 1000) setImmediate(count)
  }
  setImmediate(count)
  const page = pageOf(1_000_000)
  const rendered = runYielding(render(page, { renderer: 'json', indent: 0 }), leave.signal)
  await expect(rendered).rejects.toMatchObject({ name: 'AbortError' })
  expect(turns).toBeLessThan(50)
})

test('a page of more than 64 MiB is refused', () => {
  const text = 'x'.repeat(1 << 20)
  const results = new JsonList(100, () => text)
  for (const renderer of ['json', 'csv'] as const) {
    expect(() => textOf({ results }, { renderer, indent: 0 })).toThrow('larger than 64 MiB')
  }
})
