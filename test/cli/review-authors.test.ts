import { expect, test } from 'vitest'
import type { ReviewSummary } from '../../src/facts/review.ts'
import { createBranch } from '../support/branch.ts'
import { gitglot } from '../support/command.ts'

const files = (folder: string, word: string) => ({
  [`${folder}/en.json`]: `{"a": "Same text", "b": "${word} text"}`,
  [`${folder}/de.json`]: `{"a": "Gleicher Text", "b": "${word} Wort"}`,
})

test('commits before the base are not reviewed, also if its files moved', async () => {
  const { path, oids } = await createBranch([
    [0, 'Ada <ada@example.org>', files('l', 'Old')],
    [1, 'Bob <bob@example.org>', files('m', 'Entirely other')],
    [2, 'Cy <cy@example.org>', files('l', 'New')],
  ])
  const authorsOf = async (range: string) => {
    const { out } = await gitglot(path, ['review', range, '--format', 'json'])
    const { authors }: ReviewSummary = JSON.parse(out)
    return authors?.map(({ author }) => author)
  }
  expect(await authorsOf(`${oids[1]}..${oids[2]}`)).toEqual(['Cy'])
  expect(await authorsOf(`${oids[2]}..${oids[1]}`)).toEqual([])
})
