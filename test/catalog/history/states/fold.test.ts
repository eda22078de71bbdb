import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { compareHistory } from '../../../conformance/history.ts'
import { scripted } from '../../../conformance/history-projects.ts'

/** Further recorded histories are compared by `npm run conformance -- --only history`. */
test('every change and state that Weblate recorded while following a repository agrees', async () => {
  const sections = await compareHistory({
    folder: resolve('fixtures/history'),
    weblate: '5.14',
    projects: [scripted],
    repositoryOf: () => resolve('fixtures/history/scripted.git'),
  })
  expect(sections.map(({ what, agree }) => [what, agree])).toEqual([
    ['scripted: history, changes', 392],
    ['scripted: history, states', 586],
  ])
  expect(sections.filter(({ disagree }) => disagree > 0).flatMap((one) => one.lines())).toEqual([])
})
