import { afterAll, expect, test } from 'vitest'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import { ParseError } from '../../src/errors.ts'
import type { PlacedFile } from '../../src/reading/unit-places.ts'
import { placesWork } from '../../src/reading/unit-places.ts'
import { openStore } from '../../src/store/store.ts'

const store = openStore({ path: undefined })
const engines: Engine[] = []
afterAll(async () => {
  await Promise.all(engines.map((engine) => engine.close()))
  await store.close()
})

function openEngine(threads: number, maxThreadBytes = 1 << 28): Engine {
  const engine = createEngine({ threads, store, maxThreadBytes })
  engines.push(engine)
  return engine
}

const file: PlacedFile = {
  config: { fileFormat: 'json', fileFormatParams: {}, weblate: '2026.10', sourceLanguage: 'en' },
  ...{ languageCode: 'de', isMonolingual: true, isLast: true },
  bytes: Buffer.from('{\n  "a": "x"\n}'),
}
const place = [{ line: 2, column: 3 }]

/** Work that takes a few milliseconds per 5000 keys. */
const search = (times: number) => {
  const keys = Array.from({ length: 5000 * times }, (_, index) => `"k${index}": "Segel"`)
  return { file: { ...file, bytes: Buffer.from(`{${keys.join(',\n')}}`) }, ids: ['k0'] }
}

test.each([0, 1, 2])('with %d threads the result is the same', async (threads) => {
  const engine = openEngine(threads)
  expect(await engine.ask(placesWork, { file, ids: ['a'] })).toEqual(place)
})

test.each([0, 1])('with %d threads an error of the work reaches the caller', async (threads) => {
  const broken = { ...file, bytes: Buffer.from('{\n  "a": x\n}') }
  const error = await openEngine(threads)
    .ask(placesWork, { file: broken, ids: ['a'] })
    .catch((error: unknown) => error)
  expect(error).toBeInstanceOf(ParseError)
  expect({ ...(error as ParseError) }).toMatchObject({ line: 2, column: 8 })
})

test('work that exceeds its time limit fails, and its thread is replaced', async () => {
  const engine = openEngine(1)
  await expect(engine.ask(placesWork, search(20), { maxMs: 1 })).rejects.toThrow(
    'it took more than 0.001 s',
  )
  expect(await engine.ask(placesWork, { file, ids: ['a'] })).toEqual(place)
})

test('work that exceeds the memory limit fails, and its thread is replaced', async () => {
  const engine = openEngine(1, 24 << 20)
  await expect(engine.ask(placesWork, search(400))).rejects.toThrow('memory limit')
  expect(await engine.ask(placesWork, { file, ids: ['a'] })).toEqual(place)
})

test('aborted work is dropped, whether it has begun or not', async () => {
  const engine = openEngine(1)
  const controller = new AbortController()
  const { signal } = controller
  const begun = engine.ask(placesWork, search(100), { signal })
  const waiting = engine.ask(placesWork, search(100), { signal })
  const next = engine.ask(placesWork, { file, ids: ['a'] })
  controller.abort(new Error('hung up'))
  await expect(begun).rejects.toThrow('hung up')
  await expect(waiting).rejects.toThrow('hung up')
  expect(await next).toEqual(place)
  expect(await engine.ask(placesWork, { file, ids: ['a'] }, { signal }).catch(String)).toBe(
    'Error: hung up',
  )
})

test.each([0, 1, 2])(
  'with %d threads each of several identical requests gets a result',
  async (threads) => {
    const engine = openEngine(threads)
    const ask = (id: string, background = false) =>
      engine.ask(placesWork, { file, ids: [id] }, { key: id, background })
    const results = await Promise.all([ask('a', true), ask('a'), ask('b'), ask('a')])
    expect(results).toEqual([place, place, [undefined], place])
  },
)

test('identical requests share one result only while the first is unfinished', async () => {
  const engine = openEngine(1)
  const ask = (key: string) => engine.ask(placesWork, { file, ids: ['a'] }, { key })
  const [first, second, other] = await Promise.all([ask('one'), ask('one'), ask('other')])
  expect([first === second, first === other]).toEqual([true, false])
  expect((await ask('one')) === first).toBe(false)
})

test('shared work is dropped when all its requests are aborted', async () => {
  const engine = openEngine(1)
  const [first, second] = [new AbortController(), new AbortController()]
  const ask = ({ signal }: AbortController, units: number) =>
    engine.ask(placesWork, search(units), { key: 'same', signal })
  const left = ask(first, 1)
  const staying = ask(second, 1)
  first.abort(new Error('hung up'))
  await expect(left).rejects.toThrow('hung up')
  expect(await staying).toEqual([{ line: 1, column: 2 }])

  const [third, fourth] = [new AbortController(), new AbortController()]
  const dropped = [ask(third, 400), ask(fourth, 400)]
  const next = engine.ask(placesWork, { file, ids: ['a'] })
  third.abort(new Error('hung up'))
  fourth.abort(new Error('hung up, too'))
  expect(await Promise.all(dropped.map((result) => result.catch(String)))).toEqual([
    'Error: hung up',
    'Error: hung up, too',
  ])
  expect(await next).toEqual(place)
})

test('background work leaves one thread free for other requests', async () => {
  const engine = openEngine(2)
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  await Promise.all([
    engine.ask(placesWork, search(20), { background: true }).then(note('first')),
    engine.ask(placesWork, search(20), { background: true }).then(note('second')),
    engine.ask(placesWork, { file, ids: ['a'] }).then(note('place')),
  ])
  expect(order).toEqual(['place', 'first', 'second'])
})

test('background work takes its turn while many requests wait', async () => {
  const engine = openEngine(2)
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  const ask = (name: string, units: number, background = false) =>
    engine.ask(placesWork, search(units), { background }).then(note(name))
  await Promise.all([
    ask('begun', 1),
    ask('begun', 40),
    ...Array.from({ length: 3 }, () => ask('waiting', 40)),
    ask('background', 1, true),
  ])
  expect(order.slice(0, 2)).toEqual(['begun', 'background'])
})

test('a request runs before background work that was queued earlier', async () => {
  const engine = openEngine(1)
  const order: string[] = []
  const note = (name: string) => () => order.push(name)
  await Promise.all([
    engine.ask(placesWork, search(1), { background: true }).then(note('begun')),
    engine.ask(placesWork, search(1), { background: true }).then(note('background')),
    engine.ask(placesWork, { file, ids: ['a'] }).then(note('place')),
  ])
  expect(order).toEqual(['begun', 'place', 'background'])
})

test('running, waiting and later requests of a closed engine fail', async () => {
  const engine = openEngine(1)
  const asked = [search(100), search(1)].map((args) => engine.ask(placesWork, args))
  const ended = Promise.all(asked.map((result) => result.catch(({ message }: Error) => message)))
  await engine.close()
  const late = await engine.ask(placesWork, search(1)).catch(({ message }: Error) => message)
  expect([...(await ended), late]).toEqual([
    'stopped reading: its thread ended',
    'stopped reading: the server is closing',
    'stopped reading: the server is closing',
  ])
})
