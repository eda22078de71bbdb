import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

// All other tests start threads as they are built: see vitest.config.ts.
test('from the source a thread starts as well', () => {
  const script = `
    import { startWorker } from ${JSON.stringify(pathToFileURL(resolve('src/start-worker.ts')).href)}
    const worker = startWorker({ name: 'git/history/history-worker', workerData: undefined })
    worker.on('message', (answer) => {
      console.log(JSON.stringify(answer))
      worker.terminate()
    })
    const history = { history: 1, path: '/nowhere', tips: [], start: { groups: [], segments: [] } }
    worker.postMessage({ id: 7, request: { ...history, task: 'update' } })`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const answer = execFileSync(process.execPath, args, { encoding: 'utf8' })
  expect(JSON.parse(answer)).toStrictEqual({
    id: 7,
    code: 'not-found',
    message: '/nowhere: expected a Git repository, found nothing',
  })
})
