import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { needs } from './support/say-what-is-missing.ts'

test('every test that may be skipped says for want of what', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  const unexplained = files
    .filter((file) => file.endsWith('.test.ts'))
    .flatMap((file) => {
      const text = readFileSync(join('test', file), 'utf8')
      return [...text.matchAll(/\b(skipIf|runIf|skip|todo)\((.*)/g)]
        .filter(([, how = '', argument = '']) =>
          how.endsWith('If')
            ? !needs.some(({ condition }) => condition.test(argument))
            : !/^['"`]/.test(argument),
        )
        .map(([line]) => `${file}: ${line}`)
    })
  expect(unexplained).toStrictEqual([])
})
