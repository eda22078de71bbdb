import { expect, onTestFinished, test } from 'vitest'
import type { Catalog } from '../../../src/catalog/catalog.ts'
import type { View } from '../../../src/model/model.ts'
import { STATE } from '../../../src/model/statistics.ts'
import { contextOf, previousSourceOf } from '../../../src/model/unit.ts'
import { serveProjects } from '../../support/catalog.ts'
import { createTemporaryFolder } from '../../support/git-repository.ts'
import { createHistory, type History, type Step } from '../../support/history.ts'

type Texts = Readonly<Record<string, string>>

const settings = {
  slug: 'c',
  name: 'C',
  file_format: 'json',
  filemask: 'l/*.json',
  template: 'l/en.json',
  branch: 'main',
}

function textOf(texts: Texts | string): string {
  return typeof texts === 'string' ? texts : JSON.stringify(texts)
}

/** A commit of a template and, where it has texts, a Czech translation. */
function step(
  name: string,
  en: Texts | string,
  cs?: Texts | string,
  more: Partial<Step> = {},
): Step {
  return {
    name,
    files: { 'l/en.json': textOf(en), ...(cs && { 'l/cs.json': textOf(cs) }) },
    ...more,
  }
}

/** Commits of a Weblate. */
const signed = { message: 'Translated using Weblate (Czech)' }
function counted(translated: number, total: number): Partial<Step> {
  const message = `Translated using Weblate (Czech)\n\nCurrently translated at 1.0% (${translated} of ${total} strings)`
  return { message }
}

/** For each string that needs editing, by language, the source that it was translated from. */
async function mirrorOf(history: History, fields: object = {}): Promise<Record<string, Texts>> {
  return shownIn((await serve(history, fields)).current())
}

async function serve(history: History, fields: object = {}, site: object = {}): Promise<Catalog> {
  const component = { ...settings, ...fields, repo: history.path, state_from: 'mirror' }
  const { catalog } = await serveProjects(
    [{ slug: 'p', name: 'P', web: 'https://example.com/', components: [component] }],
    site,
  )
  onTestFinished(catalog.close)
  await catalog.complete
  return catalog
}

function shownIn({ projects }: View): Record<string, Texts> {
  const { translations = [] } = projects[0]?.components[0] ?? {}
  const texts = translations.map((translation): [string, Texts] => {
    const { language } = translation
    const units = translation.units()
    const rows = [...units.states.keys()].filter(
      (row) => units.states[row] === STATE.needsRewriting,
    )
    return [
      language.code,
      Object.fromEntries(rows.map((row) => [contextOf(units, row), previousSourceOf(units, row)])),
    ]
  })
  return Object.fromEntries(texts.filter(([, texts]) => Object.keys(texts).length > 0))
}

const english = { a: 'A', b: 'B' }
const czech = { a: 'á', b: 'bé' }
/** A template, a translation that a Weblate signed, and a changed source. */
const changed = [
  step('start', english),
  step('translated', english, czech, signed),
  step('changed', { a: 'A2', b: 'B' }, czech),
]
const isOutdated = { cs: { a: 'A' } }

test.each<[string, readonly Step[], Record<string, Texts>]>([
  ['a changed source makes its translation outdated (7)', changed, isOutdated],
  [
    'the previous source is the translated one, even if the source changes again (7)',
    [...changed, step('again', { a: 'A3', b: 'B' }, czech)],
    isOutdated,
  ],
  [
    'an empty target is not outdated (2, 7)',
    [...changed, step('emptied', { a: 'A2', b: 'B' }, { a: '', b: 'bé' })],
    {},
  ],
  [
    'a plural without texts is not counted as outdated (11)',
    [
      step('start', { a: 'A\u001e\u001eAs', b: 'B' }),
      step('translated', { a: 'A\u001e\u001eAs', b: 'B' }, { a: '', b: 'bé' }, signed),
      step('changed', { a: 'A\u001e\u001eAs', b: 'B2' }, { a: '', b: 'bé' }),
      step('counted', { a: 'A\u001e\u001eAs', b: 'B2' }, '{"a": "", "b":"bé"}', counted(1, 2)),
    ],
    {},
  ],
  [
    'changes before the first commit signed by Weblate make nothing outdated (4)',
    [
      step('start', english, czech),
      step('before', { a: 'A2', b: 'B' }, czech),
      step('signed', { a: 'A2', b: 'B' }, { a: 'á', b: 'bé2' }, signed),
      step('after', { a: 'A2', b: 'B3' }, { a: 'á', b: 'bé2' }),
    ],
    { cs: { b: 'B' } },
  ],
  [
    'without a commit of Weblate nothing is outdated (4)',
    [step('start', english, czech), step('changed', { a: 'A2', b: 'B' }, czech)],
    {},
  ],
  [
    'the order and layout of a file do not matter (5)',
    [...changed, step('form', '{ "b": "B", "a": "A2" }', '{"b": "bé",\n"a": "á"}')],
    isOutdated,
  ],
  [
    'a changed target is up to date with the template of its own commit (6)',
    [
      ...changed,
      step('updated', { a: 'A2', b: 'B' }, { a: 'á2', b: 'bé' }),
      step('anew', { a: 'A3', b: 'B' }, { a: 'á2', b: 'bé' }),
    ],
    { cs: { a: 'A2' } },
  ],
  [
    'a target that changed in the same commit as its source is up to date (7)',
    [...changed.slice(0, 2), step('same', { a: 'A2', b: 'B' }, { a: 'á2', b: 'bé' })],
    {},
  ],
  [
    'a translation is up to date again when its source changes back (8)',
    [...changed, step('back', english, czech)],
    {},
  ],
  [
    'a string that is removed and added again is new (9)',
    [...changed, step('removed', { b: 'B' }, czech), step('returned', { a: 'A2', b: 'B' }, czech)],
    {},
  ],
  [
    'a file that is removed and added again is new (9)',
    [
      ...changed,
      step('removed', { a: 'A2', b: 'B' }),
      step('returned', { a: 'A2', b: 'B' }, czech),
    ],
    {},
  ],
  [
    'a file that moved keeps its states (9)',
    [
      ...changed,
      {
        name: 'moved',
        files: { 'l/en.json': textOf({ a: 'A2', b: 'B' }), 'l/cs_CZ.json': textOf(czech) },
      },
    ],
    isOutdated,
  ],
  [
    'a broken template and a broken file are skipped (10)',
    [
      ...changed.slice(0, 2),
      step('template', '{', czech),
      step('file', { a: 'A2', b: 'B' }, '{'),
      step('whole', { a: 'A2', b: 'B' }, czech),
    ],
    isOutdated,
  ],
  [
    'a commit that counts all strings as translated makes all up to date (11)',
    [...changed, step('count', { a: 'A2', b: 'B' }, { a: 'á', b: 'bé2' }, counted(2, 2))],
    {},
  ],
  [
    'if more strings are outdated than a commit counts, the last changed stay outdated (11)',
    [
      ...changed,
      step('second', { a: 'A2', b: 'B2', c: 'C' }, czech),
      step('count', { a: 'A2', b: 'B2', c: 'C' }, { ...czech, c: 'cé' }, counted(2, 3)),
    ],
    { cs: { b: 'B' } },
  ],
  [
    'a matching count changes nothing (11)',
    [
      ...changed,
      step('third', { a: 'A2', b: 'B', c: 'C' }, czech),
      step('count', { a: 'A2', b: 'B', c: 'C' }, { ...czech, c: 'cé' }, counted(2, 3)),
    ],
    isOutdated,
  ],
  [
    'of consecutive commits with the same count only the last one counts (11)',
    [
      ...changed,
      step('more', { a: 'A2', b: 'B2', c: 'C', d: 'D' }, czech),
      step('first', { a: 'A2', b: 'B2', c: 'C', d: 'D' }, { ...czech, c: 'cé' }, counted(2, 4)),
      step(
        'last',
        { a: 'A2', b: 'B2', c: 'C', d: 'D' },
        { ...czech, c: 'cé', d: 'dé' },
        counted(2, 4),
      ),
    ],
    { cs: { a: 'A', b: 'B' } },
  ],
  [
    'a count of all strings makes all up to date even if their number differs (11)',
    [...changed, step('count', { a: 'A2', b: 'B' }, { a: 'á', b: 'bé2' }, counted(7, 7))],
    {},
  ],
  [
    'a commit of Weblate without a count makes all up to date if no string is empty (12)',
    [...changed, step('complete', { a: 'A2', b: 'B' }, { a: 'á', b: 'bé2' }, signed)],
    {},
  ],
  [
    'a commit by Anonymous or with an empty string does not make all up to date (12)',
    [
      ...changed,
      step(
        'anonymous',
        { a: 'A2', b: 'B' },
        { a: 'á', b: 'bé2' },
        { ...signed, author: 'Anonymous' },
      ),
      step('empty', { a: 'A2', b: 'B' }, { a: 'á', b: '' }, signed),
    ],
    isOutdated,
  ],
])('%s', async (_, steps, expected) => {
  expect(await mirrorOf(await createHistory(steps))).toEqual(expected)
})

test('all ancestors except merges count, each compared with its first parent (3)', async () => {
  const start = step('start', english)
  const history = await createHistory([
    start,
    step('translated', english, czech, signed),
    step('side', { a: 'A2', b: 'B' }, czech),
    step('main', english, { a: 'á', b: 'bé2' }, { parents: ['translated'] }),
    step('merge', { a: 'A2', b: 'B3' }, { a: 'á', b: 'bé2' }, { parents: ['main', 'side'] }),
  ])
  expect(await mirrorOf(history)).toEqual(isOutdated)
})

test('states at a ref come from the history up to it, also on another branch', async () => {
  const history = await createHistory([
    ...changed,
    step('aside', { a: 'A', b: 'B2' }, czech, { parents: ['translated'] }),
    step('done', { a: 'A2', b: 'B' }, { a: 'á2', b: 'bé' }, { parents: ['changed'] }),
  ])
  const catalog = await serve(history)
  const states: Record<string, object> = {}
  for (const [name, oid] of Object.entries(history.oids)) {
    states[name] = shownIn(await catalog.viewAt(oid, { history: 'states' }))
  }
  expect(states).toEqual({
    start: {},
    translated: {},
    changed: isOutdated,
    aside: { cs: { b: 'B' } },
    done: {},
  })
})

test('the baseline may be configured (4)', async () => {
  const history = await createHistory([
    step('start', english, czech),
    step('before', { a: 'A2', b: 'B' }, czech),
    { name: 'readme', files: { ...step('', { a: 'A2', b: 'B' }, czech).files, README: '' } },
    step('after', { a: 'A2', b: 'B2' }, czech),
  ])
  const { before = '', readme = '' } = history.oids
  expect(await mirrorOf(history, { mirror_baseline: before })).toEqual({ cs: { b: 'B' } })
  expect(await mirrorOf(history, { mirror_baseline: readme })).toEqual({ cs: { b: 'B' } })
})

test('bilingual files have no outdated strings (13)', async () => {
  const tbx = (source: string) =>
    `<?xml version="1.0"?><martif type="TBX"><text><body><termEntry><langSet xml:lang="en"><tig><term>${source}</term></tig></langSet><langSet xml:lang="cs"><tig><term>á</term></tig></langSet></termEntry></body></text></martif>`
  const history = await createHistory([
    { name: 'start', files: { 'l/cs.tbx': tbx('A') }, ...signed },
    { name: 'changed', files: { 'l/cs.tbx': tbx('A2') } },
  ])
  const fields = { file_format: 'tbx', filemask: 'l/*.tbx', template: '' }
  expect(await mirrorOf(history, fields)).toEqual({})
})

test('outdated strings are the same after a restart, and follow a changed baseline', async () => {
  const history = await createHistory([
    step('start', english, czech),
    step('changed', { a: 'A', b: 'Other' }, czech),
  ])
  const site = { data_dir: createTemporaryFolder() }
  const shown = async (baseline: string) =>
    shownIn((await serve(history, { mirror_baseline: history.oids[baseline] }, site)).current())
  const first = await shown('start')
  expect(first).toEqual({ cs: { b: 'B' } })
  expect(await shown('start')).toEqual(first)
  expect(await shown('changed')).toEqual({})
})
