import { describe, expect, test } from 'vitest'
import { xcstrings } from '../../formats/apple/xcstrings.ts'
import type { FileVersion } from '../../formats/format.ts'
import { ParseError } from '../../src/errors.ts'
import { placeAt } from '../../src/text.ts'

const unit = (value: string, state = 'translated') => ({ stringUnit: { state, value } })

function catalogOf(strings: unknown, sourceLanguage = 'en'): Buffer {
  return Buffer.from(JSON.stringify({ sourceLanguage, strings, version: '1.0' }, null, 2))
}

function parse(strings: unknown, languageCode: string) {
  return xcstrings.parse(catalogOf(strings), { languageCode, isMonolingual: true }).entries
}

/** Context, text and state of each entry. */
function read(strings: unknown, languageCode: string): string[][] {
  return parse(strings, languageCode).map(({ context, target, state }) => [
    context,
    target.replaceAll('\u001e\u001e', '|'),
    state,
  ])
}

test('the languages are the source language, then those of the file', () => {
  const strings = {
    a: { localizations: { de: unit('A'), 'pt-BR': unit('A') } },
    b: { localizations: { 'zh-Hans': unit('B'), en: unit('B'), de: unit('B') } },
  }
  expect(xcstrings.languages?.(catalogOf(strings))).toEqual(['en', 'de', 'pt-BR', 'zh-Hans'])
})

test('reading versions for several languages gives the same as parsing', () => {
  const first = catalogOf({ a: { localizations: { de: unit('A'), fr: unit('B') } } })
  const next = catalogOf({ a: { localizations: { de: unit('C'), fr: unit('B') } } })
  let before: FileVersion | undefined
  for (const bytes of [first, Buffer.from(first), next, next]) {
    for (const languageCode of ['en', 'de', 'fr']) {
      const options = { languageCode, isMonolingual: true }
      const version = xcstrings.readVersion?.(bytes, before, options)
      expect(version?.entries).toEqual(xcstrings.parse(bytes, options).entries)
      before = version
    }
  }
})

test('a key is the source text if the source language has none', () => {
  const strings = {
    'Hello!': { localizations: { de: unit('Hallo!') } },
    bye: { localizations: { en: unit('Bye!', 'new'), de: unit('Tschüs!') } },
    '': {},
  }
  expect(read(strings, 'en')).toEqual([
    ['Hello!', 'Hello!', 'translated'],
    ['bye', 'Bye!', 'translated'],
  ])
  expect(read(strings, 'de')).toEqual([
    ['Hello!', 'Hallo!', 'translated'],
    ['bye', 'Tschüs!', 'translated'],
  ])
})

test('phrases of an App Shortcut are lines of one text, and their number may differ', () => {
  const set = (...values: unknown[]) => ({ stringSet: { state: 'translated', values } })
  const strings = {
    'Paste in Notes': {
      localizations: {
        en: set('Paste in Notes', 'Notes last'),
        de: set('In Notes einfügen'),
        fr: { stringSet: { state: 'new', values: 7 } },
      },
    },
  }
  const [phrases] = parse(strings, 'en')
  expect([phrases?.target, phrases?.flags]).toEqual([
    'Paste in Notes\nNotes last',
    'ignore-newline-count',
  ])
  const context = 'Paste in Notes'
  expect(read(strings, 'de')).toEqual([[context, 'In Notes einfügen', 'translated']])
  expect(read(strings, 'fr')).toEqual([[context, '', 'untranslated']])
})

test.each([
  ['translated', 'Ja', 'translated'],
  ['needs_review', 'Ja', 'fuzzy'],
  ['new', 'Yes', 'untranslated'],
  ['translated', '', 'untranslated'],
])('a text that is %s (%j) is %s', (state, value, expected) => {
  const strings = { Yes: { localizations: { de: unit(value, state) } } }
  expect(read(strings, 'de')).toEqual([['Yes', value, expected]])
})

test('a text that should not be translated is read-only, in all languages', () => {
  const strings = { Tidewatch: { shouldTranslate: false } }
  expect(read(strings, 'en')).toEqual([['Tidewatch', 'Tidewatch', 'read-only']])
  expect(read(strings, 'de')).toEqual([['Tidewatch', '', 'read-only']])
})

test('the note is the comment, and marks stale strings', () => {
  const strings = {
    a: { comment: 'A button.', extractionState: 'stale' },
    b: { comment: 'A title.', extractionState: 'manual' },
    c: { extractionState: 'stale' },
  }
  expect(parse(strings, 'en').map(({ note }) => note)).toEqual([
    'A button.\nStale: not found in the code',
    'A title.',
    'Stale: not found in the code',
  ])
})

const files = {
  en: { variations: { plural: { one: unit('%lld file'), other: unit('%lld files') } } },
  cs: { variations: { plural: { one: unit('%lld soubor'), other: unit('%lld souborů') } } },
  ja: { variations: { plural: { other: unit('%lld個') } } },
  de: { variations: { plural: { one: unit('%lld Datei'), other: unit('', 'new') } } },
}

test.each([
  ['en', '%lld file|%lld files', 'translated'],
  // The form `few` is missing, so Apple's systems use `other`.
  ['cs', '%lld soubor|%lld souborů|%lld souborů', 'translated'],
  ['ja', '%lld個', 'translated'],
  ['de', '%lld Datei|', 'fuzzy'],
  ['fr', '', 'untranslated'],
])('the plural forms of %s', (code, target, state) => {
  expect(read({ files: { localizations: files } }, code)).toEqual([['files', target, state]])
})

describe('variations by device', () => {
  const device = (texts: Record<string, unknown>) => ({ variations: { device: texts } })
  const strings = {
    tap: {
      localizations: {
        en: device({ mac: unit('Click'), other: unit('Tap') }),
        de: device({ other: unit('Tippen') }),
        cs: unit('Klepněte'),
      },
    },
    open: { localizations: { de: device({ mac: unit('Öffne'), other: unit('Öffnen') }) } },
  }

  test.each([
    ['en', 'Click', 'Tap', 'open'],
    ['de', 'Tippen', 'Tippen', 'Öffnen'],
    ['cs', 'Klepněte', 'Klepněte', ''],
  ])('are entries if the source has them: %s', (code, mac, other, open) => {
    expect(read(strings, code).map(([context, target]) => [context, target])).toEqual([
      ['tap|==|device.mac', mac],
      ['tap|==|device.other', other],
      ['open', open],
    ])
  })

  test('may vary by number', () => {
    const source = device({ mac: files.en, other: unit('Files') })
    expect(read({ a: { localizations: { en: source } } }, 'en')).toEqual([
      ['a|==|device.mac', '%lld file|%lld files', 'translated'],
      ['a|==|device.other', 'Files', 'translated'],
    ])
  })
})

test('substitutions are entries with flags for their placeholders', () => {
  const plural = (one: string, other: string) => ({
    argNum: 1,
    formatSpecifier: 'lld',
    variations: { plural: { one: unit(one), other: unit(other) } },
  })
  const strings = {
    found: {
      localizations: {
        en: {
          ...unit('Found %#@files@'),
          substitutions: { files: plural('%arg file', '%arg files') },
        },
        de: {
          ...unit('%#@files@ da'),
          substitutions: { files: plural('%arg Datei', '%arg Dateien') },
        },
      },
    },
  }
  expect(read(strings, 'de')).toEqual([
    ['found', '%#@files@ da', 'translated'],
    ['found|==|substitutions.files', '%arg Datei|%arg Dateien', 'translated'],
  ])
  const flags = 'placeholders:r"%(?:\\d+\\$)?#@\\w+@'
  expect(parse(strings, 'en').map((entry) => entry.flags)).toEqual([
    `${flags}|%arg"`,
    `${flags}|%arg|%(?:hh?|ll?|[qjzt])?[diux]\\b"`,
  ])
})

test('substitutions of a language are matched by argument, as names may differ', () => {
  const plural = (argNum: number | undefined, one: string, other: string) => ({
    ...(argNum !== undefined && { argNum }),
    formatSpecifier: 'lld',
    variations: { plural: { one: unit(one), other: unit(other) } },
  })
  const strings = {
    n: {
      localizations: {
        en: {
          ...unit('%#@arg1@ from %#@arg2@'),
          substitutions: {
            arg1: plural(undefined, '%arg post', '%arg posts'),
            arg2: plural(undefined, '%arg user', '%arg users'),
          },
        },
        de: {
          ...unit('%#@personen@: %#@beitraege@'),
          substitutions: {
            personen: plural(2, '%arg Person', '%arg Personen'),
            beitraege: plural(1, '%lld Beitrag', '%lld Beiträge'),
          },
        },
      },
    },
  }
  expect(read(strings, 'de')).toEqual([
    ['n', '%#@personen@: %#@beitraege@', 'translated'],
    ['n|==|substitutions.arg1', '%lld Beitrag|%lld Beiträge', 'translated'],
    ['n|==|substitutions.arg2', '%arg Person|%arg Personen', 'translated'],
  ])
  expect(parse(strings, 'de').map(({ aliases }) => Object.fromEntries(aliases ?? []))).toEqual([
    { '%#@personen@': '%#@arg2@', '%#@beitraege@': '%#@arg1@' },
    { '%lld': '%arg' },
    { '%lld': '%arg' },
  ])
})

test.each([
  ['Hello %@', 'c-format'],
  ['%1$lld of %2$lld', 'c-format'],
  ['100 % sure', ''],
  ['Hello', ''],
])('%s has the flags %j', (key, flags) => {
  expect(parse({ [key]: {} }, 'en').map((entry) => entry.flags)).toEqual([flags])
})

test.each([
  ['pt_BR', 'pt-BR', 'pt-BR'],
  ['zh_Hans', 'zh-Hans', 'zh-Hans'],
  ['en', 'en-US', 'source'],
])('%s is read from the code %s of the file', (languageCode, code, expected) => {
  const strings = { a: { localizations: { [code]: unit(code === 'en-US' ? 'source' : code) } } }
  const bytes = catalogOf(strings, code === 'en-US' ? code : 'en')
  const { entries } = xcstrings.parse(bytes, { languageCode, isMonolingual: true })
  expect(entries.map(({ target }) => target)).toEqual([expected])
})

test('the place of an entry is that of its language, else of its key', () => {
  const strings = { a: { localizations: { en: unit('A'), de: unit('B') } }, b: {} }
  const text = catalogOf(strings).toString()
  const lines = parse(strings, 'de').map(({ offset }) => placeAt(text, offset).line)
  expect(lines.map((line) => text.split('\n')[line - 1]?.trim())).toEqual(['"de": {', '"b": {}'])
})

const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`d${index}`, unit('a')]))

test.each([
  ['[]', 'expected an object, found a list', 1, 1],
  ['{"strings": {}}', 'expected sourceLanguage and strings, as string catalogs have them', 1, 1],
  ['{"sourceLanguage": "en", "strings": {\n "a": 1}}', 'expected an object, found a number', 2, 2],
  [
    `{"sourceLanguage":"en","strings":{"a":{"localizations":{"en":{"variations":{"device":${JSON.stringify(many)}}}}}}}`,
    'expected at most 100 variations, found 101',
    1,
    35,
  ],
])('%.60s is refused', (text, message, line, column) => {
  const run = () => xcstrings.parse(Buffer.from(text), { languageCode: 'de', isMonolingual: true })
  expect(run).toThrow(new ParseError(message, line, column))
})
