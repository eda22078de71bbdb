import { afterEach, describe, expect, test } from 'vitest'
import {
  type ComponentDifference,
  compareComponents,
  compareViews,
} from '../../src/catalog/compare.ts'
import type { Component } from '../../src/model/model.ts'
import { contextOf } from '../../src/model/unit.ts'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { openDemo } from '../support/demo.ts'
import { createRepository, type FileTree } from '../support/git-repository.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.catalog.close()
  server = undefined
})

const json = (value: object) => JSON.stringify(value)

/** The component of the first and of the second commit of a repository with these files. */
async function components(...trees: readonly FileTree[]): Promise<readonly Component[]> {
  const { path, commits } = await createRepository(trees)
  const web = {
    slug: 'web',
    name: 'Web',
    repo: path,
    file_format: 'json',
    filemask: 'l/*.json',
    template: 'l/en.json',
    check_flags: 'icu-message-format',
  }
  server = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://p.example', components: [web] },
  ])
  const { catalog } = server
  const views = await Promise.all(commits.map((oid) => catalog.viewAt(oid)))
  return views.map((view) => view.projects[0]?.components[0] as Component)
}

/** `language key: kinds (newly failing checks)` of every unit that differs. */
function lines({ languages }: ComponentDifference): string[] {
  return languages.flatMap(({ language, before, after, units }) =>
    units.map((unit) => {
      const side = unit.after === undefined ? before : after
      const key = side && contextOf(side.units(), (unit.after ?? unit.before) as number)
      const checks = unit.newlyFailing.length > 0 ? ` (${unit.newlyFailing.join(' ')})` : ''
      return `${language.code} ${key}: ${unit.kinds.join(' ')}${checks}`
    }),
  )
}

describe('the kinds of a unit', () => {
  const en = { a: 'Sail', b: 'Boat {n}' }
  test.each([
    ['nothing differs', en, { a: 'Plachta' }, en, { a: 'Plachta' }, []],
    ['a file that is written in another way', en, { a: 'A' }, en, { b: '', a: 'A' }, []],
    ['a translated unit', en, {}, en, { a: 'Plachta' }, ['cs a: changed translated']],
    ['a translation lost', en, { a: 'Plachta' }, en, {}, ['cs a: changed untranslated']],
    ['another target', en, { a: 'Plachta' }, en, { a: 'Plachty' }, ['cs a: changed']],
    [
      'another source',
      en,
      { a: 'Plachta' },
      { ...en, a: 'Sails' },
      { a: 'Plachta' },
      ['en a: changed', 'cs a: changed'],
    ],
    [
      'a check that fails now',
      en,
      { b: 'Loď {n}' },
      en,
      { b: 'Loď {m}' },
      ['cs b: changed failing (icu_message_format)'],
    ],
    ['a check that fails no more', en, { b: 'Loď {m}' }, en, { b: 'Loď {n}' }, ['cs b: changed']],
    [
      'a new unit',
      en,
      { a: 'Plachta' },
      { z: 'New', ...en },
      { a: 'Plachta' },
      ['en z: added translated', 'cs z: added'],
    ],
    [
      'a new unit that fails',
      { a: 'Sail' },
      {},
      en,
      { b: 'Loď' },
      ['en b: added translated', 'cs b: added translated failing (icu_message_format)'],
    ],
    ['a unit that is gone', en, {}, { b: en.b }, {}, ['en a: removed', 'cs a: removed']],
    [
      'a renamed key',
      { a: 'Sail' },
      { a: 'Plachta' },
      { z: 'Sail' },
      { z: 'Plachta' },
      ['en z: added translated', 'en a: removed', 'cs z: added translated', 'cs a: removed'],
    ],
  ] as const)('%s', async (_name, en1, cs1, en2, cs2, expected) => {
    const [before, after] = await components(
      { 'l/en.json': json(en1), 'l/cs.json': json(cs1) },
      { 'l/en.json': json(en2), 'l/cs.json': json(cs2) },
    )
    expect(lines(compareComponents(before, after))).toEqual(expected)
  })
})

test('a language exists on one side only', async () => {
  const [before, after] = await components(
    { 'l/en.json': json({ a: 'A' }), 'l/cs.json': json({ a: 'Á' }) },
    { 'l/en.json': json({ a: 'A' }), 'l/de.json': '{}' },
  )
  const difference = compareComponents(before, after)
  expect(lines(difference)).toEqual(['de a: added', 'cs a: removed'])
  expect(
    difference.languages.map(({ language, before: old, after: now }) => [
      language.code,
      old?.statistics.translated.units,
      now?.statistics.translated.units,
    ]),
  ).toEqual([
    ['en', 1, 1],
    ['de', undefined, 0],
    ['cs', 1, undefined],
  ])
})

test('a file that no longer parses is a new alert, one that never parsed is not', async () => {
  const [before, after] = await components(
    { 'l/en.json': json({ a: 'A' }), 'l/cs.json': json({ a: 'Á' }), 'l/de.json': '{' },
    { 'l/en.json': json({ a: 'A' }), 'l/cs.json': '{', 'l/de.json': '{,' },
  )
  const difference = compareComponents(before, after)
  expect(difference.newAlerts.map(({ name, filename }) => [name, filename])).toEqual([
    ['ParseError', 'l/cs.json'],
  ])
  expect(lines(difference)).toEqual([])
})

test('no string is removed while the template cannot be read', async () => {
  const files = { 'l/en.json': json({ a: 'A' }), 'l/cs.json': json({ a: 'Á' }) }
  const [before, after] = await components(files, { ...files, 'l/en.json': '{' })
  expect(lines(compareComponents(before, after))).toEqual([])
})

test('added and removed units make up the difference of the counts of the demo', async () => {
  const { catalog } = await openDemo()
  const before = await catalog.viewAt('v1.0.0')
  const after = await catalog.viewAt('v2.0.0')
  const differences = compareViews(before, after)
  expect(differences.map((difference) => difference.after?.config.slug)).toEqual([
    'mobile',
    'web',
    'help',
    'android',
    'terms',
  ])
  const languages = differences.flatMap((difference) => difference.languages)
  for (const { before: old, after: now, units } of languages) {
    const count = (kind: string) =>
      units.filter(({ kinds }) => kinds.some((each) => each === kind)).length
    const lost = units.filter(
      ({ kinds, before: row }) =>
        kinds[0] === 'removed' && row !== undefined && (old?.units().states[row] ?? 0) >= 20,
    ).length
    const growth = (group: 'total' | 'translated') =>
      (now?.statistics[group].units ?? 0) - (old?.statistics[group].units ?? 0)
    expect(count('added') - count('removed')).toBe(growth('total'))
    expect(count('translated') - count('untranslated') - lost).toBe(growth('translated'))
  }
  await catalog.close()
})

test('a component exists on one side only', async () => {
  const { catalog } = await openDemo()
  const view = await catalog.viewAt('main')
  const empty = { ...view, projects: [] }
  expect(
    compareViews(empty, view).map((difference) => [
      difference.before,
      difference.after?.config.slug,
    ]),
  ).toEqual(['mobile', 'web', 'help', 'android', 'terms'].map((slug) => [undefined, slug]))
  const gone = compareViews(view, empty).flatMap(lines)
  expect([gone.length, gone.every((line) => line.endsWith(': removed'))]).toEqual([
    view.projects
      .flatMap(({ components: own }) => own)
      .flatMap(({ translations }) => translations)
      .reduce((sum, { statistics }) => sum + statistics.total.units, 0),
    true,
  ])
  await catalog.close()
})
