import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { componentFields } from '../../src/config/component-fields.ts'
import { fieldName } from '../../src/config/field.ts'
import { projectFields, siteFields } from '../../src/config/fields.ts'
import { schemaText } from '../../src/config/schema.ts'
import { problems, withComponent, withProject } from './support.ts'

const validate = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(
  JSON.parse(schemaText()),
)

/** Values as written in the file, each valid in some fields. */
const values = [
  ...[
    'text',
    '"-"',
    '""',
    '12',
    '60',
    '1',
    '0',
    '-1',
    '1.5',
    '3000',
    '64 MiB',
    '1MiB',
    '"12"',
    'true',
    '[]',
    '[same]',
    '[1]',
  ],
  ...[
    '{}',
    '{ same: error }',
    '{ same: 1 }',
    '{ same: bad }',
    '"a/*"',
    '"*"',
    '../x',
    '/x',
    './x',
    'a//b',
    'a/',
    '"a:b"',
    '"a:b,"',
    '"a:b,c:d"',
    'git',
  ],
  ...['local', 'json', 'tbx', 'posix', 'silver', 'mirror', 'url', 'merge', 'https://example.org/'],
  ...[
    'ftp://example.org/',
    'HTTP://example.org/',
    'en_US',
    '"en us"',
    `"${'x'.repeat(501)}"`,
    'a b',
  ],
]

/** True for problems with this field only; the schema does not check relations between fields. */
function isRefused(text: string, path: string): boolean {
  const about = problems(text, { parsers: {} }).filter((line) => line.includes(` ${path}: `))
  return about.some(
    (line) =>
      !/\.filemask: needs a \*|needs (to be empty|to differ|local:|local as|a template)|there is no category/.test(
        line,
      ),
  )
}

/** Values that the reader checks more strictly than the schema can. */
const isReadersMatter: Readonly<Record<string, (value: string) => boolean>> = {
  language_regex: () => true,
  key_filter: () => true,
  variant_regex: () => true,
  repoweb: () => true,
  report_source_bugs: () => true,
  links: (value) => value === '[same]',
  trusted_proxies: (value) => value === '[same]',
  suggestion_autoaccept: (value) => ['1', '60', '12', '3000'].includes(value),
  new_lang: (value) => value === 'url',
  template: (value) => value === 'a/*',
  repo: (value) => value === '""',
}

test('the committed schema is the generated one', () => {
  const committed = readFileSync(new URL('../../gitglot.schema.json', import.meta.url), 'utf8')
  expect(committed).toBe(schemaText())
})

test('the demo fits the schema', () => {
  const demo = readFileSync(new URL('../../fixtures/demo.yml', import.meta.url), 'utf8')
  expect([validate(parse(demo)), validate.errors]).toStrictEqual([true, null])
})

describe.each([
  {
    of: 'site',
    table: siteFields,
    path: '',
    write: (line: string) => `${line}\n${withComponent()}`,
  },
  {
    of: 'project',
    table: projectFields,
    path: 'projects[0].',
    write: (line: string) => withProject([line]),
  },
  {
    of: 'component',
    table: componentFields,
    path: 'projects[0].components[0].',
    write: (line: string) => withComponent(line),
  },
])('schema and reader agree about the fields of a $of', ({ table, path, write }) => {
  test.each(Object.keys(table).map(fieldName))('%s', (name) => {
    const different = values.filter((value) => {
      if (isReadersMatter[name]?.(value)) return false
      const text = write(`${name}: ${value}`)
      return validate(parse(text)) === isRefused(text, path + name)
    })
    expect(different).toStrictEqual([])
  })
})

test.each([
  ['an unknown field', withComponent('tempalte: x')],
  [
    'a component without files',
    'projects: [{slug: p, name: P, web: https://x.y, components: [{slug: a, name: A, repo: x}]}]',
  ],
  ['a project without a name', 'projects: [{slug: p, web: https://x.y, components: []}]'],
])('schema and reader refuse %s', (_name, text) => {
  expect([validate(parse(text)), problems(text).length > 0]).toStrictEqual([false, true])
})

test('the schema accepts a configuration without projects, and the reader does if told so', () => {
  const text = 'check: { fail_under: 95.5 }'
  expect(validate(parse(text))).toBe(true)
  expect(problems(text).length).toBe(1)
  expect(problems(text, { needsProjects: false })).toStrictEqual([])
})

test.each([
  [
    'a component without a repository',
    'projects: [{slug: p, name: P, web: https://x.y, components: [{slug: a, name: A, vcs: local}]}]',
  ],
  ['a field from the environment', withComponent(`slug: $\{HOME}`)],
  ['a repository from a file', withComponent('repo_file: x')],
])('schema and reader accept %s', (_name, text) => {
  const options = { environment: { HOME: 'c' }, readSecretFile: () => '/x' }
  expect([validate(parse(text)), problems(text, options)]).toStrictEqual([true, []])
})
