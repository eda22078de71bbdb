import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createBranch } from '../support/branch.ts'
import { createCheckout, gitglot, writeFilesInto } from '../support/command.ts'

const ANN = 'Ann <ann@example.org>'
const EVE = 'Eve <eve@example.org>'

const json = (texts: Readonly<Record<string, string>>) => JSON.stringify(texts, null, 1)
const en = json({ a: 'Apple', n_one: '{{count}} item', n_other: '{{count}} items' })
const de = json({ a: 'Apfel', n_one: '{{count}} Ding', n_other: '{{count}} Dinge' })
const emptied = json({ a: 'Apfel', n_one: '', n_other: '' })

test('a review counts a plural without text as untranslated', async () => {
  const folder = createCheckout({ 'locales/en.json': en, 'locales/de.json': de })
  writeFilesInto(folder, { 'locales/de.json': emptied, 'locales/fr.json': json({ a: 'Pomme' }) })
  const { out } = await gitglot(folder, ['review', '--format', 'json'])
  const { languages, strings } = JSON.parse(out)
  expect(languages).toMatchObject([
    { language: 'de', translated: 0, reworded: 0, untranslated: 1 },
    { language: 'fr', translated: 1, reworded: 0, untranslated: 0 },
  ])
  expect(strings).toMatchObject([
    { context: 'n', risk: 'medium', reasons: [{ kind: 'untranslated' }] },
  ])
})

test('plurals without text do not count for the script of a language', async () => {
  const folder = createCheckout({ 'locales/en.json': en, 'locales/ru.json': '{}' })
  writeFilesInto(folder, { 'locales/ru.json': json({ a: 'Яблоко' }) })
  const { out } = await gitglot(folder, ['review', '--format', 'json'])
  expect(JSON.parse(out).strings).toEqual([])
})

test('emptying a plural is no contribution, and blame names nobody', async () => {
  const { path } = await createBranch([
    [0, ANN, { 'locales/en.json': en, 'locales/de.json': de }],
    [1, EVE, { 'locales/en.json': en, 'locales/de.json': emptied }],
  ])
  const blame = await gitglot(path, ['blame', 'locales', 'de'])
  expect(blame.out).not.toContain('Eve')
  const { out } = await gitglot(path, ['review', 'HEAD~1..HEAD', '--format', 'json'])
  expect(JSON.parse(out).authors).toEqual([])
})

test('a renamed key of a plural is found', async () => {
  const folder = createCheckout({ 'locales/en.json': en, 'locales/de.json': de })
  writeFilesInto(folder, { 'locales/en.json': en.replaceAll('n_', 'items_') })
  const { out } = await gitglot(folder, ['check', '--base', 'HEAD'])
  expect(out).toContain('renamed-key')
})

test('plurals that two languages lack do not make one of them the other', async () => {
  const plurals = { x_one: '{{count}} ax', x_other: '{{count}} axes' }
  const folder = createCheckout({
    'locales/en.json': json({ a: 'Apple', b: 'Bear', y_one: 'A', y_other: 'B', ...plurals }),
    'locales/de.json': json({ a: 'Apfel', b: 'Bär' }),
    'locales/nl.json': json({ a: 'Appel', b: 'Beer' }),
  })
  rmSync(join(folder, 'locales/de.json'))
  writeFilesInto(folder, { 'locales/sv.json': json({ a: 'Eple', b: 'Bjorn' }) })
  const { code, out } = await gitglot(folder, ['check', '--base', 'HEAD'])
  expect([code, out]).toEqual([1, expect.stringContaining('into German was removed')])
})
