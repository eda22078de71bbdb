import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareViews } from '../../src/catalog/compare.ts'
import { CAPPED_CHECKS } from '../../src/checking/failing-without-caps.ts'
import { contextOf } from '../../src/model/unit.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { type Choices, createChoices } from '../support/choices.ts'
import { createRepository } from '../support/git-repository.ts'

/** Texts by path and key, or what a file holds that does not parse. */
type Files = Record<string, Record<string, string> | string>

const FOLDERS = ['a', 'b', 'c']
const LANGUAGES = ['cs', 'de', 'fr', 'it', 'ro']
const KEYS = Array.from({ length: 40 }, (_, index) => `k${index}`)
const SOURCES = Array.from({ length: 30 }, (_, index) => `Source ${index}`)
const TARGETS = ['hora', 'pole', 'les', 'cesta', 'voda', 'dům', 'strom', 'kolo', 'loď', '']

/** Components with the same keys, whose texts fail far more often than `inconsistent` and `reused` may be marked. */
function createFiles(choices: Choices): Files {
  const entries = KEYS.map((key): [string, string] => [key, choices.pick(SOURCES)])
  const files: Files = {}
  for (const folder of FOLDERS) {
    files[`${folder}/en.json`] = Object.fromEntries(entries)
    for (const code of LANGUAGES) {
      const targets = entries.map(([key]) => [key, choices.pick(TARGETS)])
      files[`${folder}/${code}.json`] = Object.fromEntries(targets)
    }
  }
  return files
}

/** The files after a change of one, and its path. */
function changeOne(before: Files, choices: Choices): { path: string; after: Files } {
  const path = `${choices.pick(FOLDERS)}/${choices.pick(['en', ...LANGUAGES])}.json`
  const { [path]: old = {}, ...rest } = before
  const texts = typeof old === 'string' ? {} : old
  const key = choices.pick(KEYS)
  const { [key]: _, ...without } = texts
  const text = choices.pick(path.endsWith('en.json') ? SOURCES : TARGETS)
  switch (choices.below(5)) {
    case 0:
      return { path, after: rest }
    case 1:
      return { path, after: { ...rest, [path]: '{' } }
    case 2:
      return { path, after: { ...rest, [path]: without } }
    case 3:
      return { path, after: { ...rest, [path]: { ...texts, [key]: text } } }
    default: {
      const added = path.replace(/\w+\.json/, 'pt.json')
      return { path: added, after: { ...before, [added]: texts } }
    }
  }
}

/** What fails without caps in a language: `check component key`. */
function failing(files: Files, code: string): Set<string> {
  const units = FOLDERS.flatMap((folder) => {
    const [sources, targets] = [files[`${folder}/en.json`], files[`${folder}/${code}.json`]]
    if (typeof sources !== 'object' || typeof targets !== 'object') return []
    return Object.entries(sources).map(([key, source]) => {
      return { folder, key, source, target: targets[key] ?? '' }
    })
  })
  // A key is the same string in all components, whatever its source.
  const isInconsistent = (unit: (typeof units)[number]) =>
    units.some(({ key, target }) => key === unit.key && target !== unit.target)
  const isReused = (unit: (typeof units)[number]) =>
    unit.target !== '' &&
    units.some(({ source, target }) => source !== unit.source && target === unit.target)
  return new Set(
    units.flatMap((unit) => [
      ...(isInconsistent(unit) ? [`inconsistent ${unit.folder} ${unit.key}`] : []),
      ...(isReused(unit) ? [`reused ${unit.folder} ${unit.key}`] : []),
    ]),
  )
}

const cases = Array.from({ length: 40 }, (_, seed) => {
  const choices = createChoices(1000 + seed)
  const before = createFiles(choices)
  return { seed, before, ...changeOne(before, choices) }
})

let server: TestServer
let commits: readonly string[]
beforeAll(async () => {
  const written = (files: Files) =>
    Object.fromEntries(
      Object.entries(files).map(([path, texts]) => [
        path,
        typeof texts === 'string' ? texts : JSON.stringify(texts),
      ]),
    )
  const repository = await createRepository(
    cases.flatMap(({ before, after }) => [written(before), written(after)]),
  )
  commits = repository.commits
  const components = FOLDERS.map((folder) =>
    jsonComponent(folder, folder, { repo: repository.path }),
  )
  server = await serveProjects([{ slug: 'p', name: 'P', web: 'https://p.example', components }])
})
afterAll(() => server.catalog.close())

async function differencesOf(seed: number) {
  const before = await server.catalog.viewAt(commits[2 * seed] ?? '')
  const after = await server.catalog.viewAt(commits[2 * seed + 1] ?? '')
  return compareViews(before, after).flatMap(({ after: component, languages }) =>
    languages.flatMap(({ language, before: old, after: now, units }) =>
      units.map((unit) => {
        const side = (now ?? old)!
        const row = unit.after ?? unit.before ?? 0
        const key = contextOf((unit.after === undefined ? old! : side).units(), row)
        return { ...unit, code: language.code, isSource: side.isSource, key, component }
      }),
    ),
  )
}

describe('a change of one file', () => {
  test.each(cases.filter(({ path }) => !path.endsWith('en.json')))(
    'of a translation concerns its language and sources that fail in it: $seed $path',
    async ({ seed, path }) => {
      const others = (await differencesOf(seed)).filter(
        ({ code }) => !path.endsWith(`/${code}.json`),
      )
      const blamed = others.filter(
        ({ isSource, newlyFailing }) => !isSource || newlyFailing.join() !== 'multiple_failures',
      )
      expect(blamed).toEqual([])
    },
  )

  test('causes no failure that a limit hid before', async () => {
    const hidden: string[] = []
    let failures = 0
    for (const { seed, before, after } of cases) {
      for (const { code, newlyFailing, component, key } of await differencesOf(seed)) {
        for (const id of newlyFailing.filter((check) => CAPPED_CHECKS.has(check))) {
          const failure = `${id} ${component?.config.slug} ${key}`
          if (failing(before, code).has(failure) || !failing(after, code).has(failure)) {
            hidden.push(`${seed}: ${code} ${failure}`)
          }
          failures++
        }
      }
    }
    expect([hidden, failures > 0]).toEqual([[], true])
  })
})
