import { expect, test } from 'vitest'
import { readingHistory } from '../../src/cli/output/progress.ts'

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
