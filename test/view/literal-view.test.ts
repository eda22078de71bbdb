import { expect, test } from 'vitest'
import { compareViews } from '../../src/catalog/compare.ts'
import { createAskAbout } from '../../src/catalog/component-work.ts'
import { searchView } from '../../src/catalog/search-units.ts'
import { readConfig } from '../../src/config/read.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { completenessOf } from '../../src/history/timeline/completeness.ts'
import { languageForCode } from '../../src/languages/language.ts'
import type { Component, Project, Translation, View } from '../../src/model/model.ts'
import { countUnits, STATE } from '../../src/model/statistics.ts'
import type { SourceTable, Units } from '../../src/model/unit.ts'
import { summarize } from '../../src/reading/library.ts'
import { openStore } from '../../src/store/store.ts'
import { findTranslation } from '../../src/view/find.ts'
import { componentsOf, languagesOf, statisticsOf } from '../../src/view/view.ts'

const settings = {
  slug: 'p',
  name: 'P',
  web: 'https://p.example',
  components: [
    {
      slug: 'web',
      name: 'Web',
      repo: 'https://example.org/web.git',
      file_format: 'json',
      filemask: 'l/*.json',
      template: 'l/en.json',
    },
  ],
}
const [config] = readConfig({
  text: JSON.stringify({ projects: [settings] }),
  file: '/gitglot.yml',
  environment: {},
  readSecretFile: () => '',
}).projects

const SOURCES = ['Good morning', 'Goodbye']

const table: SourceTable = {
  count: 2,
  contexts: ['hello', 'bye'],
  sources: SOURCES,
  positions: Uint32Array.of(1, 2),
  words: Uint32Array.of(2, 1),
  chars: Uint32Array.of(12, 7),
  idHashes: Uint32Array.of(1, 1, 2, 2),
  contentHashes: Uint32Array.of(3, 3, 4, 4),
  noteTails: new Map(),
  notes: new Map(),
  flags: new Map(),
  explanations: new Map(),
  readOnly: new Set(),
  locations: new Map(),
  terms: new Map(),
}

function unitsOf(targets: readonly string[]): Units {
  return {
    table,
    targets,
    rawTargets: new Map(),
    states: Uint8Array.from(targets, (text) => (text === '' ? STATE.empty : STATE.translated)),
    previousSources: new Map(),
    missingForms: new Map(),
    aliases: new Map(),
    automatic: new Set(),
    pluralNumber: 2,
    noteEnd: '',
    notes: new Map(),
    flags: new Map(),
    defaultPriority: 100,
    priorities: new Map(),
  }
}

/** One component in English and Czech, written down without a repository. */
function literalView(czech: readonly string[]): View {
  if (config?.components[0] === undefined) throw new Error('expected a component')
  const translations: Translation[] = []
  const components: Component[] = []
  const project: Project = {
    id: 1,
    key: czech.join(),
    config,
    categories: [],
    components,
    shared: [],
    absent: [],
    reading: undefined,
    alerts: [],
  }
  const component: Component = {
    id: 2,
    project,
    config: config.components[0],
    category: undefined,
    sourceLanguage: languageForCode('en'),
    sourceLanguageId: 3,
    commit: undefined,
    repo: 'https://example.org/web.git',
    branch: 'main',
    translations,
    alerts: [],
    completeness: { complete: false, since: 1_704_067_200 },
    recent: new Map([['cs', 5]]),
    times: undefined,
    state: 'ready',
    isHistoryAwaited: false,
  }
  components.push(component)
  for (const [code, targets] of [
    ['en', SOURCES],
    ['cs', czech],
  ] as const) {
    const units = unitsOf(targets)
    translations.push({
      id: () => 0,
      component,
      language: languageForCode(code),
      languageId: translations.length + 3,
      languageCode: code,
      filename: `l/${code}.json`,
      revision: '',
      isTemplate: code === 'en',
      isSource: code === 'en',
      contentKey: targets.join(),
      summary: summarize({ units, bytes: 0 }),
      units: () => units,
      statistics: countUnits(units),
      absent: { units: 0, words: 0, chars: 0 },
      failing: new Uint32Array(),
      verdict: new Uint32Array(),
      accepted: new Uint32Array(),
      alert: undefined,
      lastChange: undefined,
    })
  }
  return { key: czech.join(), siteKey: '', timestamp: undefined, projects: [project] }
}

test('a view is data: its numbers, languages and history need no repository', () => {
  const view = literalView(['Dobré ráno', ''])
  const [web] = componentsOf(view)
  if (web === undefined) throw new Error('expected a component')
  const { total, translated } = statisticsOf(web)
  expect([total, translated]).toEqual([
    { units: 4, words: 6, chars: 38 },
    { units: 3, words: 5, chars: 31 },
  ])
  expect(
    languagesOf([web]).map(({ language, translations }) => [language.name, translations.length]),
  ).toEqual([
    ['Czech', 1],
    ['English', 1],
  ])
  expect(findTranslation(web, 'cs').statistics.translated.units).toBe(1)
  expect(completenessOf([web])).toBe(undefined)
  expect(web.recent?.get('cs')).toBe(5)
})

test('two views that were written down can be compared', () => {
  const [web] = compareViews(literalView(['Dobré ráno', '']), literalView(['Dobré ráno', 'Sbohem']))
  expect(
    web?.languages.map(({ language, units }) => [language.code, units.map(({ kinds }) => kinds)]),
  ).toEqual([
    ['en', []],
    ['cs', [['changed', 'translated']]],
  ])
})

test('a page of found units looks only into the translations that it shows', async () => {
  const view = literalView(['Dobré ráno', ''])
  const read: string[] = []
  for (const { translations } of componentsOf(view)) {
    for (const translation of translations) {
      const { units, languageCode } = translation
      Object.assign(translation, {
        units() {
          read.push(languageCode)
          return units()
        },
      })
    }
  }
  const options = { query: 'position:>0', now: 0 }
  const store = openStore({ path: undefined })
  const askAbout = createAskAbout({
    store,
    engine: createEngine({ threads: 0, store, maxThreadBytes: 0 }),
    repositoryOf: () => undefined,
    historyOf: () => undefined,
  })
  const units = await searchView(view, options, { askAbout })
  const before = new Set(read.splice(0))
  const unit = units.unit(2)
  const shown = [unit.translation.languageCode, unit.row]
  await searchView(view, options, { askAbout })
  expect([units.count, before, shown, new Set(read)]).toEqual([
    4,
    new Set(['en', 'cs']),
    ['cs', 0],
    new Set(['cs']),
  ])
})
