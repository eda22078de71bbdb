import { expect, test } from 'vitest'
import type { CatalogEvent } from '../../src/catalog/catalog.ts'
import { Report } from '../../src/cli/report.ts'

const component = 'tidewatch/web'
const ready: CatalogEvent = {
  type: 'ready',
  component,
  translations: 1,
  units: 38,
  milliseconds: 12.6,
}
const progress: CatalogEvent = { type: 'progress', component, message: 'receiving\n 5%' }
const alert: CatalogEvent = { type: 'alert', component, message: 'es.json:3:1: \x1b[2Jexpected ,' }

const now = () => new Date('2026-11-27T07:22:32.123Z')
/** What stands before each line but the first. */
const TIME = '2026-11-27T07:22:32Z'

function record(isTTY: boolean, report: (on: Report) => void): string[] {
  const written: string[] = []
  const stream = (name: string) => ({
    isTTY,
    write: (text: string) => written.push(`${name} ${text}`),
  })
  report(new Report({ out: stream('out'), err: stream('err') }, { now }))
  return written
}

test('the address comes first, then what happened before it', () => {
  const written = record(false, (report) => {
    report.happened(ready)
    report.start('at http://127.0.0.1/')
    report.happened({ ...ready, translations: 2, units: 1 })
  })
  expect(written).toStrictEqual([
    'out at http://127.0.0.1/\n',
    `out ${TIME} tidewatch/web: 1 translation, 38 units, 13 ms\n`,
    `out ${TIME} tidewatch/web: 2 translations, 1 unit, 13 ms\n`,
  ])
})

test('alerts are one line, errors come with their stack, both without control characters', () => {
  const written = record(false, (report) => {
    report.start('')
    report.happened(alert)
    const error = new Error('no\x07 network')
    error.stack = `Error: ${error.message}\n    at refresh`
    report.failed('refresh', error)
    report.happened({ type: 'failed', component, error })
  })
  expect(written).toStrictEqual([
    'out \n',
    `err ${TIME} tidewatch/web: es.json:3:1: [2Jexpected ,\n`,
    `err ${TIME} refresh\n  Error: no network\n  at refresh\n`,
    `err ${TIME} tidewatch/web: internal error\n  Error: no network\n  at refresh\n`,
  ])
})

test('progress is shown on a terminal, on one line that the next one replaces', () => {
  const written = record(true, (report) => {
    report.start('')
    report.happened(progress)
    report.happened(progress)
    report.happened(ready)
  })
  expect(written).toStrictEqual([
    'out \n',
    'err tidewatch/web: receiving 5%',
    'err \r\x1b[K',
    'err tidewatch/web: receiving 5%',
    'err \r\x1b[K',
    `out ${TIME} tidewatch/web: 1 translation, 38 units, 13 ms\n`,
  ])
})

test('progress is not written to a file', () => {
  const written = record(false, (report) => {
    report.start('')
    report.happened(progress)
  })
  expect(written).toStrictEqual(['out \n'])
})

test('as JSON each event is a line, without secrets', () => {
  const lines: string[] = []
  const stream = { write: (text: string) => lines.push(text) }
  const options = { format: 'json', level: 'debug', secrets: ['hunter2'] } as const
  const report = new Report({ out: stream, err: stream }, options)
  const request = { method: 'GET', path: '/hunter2', status: 200, milliseconds: 1.5 }
  report.start('at http://127.0.0.1/')
  report.happened({ ...alert, message: 'https://u:pw@git.example/x: gone' })
  report.happened(progress)
  report.responded({ ...request, isCached: true, id: 'r1' })
  const shown = lines.map((line) => {
    const { time, ...fields } = JSON.parse(line)
    expect(new Date(time).toISOString()).toBe(time)
    return fields
  })
  expect(shown).toStrictEqual([
    { level: 'info', event: 'start', message: 'at http://127.0.0.1/' },
    { level: 'warning', event: 'alert', component, message: 'https://git.example/x: gone' },
    {
      ...{ level: 'debug', event: 'response', method: 'GET', path: '/***', status: 200 },
      ...{ milliseconds: 1.5, cached: true, request_id: 'r1' },
    },
  ])
})

test('events below the level are left out', () => {
  const written = record(false, (report) => {
    report.start('at http://127.0.0.1/')
    report.happened({ type: 'fetched', component, milliseconds: 5, error: undefined })
    report.happened(ready)
  })
  expect(written).toStrictEqual([
    'out at http://127.0.0.1/\n',
    `out ${TIME} tidewatch/web: 1 translation, 38 units, 13 ms\n`,
  ])
})
