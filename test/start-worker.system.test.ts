import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

// All other tests start built threads: see vitest.config.ts.
test('a thread also starts from source', () => {
  const script = `
    import { startWorker } from ${JSON.stringify(pathToFileURL(resolve('src/start-worker.ts')).href)}
    const worker = startWorker(2 ** 28)
    worker.on('message', ({ type, result }) => {
      if (type !== 'end') return
      console.log(JSON.stringify(result))
      worker.terminate()
    })
    const bytes = Buffer.from('a: 1')
    const config = { fileFormat: 'yaml', fileFormatParams: {}, weblate: '5.14' }
    const file = { config, languageCode: 'de', isMonolingual: true, isLast: true, bytes }
    worker.postMessage({ name: 'places', args: { file, ids: ['a'] }, slowBlobs: [], timesBlobs: false })`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const output = execFileSync(process.execPath, args, { encoding: 'utf8' })
  expect(JSON.parse(output)).toStrictEqual([{ line: 1, column: 1 }])
})
