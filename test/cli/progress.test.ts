import { expect, test } from 'vitest'
import { createCounter, readingHistory } from '../../src/cli/output/progress.ts'

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
  ['a terminal shows how many there are', true, ['\rfiles: 20', '\rfiles: 40', '\r\x1b[K']],
  ['a pipe does not', false, []],
])('%s', (_, isTTY, expected) => {
  const texts: string[] = []
  const counter = createCounter('files', { isTTY, write: (text) => texts.push(text) })
  for (let count = 0; count < 45; count++) counter.add()
  counter.end()
  expect(texts).toStrictEqual(expected)
})
