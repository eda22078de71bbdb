import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { alignColumns } from '../../src/cli/output/columns.ts'
import { escapeMarkdown } from '../../src/cli/output/markdown.ts'
import { print } from '../../src/cli/output/print.ts'
import { screenOf } from '../../src/cli/output/terminal.ts'
import { statusTable } from '../../src/cli/status/table.ts'
import type { StatusSummary } from '../../src/facts/records.ts'
import { mostLeftFirst } from '../../src/facts/status.ts'
import { sanitizeTerminal } from '../../src/text.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

test('columns are aligned, left and right, without those that are empty', () => {
  const row = (...texts: string[]) =>
    texts.map((text, index) => (index === 3 ? { right: text } : text))
  expect(alignColumns([row('a', '', 'long', '1'), row('日本', '', 'x', '100')])).toStrictEqual([
    'a     long    1',
    '日本  x     100',
  ])
})

test.each([
  ['abc', 3],
  ['日本', 4],
  ['é', 1],
  ['e\u0301', 1],
  ['👍', 2],
])('%s takes %i cells', (text, width) => {
  const rows = [text, '0123456789'].map((first) => [first, '|'])
  expect(alignColumns(rows)[0]).toBe(`${text}${' '.repeat(10 - width)}  |`)
})

test('control characters become spaces', () => {
  expect(sanitizeTerminal('a\x1b[31mb\r\nc\u202ed\x9b')).toBe('a [31mb c d')
})

test.each([
  ['a|b', 'a\\|b'],
  ['<b>`*_[x](y)', '&lt;b&gt;\\`\\*\\_\\[x\\]\\(y\\)'],
  ['@you', '@\u2060you'],
  ['https://x', 'https:\u2060//x'],
  ['WWW.x.example', 'WWW.\u2060x.example'],
  ['o/n#12 #1 #a', 'o/n\\#\u206012 \\#\u20601 \\#a'],
  ['gh-12', 'gh-\u206012'],
  ['a\nb', 'a b'],
])('%s is escaped in Markdown', (text, escaped) => {
  expect(escapeMarkdown(text)).toBe(escaped)
})

test.each([
  ['a terminal', { isTTY: true, columns: 120 }, {}, { columns: 120, isColored: true }],
  ['NO_COLOR', { isTTY: true, columns: 80 }, { NO_COLOR: '1' }, { columns: 80, isColored: false }],
  ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, { columns: 80, isColored: false }],
  ['a pipe', {}, {}, { columns: undefined, isColored: false }],
  ['FORCE_COLOR', {}, { FORCE_COLOR: '1' }, { columns: undefined, isColored: true }],
  [
    'FORCE_COLOR=0',
    { isTTY: true, columns: 80 },
    { FORCE_COLOR: '0' },
    { columns: 80, isColored: false },
  ],
])('%s decides about colours', (_, stream, environment, screen) => {
  expect(screenOf(stream, environment)).toMatchObject(screen)
})

test('text is not painted without colours', () => {
  expect(screenOf({ isTTY: true }, { NO_COLOR: '1' }).paint('red', 'x')).toBe('x')
})

const counts = {
  ...{
    total: 4,
    translated: 3,
    translatedPercent: 75,
    fuzzy: 0,
    absent: 0,
    readOnly: 0,
    failing: 6,
  },
  ...{ errors: 1, warnings: 2, notes: 3, words: 4, translatedWords: 3, outdated: null },
}
const NOTHING = { notes: false, all: false, oneLanguage: false }
const summary: StatusSummary = {
  repository: '.',
  ...counts,
  projects: [{ ...counts, project: 'p', name: 'P' }],
  languages: [],
  components: [
    {
      component: 'p/c',
      name: 'C',
      fileFormat: 'json',
      filemask: '*.json',
      sourceLanguage: 'en',
      isGlossary: false,
      commit: null,
      ...counts,
      translations: [
        {
          language: 'de',
          languageName: 'German',
          isSource: false,
          isReadable: true,
          filename: 'de.json',
          ...counts,
          failingChecks: { same: 1 },
        },
      ],
      alerts: [],
    },
  ],
}

test('a wide terminal has bars and colours', () => {
  expect(
    statusTable(summary, screenOf({ isTTY: true, columns: 100 }, {}), NOTHING).split('\n'),
  ).toStrictEqual([
    '\x1b[1mp/c\x1b[0m  \x1b[2mjson *.json\x1b[0m',
    '  \x1b[33m75.0%\x1b[0m of 4 strings, 1 left, \x1b[31m1 error\x1b[0m, \x1b[33m2 warnings\x1b[0m',
    '  de  German  \x1b[33m███████████████\x1b[0m\x1b[2m░░░░░\x1b[0m  \x1b[33m75.0%\x1b[0m  3/4  1 left  \x1b[31m1 error\x1b[0m  \x1b[33m2 warnings\x1b[0m',
    '',
    '\x1b[2m--outdated counts translations that are older than their source',
    '--notes counts strings that only fail checks of style\x1b[0m',
  ])
})

test.each([
  [80, '  de  German  75.0%  3/4  1 left  1 error  2 warnings'],
  [60, '  de  75.0%  1 left  1 error  2 warnings'],
])('a terminal of %i columns has no bars', (columns, line) => {
  expect(
    statusTable(summary, screenOf({ isTTY: true, columns }, { NO_COLOR: '1' }), NOTHING).split(
      '\n',
    )[2],
  ).toBe(line)
})

test('lines too long for a terminal leave out details shown elsewhere', () => {
  const [component] = summary.components
  const long = { ...component!, component: 'p/a-component-with-a-long-name' }
  const lineOf = (columns: number) =>
    statusTable(
      { ...summary, components: [long] },
      screenOf({ isTTY: true, columns }, { NO_COLOR: '1' }),
      { ...NOTHING, oneLanguage: true },
    ).split('\n')[0]
  expect([100, 84, 72, 50].map(lineOf)).toStrictEqual([
    'p/a-component-with-a-long-name  de  German  75.0%  3/4  1 left  1 error  2 warnings',
    'a-component-with-a-long-name  de  German  75.0%  3/4  1 left  1 error  2 warnings',
    'p/a-component-with-a-long-name  de  75.0%  1 left  1 error  2 warnings',
    'a-component-with-a-long-name  de  75.0%  1 left  1 error  2 warnings',
  ])
})

test('a component without a readable file has no line for each language', () => {
  const [component] = summary.components
  const unread = { ...counts, translatedPercent: null }
  const translations = component!.translations.map((translation) => {
    return { ...translation, ...unread, isReadable: false }
  })
  const alerts = [{ name: 'ParseError', message: 'l/de.json: broken', filename: 'l/de.json' }]
  const components = [{ ...component!, ...unread, translations, alerts }]
  expect(statusTable({ ...summary, components }, screenOf({}), NOTHING)).toBe(
    'p/c  json *.json\n  cannot be read\n  ! l/de.json: broken',
  )
})

test('hints about options are left out if the option is set or the output is a file', () => {
  const last = (status: StatusSummary, isTTY: boolean) =>
    statusTable(status, screenOf({ isTTY }, { NO_COLOR: '1' }), { ...NOTHING, notes: true })
      .split('\n')
      .at(-1)
  expect([last({ ...summary, outdated: 0 }, true), last(summary, false)]).toStrictEqual([
    '  de  German  75.0%  3/4  1 left  1 error  2 warnings  3 notes',
    '  de  German  75.0%  3/4  1 left  1 error  2 warnings  3 notes',
  ])
})

test('many components have a line each, until all languages are asked for', () => {
  const [component] = summary.components
  const components = Array.from({ length: 11 }, (_, index) => {
    const alerts = ['l/de.json: broken', 'l/fr.json: broken', 'l/cs.json: broken'].map(
      (message) => ({ name: 'ParseError', message, filename: '' }),
    )
    return { ...component!, component: `p/c${index}`, alerts: index === 0 ? alerts : [] }
  })
  const many = {
    ...summary,
    components,
    languages: [{ ...counts, language: 'de', languageName: 'German' }],
  }
  const linesOf = (wants: typeof NOTHING) => statusTable(many, screenOf({}), wants).split('\n')
  expect(linesOf(NOTHING)).toStrictEqual([
    'p/c0   75.0%  3/4  1 left  1 error  2 warnings',
    '  ! l/de.json: broken',
    '  ! l/fr.json: broken',
    '  ! 1 more alert',
    ...Array.from(
      { length: 10 },
      (_, index) => `${`p/c${index + 1}`.padEnd(7)}75.0%  3/4  1 left  1 error  2 warnings`,
    ),
    '',
    '11 components: 75.0% of 4 strings, 1 left, 1 error, 2 warnings',
    '  de  German  75.0%  3/4  1 left  1 error  2 warnings',
  ])
  expect(linesOf({ ...NOTHING, all: true }).slice(0, 3)).toStrictEqual([
    'p/c0  json *.json',
    '  75.0% of 4 strings, 1 left, 1 error, 2 warnings',
    '  de  German  75.0%  3/4  1 left  1 error  2 warnings',
  ])
})

test('one language of a component is one line', () => {
  expect(statusTable(summary, screenOf({}), { ...NOTHING, oneLanguage: true })).toBe(
    'p/c  de  German  75.0%  3/4  1 left  1 error  2 warnings',
  )
})

test('those with the most strings left come first', () => {
  const [component] = summary.components
  const of = (translated: number) => ({ ...component!, component: `p/c${translated}`, translated })
  const sorted = mostLeftFirst({ ...summary, components: [of(3), of(0), of(2)] })
  expect(sorted.components.map((component) => component.component)).toStrictEqual([
    'p/c0',
    'p/c2',
    'p/c3',
  ])
})

describe('a long text', () => {
  const text = 'a\nb\nc\n'
  const printed = (rows: number | undefined, environment: NodeJS.ProcessEnv) => {
    const texts: string[] = []
    const write = (chunk: string) => texts.push(chunk)
    const output = rows === undefined ? { write } : { isTTY: true, rows, write }
    print(text, output, { PATH: process.env['PATH'], ...environment })
    return texts.join('')
  }

  test('goes to the pager at a terminal that is too short for it', () => {
    const file = join(createTemporaryFolder(), 'paged')
    expect(printed(2, { GITGLOT_PAGER: `cat > ${file}` })).toBe('')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test.each([
    ['it fits', 10, { GITGLOT_PAGER: 'false' }],
    ['it is no terminal', undefined, { GITGLOT_PAGER: 'false' }],
    ['the pager is cat', 2, { PAGER: 'cat' }],
    ['the pager is switched off', 2, { GITGLOT_PAGER: '', PAGER: 'false' }],
    ['there is no such pager', 2, { PAGER: 'no-such-pager' }],
  ])('is printed where %s', (_, rows, environment) => {
    expect(printed(rows, environment)).toBe(text)
  })
})
