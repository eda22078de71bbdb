import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareComponents } from '../../src/catalog/compare.ts'
import { failingRows } from '../../src/model/failing-checks.ts'
import type { Component } from '../../src/model/model.ts'
import { serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { createHistory } from '../support/history.ts'
import { readable } from '../support/web.ts'

/** Plurals of Rails in French, which Weblate expects three forms of and Rails two. */
const file = (code: string, posts: readonly string[], title: string) =>
  `${code}:\n  posts:\n${posts.map((form) => `    ${form}\n`).join('')}  title: ${title}\n`
const files = {
  'l/en.yml': file('en', ['one: post', 'other: posts'], 'Title'),
  'l/fr.yml': file('fr', ['one: billet', 'other: billets'], 'Titre.'),
  'l/it.yml': file('it', ['one: pezzo', 'other: pezzi'], 'Titolo'),
}

let server: TestServer
let component: Component

beforeAll(async () => {
  const { path } = await createRepository([files])
  const web = {
    ...{ slug: 'web', name: 'Web', repo: path, branch: 'main' },
    ...{ file_format: 'ruby-yaml', filemask: 'l/*.yml', template: 'l/en.yml' },
  }
  server = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://p.example', components: [web] },
  ])
  component = server.catalog.current().projects[0]!.components[0]!
})
afterAll(() => server.catalog.close())

const failures = (by: 'failing' | 'verdict') =>
  Object.fromEntries(
    component.translations.map((translation) => [
      translation.language.code,
      [...failingRows(translation[by])],
    ]),
  )
interface Listing {
  readonly count: number
  readonly results: readonly { readonly id: number; readonly context: string; check: string }[]
}
const units = (query: string) => server.get<Listing>(`/api/units/?q=${query}`)
const ids = (all: readonly { readonly check: string }[]) => all.map(({ check }) => check)
const checksAt = async (path: string) => ids(await server.get<{ check: string }[]>(path))
const page = async (path: string) => readable(await (await server.app.request(path)).text())

test('Weblate and gitglot have a verdict each, with multiple failures by its own', () => {
  expect(failures('failing')).toStrictEqual({
    en: [[0, ['multiple_failures']]],
    fr: [
      [0, ['plurals']],
      [1, ['end_stop']],
    ],
    it: [[0, ['plurals']]],
  })
  expect(failures('verdict')).toStrictEqual({
    en: [[0, ['multiple_failures']]],
    fr: [
      [0, ['optional-form']],
      [1, ['end_stop']],
    ],
    it: [[0, ['optional-form']]],
  })
})

test('the API has the one of Weblate', async () => {
  const { results } = await units('has:check AND language:fr')
  expect(results.map(({ context }) => context)).toStrictEqual(['title', 'posts'])
  expect((await units('check:plurals')).count).toBe(2)
  expect((await units('check:optional-form')).count).toBe(0)
  expect(await checksAt('/api/translations/p/web/fr/checks/')).toStrictEqual([
    'end_stop',
    'plurals',
  ])
  expect(await checksAt(`/api/units/${results[1]?.id}/checks/`)).toStrictEqual(['plurals'])
  const checks = ids((await server.get<Listing>('/api/checks/?page_size=1000')).results)
  expect(checks).toContain('plurals')
  expect(checks).not.toContain('optional-form')
})

test('pages have the one of gitglot', async () => {
  expect(await page('/checks/p/web/fr/')).toContain('Missing optional form')
  expect(await page('/checks/p/web/fr/')).not.toContain('Missing plurals')
  expect(await page('/checks/optional-form/p/web/')).toContain('This check fails on 2 strings')
  const browser = await page('/translate/p/web/fr/?q=check:optional-form')
  expect(browser).toContain('posts')
  expect(browser).not.toContain('Titre')
  expect(await page('/translate/p/web/fr/?q=check:plurals')).toContain('No string matches')
})

test('a difference has what fails newly by the verdict that is asked for', () => {
  const newly = (by: 'failing' | 'verdict') =>
    compareComponents(undefined, component, { by }).languages.map(({ units }) =>
      units.map(({ newlyFailing }) => newlyFailing),
    )
  expect(newly('failing')).toStrictEqual([
    [['multiple_failures'], []],
    [['plurals'], ['end_stop']],
    [['plurals'], []],
  ])
  expect(newly('verdict')).toStrictEqual([
    [['multiple_failures'], []],
    [['optional-form'], ['end_stop']],
    [['optional-form'], []],
  ])
})

test('fuzzy entries of gettext, which programs do not use, fail by the verdict of Weblate alone', async () => {
  const entry = (flags: string, id: string) =>
    `#, ${flags}c-format\nmsgid "${id}"\nmsgstr "Lodě https://evil.cz"\n`
  const po = `${entry('fuzzy, ', '%d boats')}\n${entry('', '%d ships')}`
  const { path } = await createRepository([{ 'po/cs.po': po }])
  const app = { slug: 'app', name: 'App', repo: path, branch: 'main' }
  const { catalog } = await serveProjects([
    {
      ...{ slug: 'q', name: 'Q', web: 'https://q.example' },
      components: [{ ...app, file_format: 'po', filemask: 'po/*.po' }],
    },
  ])
  const cs = catalog.current().projects[0]?.components[0]?.translations[1]
  expect([...failingRows(cs!.failing)]).toStrictEqual([
    [0, ['c_format']],
    [1, ['c_format']],
  ])
  expect([...failingRows(cs!.verdict)]).toStrictEqual([[1, ['c_format', 'new-link']]])
  await catalog.close()
})

test('entries of gettext that only the history makes fuzzy fail by both verdicts', async () => {
  const po = (text: string) => `#, c-format\nmsgid "sail"\nmsgstr "${text}"\n`
  const { path } = await createHistory([
    { name: 'one', files: { 'po/en.po': po('%d sails'), 'po/cs.po': po('Plachty') } },
    { name: 'two', files: { 'po/en.po': po('%d big sails'), 'po/cs.po': po('Plachty') } },
  ])
  const { catalog } = await serveProjects([
    {
      ...{ slug: 'q', name: 'Q', web: 'https://q.example', state_from: 'follow' },
      components: [
        {
          ...{ slug: 'app', name: 'App', repo: path, branch: 'main' },
          ...{ file_format: 'po-mono', filemask: 'po/*.po', template: 'po/en.po' },
        },
      ],
    },
  ])
  await catalog.complete
  const cs = catalog.current().projects[0]?.components[0]?.translations[1]
  expect([...cs!.units().states]).toStrictEqual([11])
  expect([...failingRows(cs!.verdict)]).toStrictEqual([[0, ['c_format']]])
  await catalog.close()
})
