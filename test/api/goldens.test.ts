import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { compareGoldens } from '../conformance/goldens.ts'

/** The demo project as Weblate answered for it; other projects are compared by `npm run conformance`. */
test('every recorded answer, unit and change of the demo project agrees', async () => {
  const sections = await compareGoldens({
    goldens: 'fixtures/goldens',
    weblate: '5.14',
    repositoryOf: () => resolve('fixtures/demo.git'),
  })
  expect(sections.map(({ what, agree }) => [what, agree])).toEqual([
    ['tidewatch: answers', 1065],
    ['tidewatch: units', 2597],
    ['tidewatch: changes', 2533],
    ['tidewatch: failing checks', 2461],
  ])
  expect(
    sections.filter(({ disagree }) => disagree > 0).flatMap((section) => section.lines()),
  ).toEqual([])
})
