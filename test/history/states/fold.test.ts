import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { compareHistory } from '../../conformance/history.ts'
import { scripted } from '../../conformance/history-projects.ts'

/** `npm run conformance -- --only history` compares more recorded histories. */
test.each([
  ['5.14', '', 'scripted', [392, 586]],
  ['2026.10', '2026.10', 'scripted in 2026.10', [485, 586]],
] as const)(
  'changes and states equal those that Weblate %s recorded while following a repository',
  async (weblate, folder, name, agree) => {
    const sections = await compareHistory({
      folder: resolve('fixtures/history', folder),
      weblate,
      projects: [scripted],
      repositoryOf: () => resolve('fixtures/history/scripted.git'),
    })
    expect(sections.map(({ what, agree }) => [what, agree])).toEqual([
      [`${name}: history, changes`, agree[0]],
      [`${name}: history, states`, agree[1]],
    ])
    expect(
      sections.filter(({ disagree }) => disagree > 0).flatMap((section) => section.lines()),
    ).toEqual([])
  },
)
