import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { blocks, pagePaths, writeBlocks } from '../../scripts/docs/pages.ts'
import { statusPicture } from '../../scripts/docs/status-picture.ts'
import { parseConfig } from '../../src/parse-config.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const pages = pagePaths.map((path) => ({ path, text: read(path) }))
const npm: { readonly scripts: object } = JSON.parse(read('package.json'))

test.each(pages)('what npm run docs writes of $path is up to date', ({ text }) => {
  expect(text).toBe(writeBlocks(text))
})

test('what was changed by hand is written anew, and an unknown block is an error', () => {
  const text = read('docs/checks.md')
  const row = '| warning | by flag | `check_glossary` |\n'
  expect(text).toContain(row)
  expect(writeBlocks(text.replace(row, '| note | | |\n'))).toBe(text)
  expect(() => writeBlocks('<!-- cheks: written by npm run docs -->\n<!-- end -->')).toThrow(
    'unknown block cheks',
  )
})

test('every table that the code writes stands on one page', () => {
  const used = pages.flatMap(({ text }) =>
    [...text.matchAll(/<!-- ([^:\n]+): written by/g)].map(([, name = '']) => name),
  )
  expect(used.sort()).toStrictEqual(Object.keys(blocks).sort())
})

test('the picture shows what the command prints', async () => {
  expect(read('docs/status.svg')).toBe(await statusPicture())
})

test.each(pages)('every npm script that $path names exists', ({ text }) => {
  const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !Object.keys(npm.scripts).includes(name))).toStrictEqual([])
})

/** The blocks of a language on all pages. */
function codeOf(language: string): string[] {
  const block = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm')
  return pages.flatMap(({ text }) => [...text.matchAll(block)].map(([, code = '']) => code))
}

test('the configurations that are shown can be read', () => {
  const configs = codeOf('yaml').filter((text) => /^projects:/m.test(text))
  expect(configs.map((text) => parseConfig({ text, file: 'gitglot.yml' }))).toHaveLength(2)
})

test('the workflow that is shown passes inputs that the action has', () => {
  const { inputs }: { readonly inputs: object } = parse(read('action.yml'))
  const passed = codeOf('yaml').flatMap((text) =>
    [...text.matchAll(/gitglot@.*\n +with: (\{.*\})/g)].map(([, values = '']) => parse(values)),
  )
  expect(passed).toHaveLength(2)
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(passed.flatMap(Object.keys)))
})
