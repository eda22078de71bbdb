import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const readme = read('README.md')
const npm: { readonly dependencies: object; readonly scripts: object } = JSON.parse(
  read('package.json'),
)

/** Text of the section under a heading, up to the next one. */
function section(heading: string): string {
  return readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
}

/** Cells of the first column of a table, its head left out. */
function firstColumn(text: string): string[] {
  const cells = [...text.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell = '']) => cell)
  return cells.slice(1)
}

/** Names of all fields in a JSON schema, those of nested objects too. */
function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(fieldsIn)]
}

test('the table of dependencies is that of the package', () => {
  const named = firstColumn(section('Dependencies')).flatMap((cell) => cell.split(', '))
  expect(named.sort()).toEqual(Object.keys(npm.dependencies).sort())
})

test('every npm script that is named exists', () => {
  const named = [...readme.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name)
  expect(named.filter((name) => !Object.keys(npm.scripts).includes(name))).toEqual([])
})

test('every field of the configuration is named', () => {
  const fields = new Set(fieldsIn(JSON.parse(read('gitglot.schema.json'))))
  const text = section('Configuration')
  expect([...fields].filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
