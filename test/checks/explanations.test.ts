import { expect, test } from 'vitest'
import { explain, unitOf } from './support.ts'

test.each<[id: string, source: string, target: string, sentence: string]>([
  ['begin_space', 'a b', ' a b', 'The translation starts with a space; the source does not'],
  ['begin_space', '  a b', 'a b', 'The translation does not start with 2 spaces; the source does'],
  ['end_space', 'a b', 'a b ', 'The translation ends with a space; the source does not'],
  ['end_space', 'a b ', 'a b  ', 'The translation ends with 2 spaces; the source with a space'],
  ['double_space', 'a b', 'a  b', 'The translation has two spaces in a row; the source does not'],
  [
    'zero-width-space',
    'ab',
    'a\u200bb',
    'The translation has a zero-width space; the source does not',
  ],
  [
    'begin_newline',
    '\na',
    'a',
    'The translation does not start with a line break; the source does',
  ],
  ['end_newline', 'a', 'a\n', 'The translation ends with a line break; the source does not'],
  ['escaped_newline', 'a\\n', 'a', 'The translation has no `\\n`; the source has one `\\n`'],
  ['newline-count', 'a\nb\nc', 'abc', 'The translation has no line breaks; the source has 2'],
  ['end_stop', 'Word.', 'Slovo', 'The translation does not end with a full stop; the source does'],
  ['end_stop', 'Words', 'Slova.', 'The translation ends with a full stop; the source does not'],
  [
    'end_ellipsis',
    'Wait…',
    'Čekej',
    'The translation does not end with an ellipsis; the source does',
  ],
  ['same', 'Something', 'Something', 'The translation is the same as the source'],
  ['duplicate', 'the one', 'jeden jeden', 'The translation has `jeden` 2 times in a row'],
  ['kashida', 'a', 'ــ', 'The translation has a decorative kashida letter'],
])('%s: %j against %j', (id, source, target, sentence) => {
  expect(explain(id, unitOf(source, target, ''))?.[0]).toBe(sentence)
})

test.each([
  ['Bye { $user }', 'Tschüss', 'The translation does not refer to `$user`'],
  ['Bye', 'Tschüss { $user }', 'The translation refers to `$user`; the source does not'],
  ['{ -brand } { menu }', 'x', 'The translation does not refer to `-brand` or `menu`'],
  [
    '.title = Open { $file }',
    '.title = Öffnen',
    'The attribute `.title` does not refer to `$file`',
  ],
  [
    '{ $a }',
    '{ $a } { $a }',
    'The translation does not refer to the same messages, terms and variables as often as the source, or not in each variant',
  ],
])('references of %j against %j', (source, target, sentence) => {
  const unit = unitOf(source, target, 'fluent-type:Message,fluent-references')
  expect(explain('fluent-references', unit)?.[0]).toBe(sentence)
})

test.each([
  [['a', '', ''], 'Forms 2, 3 of the translation are empty'],
  [['a', '', 'c'], 'Form 2 of the translation is empty'],
])('plurals: %j', (targets, sentence) => {
  const unit = unitOf('', '', '', { sources: ['one', 'many'], targets })
  expect(explain('plurals', unit)?.[0]).toBe(sentence)
})
