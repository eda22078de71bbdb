import { expect, test } from 'vitest'
import { parseFlags } from '../../src/checks/flags.ts'
import { checksById } from '../../src/checks/registry.ts'
import { judge } from '../../src/checks/run.ts'
import { languageForCode } from '../../src/languages/language.ts'
import { unitOf } from './support.ts'

const FLAGS =
  'fluent-source-syntax, fluent-target-syntax, fluent-parts, fluent-references, fluent-source-inner-html, ' +
  'fluent-target-inner-html, ignore-xml-tags, ignore-xml-invalid'

/** The ids of Fluent's checks that fail on a translation, or on a source alone. */
function failing(
  source: string,
  target?: string,
  type = 'Message',
  by: 'weblate' | 'gitglot' = 'weblate',
): string[] {
  const failures = judge({
    weblate: '2026.10',
    sources: [source],
    targets: [target ?? source],
    sourceLanguage: languageForCode('en'),
    language: languageForCode(target === undefined ? 'en' : 'de'),
    flags: parseFlags(FLAGS, `fluent-type:${type}`),
    context: 'id',
    note: '',
    projectName: 'P',
    componentName: 'C',
    state: 20,
    isSource: target === undefined,
    isGlossary: false,
  })
  return failures[by]
    .filter((id) => id.startsWith('fluent-'))
    .map((id) => id.slice('fluent-'.length))
}

test.each([
  ['Open', []],
  ['Open { $name }', []],
  ['Open { $name', ['source-syntax']],
  ['Open }', ['source-syntax']],
  ['AT&T &amp; more', []],
  ['&copy 2024', ['source-inner-html']],
  ['a < b', []],
  ['a <b', ['source-inner-html']],
  ['<b>Open</b>', []],
  ['<b>Open', ['source-inner-html']],
  ['Open</b>', ['source-inner-html']],
  ['.title = <b>Open', []],
])('the source %j fails %j', (source, ids) => {
  expect(failing(source)).toEqual(ids)
})

test.each([
  ['Open', 'Öffnen', []],
  ['Open', '{ Öffnen', ['target-syntax']],
  ['Open\n.title = Open it', 'Öffnen\n.title = Aufmachen', []],
  ['Open\n.title = Open it', 'Öffnen', ['parts']],
  ['Open', 'Öffnen\n.title = Aufmachen', ['parts']],
  ['.title = Open it', 'Öffnen\n.title = Aufmachen', ['parts']],
  ['Open { $name } in { -brand }', '{ $name } in { -brand(case: "dative") } öffnen', []],
  ['Open { $name }', 'Öffnen', ['references']],
  ['Open { $name }', '{ $name }, { $name }', ['references']],
  ['.title = Open { $name }', '.title = Öffnen', ['references']],
  [
    '{ $n ->\n    [one] { $n } file\n   *[other] { $n } files\n}',
    '{ $n ->\n    [one] Eine Datei\n   *[other] { $n } Dateien\n}',
    [],
  ],
  ['&Repair', 'Re&parar', ['target-inner-html']],
  ['<b>Open</b>', '<b>Öffnen</b>', []],
  ['<a href="x" class="y">Open</a>', '<a class="y" href="x">Öffnen</a>', []],
  ['<b>Open</b>', 'Öffnen', ['target-inner-html']],
  ['<b>Open</b>', '<b>Öffnen', ['target-inner-html']],
])('the translation of %j as %j fails %j', (source, target, ids) => {
  expect(failing(source, target)).toEqual(ids)
})

test("attributes of terms are the translation's own", () => {
  expect(failing('Firefox', 'Firefox\n.gender = masculine', 'Term')).toEqual([])
})

test.each([
  ['Sort by <field>', undefined, 'source-inner-html'],
  ['Sort by <field>', 'Trier par <champ>', 'target-inner-html'],
])('tags that HTML lacks are plain words: %j becomes %j', (source, target, id) => {
  expect(failing(source, target)).toEqual([id])
  expect(failing(source, target, 'Message', 'gitglot')).toEqual([])
  expect(failing(source.replace('field', 'b'), target, 'Message', 'gitglot')).toEqual([id])
})

test.each([
  ['&Repair', 'Re&parar', true],
  ['&copy 2024', undefined, true],
  ['<b>Repair</b> &it', '<b>Re&parar</b>', false],
  ['Repair', 'Re&parar&hellip;', false],
])('a text that Fluent inserts as it is has no references: %j, %j', (source, target, isPlain) => {
  const id = target === undefined ? 'source-inner-html' : 'target-inner-html'
  expect(failing(source, target)).toEqual([id])
  expect(failing(source, target, 'Message', 'gitglot')).toEqual(isPlain ? [] : [id])
})

test.each([
  ['double_space', 'a', '{ $n ->\n    [one] a\n   *[other] b\n}', true],
  ['double_space', 'a', '{ $n ->\n    [one] a\n   *[other] b  c\n}', false],
  ['punctuation_spacing', 'a', 'c’était { DATETIME($d, month: "long") }', true],
  ['punctuation_spacing', 'a', 'c’était { DATETIME($d, month: "long") }: b', false],
  ['newline-count', 'a', 'a\n    .gender = feminine', true],
])('what the syntax needs is harmless: %s in %j, %j', (id, source, target, is) => {
  const check = checksById.get(id)
  const unit = unitOf(source, target, FLAGS, { language: languageForCode('fr'), context: '-a' })
  expect([check?.fails(unit), check?.isHarmless?.(unit)]).toEqual([true, is])
})

test.each([
  ['{ $n ->\n    [one] a\n   *[other] b\n}', '{ $n ->\n   *[other] b\n}', true],
  ['{ $n ->\n    [one] a\n   *[other] b\n}', 'b', true],
  ['a\nb', 'a', false],
  ['Settings -> X\na', 'x', false],
])('lines of variants need not be as many: %j, %j', (source, target, is) => {
  const check = checksById.get('newline-count')
  const unit = unitOf(source, target, FLAGS)
  expect([check?.fails(unit), check?.isHarmless?.(unit)]).toEqual([true, is])
})
