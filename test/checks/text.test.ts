import { expect, test } from 'vitest'
import { stripEntities } from '../../src/checks/markup/entity.ts'
import { checksById } from '../../src/checks/registry.ts'
import { countCodePoints, hasAtMost, lastCodePoint } from '../../src/checks/text.ts'
import { repetitionsOf } from '../../src/checks/wording/repeated-words.ts'
import { stripTags } from '../../src/checks/wording/same.ts'
import { unitOf } from './support.ts'

test.each([
  ['a <b class="x > y">c</b> d', 'a c d'],
  ["<a title='>'>b</a>", 'b'],
  ['<!-- <b> -->a<?php x ?>b<!DOCTYPE c>', 'ab'],
  ['<<b>b>a', 'a'],
  ['a < b and c > d', 'a < b and c > d'],
  ['1 <2> 3', '1 <2> 3'],
  ['a <b', 'a <b'],
  ['&lt;b&gt;', '&lt;b&gt;'],
])('tags are removed from %j', (text, expected) => {
  expect(stripTags(text)).toBe(expected)
})

test.each([
  ['Go to &gt;', 'Go to  '],
  ['a&b<c>d; e;', 'a  e;'],
  ['&#65;&#x41;&#X41;', '  &#X41;'],
  ['AT&T & co;', 'AT&T & co;'],
])('entities are removed from %j', (text, expected) => {
  expect(stripEntities(text)).toBe(expected)
})

test.each([
  ['the the cat', [['the', 2, 0, 7]]],
  ['a the  the (the b b', [['the', 3, 2, 15]]],
  ['the cat the cat', []],
  [
    'the the cat cat',
    [
      ['the', 2, 0, 7],
      ['cat', 2, 8, 15],
    ],
  ],
  ['The the', []],
  ['ab, ab', []],
  ['\u{1f600} \u{1f600}', []],
])('repetitions in %j', (text, expected) => {
  const repetitions = repetitionsOf(text, 'en')
  expect(repetitions.map(({ word, count, start, end }) => [word, count, start, end])).toEqual(
    expected,
  )
})

test('some words may be repeated in some languages', () => {
  expect(repetitionsOf('Vous vous nous nous', 'fr')).toEqual([])
  expect(repetitionsOf('vous vous', 'en')).toHaveLength(1)
})

test('lengths and last characters count code points', () => {
  const texts = ['', 'a', '\u{1f600}', 'a\u{1f600}', '\ud83d', '\ude00', '\ude00\ud83d']
  expect(texts.map(countCodePoints)).toEqual([0, 1, 1, 2, 1, 1, 2])
  expect(texts.map((text) => hasAtMost(1, text))).toEqual([
    ...[true, true, true, false, true, true, false],
  ])
  expect(texts.map(lastCodePoint)).toEqual([
    ...[-1, 0x61, 0x1f600, 0x1f600, 0xd83d, 0xde00, 0xd83d],
  ])
})

test('the name of a component may stay untranslated in that component only', () => {
  const { flags } = unitOf('', '')
  const failing = ['Zarvox', 'Component', 'Zarvox'].map((componentName) =>
    checksById.get('same')?.fails(unitOf('Zarvox', 'Zarvox', '', { componentName, flags })),
  )
  expect(failing).toEqual([false, true, false])
})

test('a string whose note marks a tag may stay untranslated', () => {
  const { flags } = unitOf('', '')
  const failing = ['', 'Tag: screen', ''].map((note) =>
    checksById.get('same')?.fails(unitOf('Zarvox', 'Zarvox', '', { note, flags })),
  )
  expect(failing).toEqual([true, false, true])
})
