import { expect, test } from 'vitest'
import { createCounter, readingHistory, warn } from '../../src/cli/output/progress.ts'

/** What is written while a promise waits for the first text, or for a turn where there is none to come. */
async function written(isTTY: boolean, milliseconds: number): Promise<string[]> {
  const texts: string[] = []
  let shown = () => {}
  const work = new Promise<void>((resolve) => {
    shown = resolve
    if (!isTTY || milliseconds > 0) setImmediate(resolve)
  })
  const stream = {
    isTTY,
    write(text: string) {
      texts.push(text)
      shown()
    },
  }
  await readingHistory(() => work, stream, milliseconds)
  return texts
}

test.each([
  [
    'what is slow is told at a terminal, then wiped out',
    true,
    0,
    ['reading the history...', '\r\x1b[K'],
  ],
  ['what is quick is not', true, 60_000, []],
  ['nor is anything in a pipe', false, 0, []],
])('%s', async (_, isTTY, milliseconds, texts) => {
  expect(await written(isTTY, milliseconds)).toStrictEqual(texts)
})

test.each([
  [
    'a terminal shows how many are done, ten times a second at most',
    true,
    ['\r\x1b[Kfiles: 4 of 9', '\r\x1b[Kfiles: 7 of 9', '\r\x1b[K'],
  ],
  ['a pipe does not', false, []],
])('%s', (_, isTTY, expected) => {
  const texts: string[] = []
  // What `add` and `createCounter` see, one after the other.
  const times = [0, 10, 20, 999, 1000, 1000, 1050, 1099, 1100, 1100, 1150]
  const now = () => times.shift() ?? 1150
  const stream = { isTTY, write: (text: string) => texts.push(text) }
  const counter = createCounter('files', 9, stream, now)
  for (let count = 0; count < 8; count++) counter.add()
  counter.end()
  expect(texts).toStrictEqual(expected)
})

test('work that ends within a second shows no count', () => {
  const texts: string[] = []
  const stream = { isTTY: true, write: (text: string) => texts.push(text) }
  const counter = createCounter('files', 0, stream, () => 0)
  counter.add()
  counter.end()
  expect(texts).toEqual([])
})

test.each([
  [true, '\r\x1b[Kfiles: 1\r\x1b[Kleft out: a.svg\n'],
  [false, 'left out: a.svg\n'],
])('a warning takes the line of the progress on a terminal (%s)', (isTTY, expected) => {
  let text = ''
  const stream = { isTTY, write: (more: string) => (text += more) }
  const times = [0]
  const counter = createCounter('files', 0, stream, () => times.shift() ?? 1000)
  counter.add()
  warn('left out:\na.svg', stream)
  expect(text).toBe(expected)
})
