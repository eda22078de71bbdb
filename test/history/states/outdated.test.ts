import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Catalog } from '../../../src/catalog/catalog.ts'
import { findOutdated } from '../../../src/history/states/outdated.ts'
import type { Component } from '../../../src/model/model.ts'
import { contextOf } from '../../../src/model/unit.ts'
import { serveProjects } from '../../support/catalog.ts'
import { createChoices } from '../../support/choices.ts'
import { createTemporaryFolder } from '../../support/git-repository.ts'
import {
  createHistory,
  extendHistory,
  type History,
  makeShallow,
  type Step,
} from '../../support/history.ts'

type Texts = Readonly<Record<string, string>>

/** A commit of a template and one translation; without a text there is no such file. */
function step(name: string, en: Texts | string, cs?: Texts | string, path = 'l/cs.json'): Step {
  const textOf = (texts: Texts | string) =>
    typeof texts === 'string' ? texts : JSON.stringify(texts)
  return { name, files: { 'l/en.json': textOf(en), ...(cs && { [path]: textOf(cs) }) } }
}

/** Serves a component for each of these folders. */
async function serveFolders(
  history: History,
  folders: readonly string[],
  site: object = {},
): Promise<Catalog> {
  const components = folders.map((folder) => ({
    ...{ slug: folder, name: folder, repo: history.path, branch: 'main', file_format: 'json' },
    ...{ filemask: `${folder}/*.json`, template: `${folder}/en.json` },
  }))
  const { catalog } = await serveProjects(
    [{ slug: 'p', name: 'P', web: 'https://example.com/', components }],
    site,
  )
  onTestFinished(catalog.close)
  await catalog.complete
  return catalog
}

async function outdatedIn(history: History, baseline = -1, site: object = {}): Promise<string[]> {
  const catalog = await serveFolders(history, ['l'], site)
  const [component] = catalog.current().projects[0]?.components ?? []
  const outdated = await outdatedOf({ catalog, history, component, baseline })
  await catalog.close()
  return outdated
}

/** `context: source that was translated, commit of the change, commit of the translation` of each outdated string. */
async function outdatedOf({
  catalog,
  history,
  component,
  baseline,
}: {
  catalog: Catalog
  history: History
  component: Component | undefined
  baseline: number
}): Promise<string[]> {
  if (component === undefined) throw new Error('expected a component')
  const { translations } = component
  const { commit } = catalog.historyOf(component)?.timeline.steps[baseline] ?? {}
  const steps = await findOutdated(translations, catalog.historyOf, {
    baseline: commit === undefined ? undefined : { commit },
  })
  const nameOf = (oid: string | undefined) =>
    Object.keys(history.oids).find((name) => history.oids[name] === oid)
  return steps.map(({ translation, row, previousSource, changed, translated }) => {
    const context = contextOf(translation.units(), row)
    return `${context}: ${previousSource}, ${nameOf(changed.commit)}, ${nameOf(translated?.commit)}`
  })
}

const start = step('start', { a: 'A', b: 'B' }, { a: 'á', b: 'b̌' })
const changed = step('changed', { a: 'A2', b: 'B' }, { a: 'á', b: 'b̌' })

test.each([
  ['a changed source makes its translation outdated', [start, changed], ['a: A, changed, start']],
  [
    'a translation is outdated since the first change of its source',
    [start, changed, step('again', { a: 'A3', b: 'B' }, { a: 'á', b: 'b̌' })],
    ['a: A, changed, start'],
  ],
  [
    'a translation is not outdated if its source changes back',
    [start, changed, step('back', { a: 'A', b: 'B' }, { a: 'á', b: 'b̌' })],
    [],
  ],
  [
    'a translation whose source changes back and again is outdated since the last change',
    [
      start,
      changed,
      step('back', { a: 'A', b: 'B' }, { a: 'á', b: 'b̌' }),
      step('anew', { a: 'A4', b: 'B' }, { a: 'á', b: 'b̌' }),
    ],
    ['a: A, anew, start'],
  ],
  [
    'a translation changed later or at the same time is not outdated',
    [
      start,
      step('both', { a: 'A2', b: 'B2' }, { a: 'á2', b: 'b̌' }),
      step('later', { a: 'A2', b: 'B2' }, { a: 'á2', b: 'b̌2' }),
    ],
    [],
  ],
  [
    'a control character in another text does not matter',
    [
      step('start', { a: 'A', b: 'B\u0007' }, { a: 'á', b: 'b\u0007' }),
      step('changed', { a: 'A2', b: 'B\u0007' }, { a: 'á', b: 'b\u0007' }),
    ],
    ['a: A, changed, start'],
  ],
  [
    'an emptied translation is not outdated',
    [start, step('empty', { a: 'A2', b: 'B' }, { a: '', b: 'b̌' })],
    [],
  ],
  [
    'a plural without a translation is not outdated',
    [
      step('start', { a: 'A\u001e\u001eAs' }, { b: '' }),
      step('changed', { a: 'B\u001e\u001eBs' }, { b: '' }),
    ],
    [],
  ],
  [
    'the string that is outdated longest comes first',
    [
      start,
      step('first', { a: 'A', b: 'B2' }, { a: 'á', b: 'b̌' }),
      step('second', { a: 'A2', b: 'B2' }, { a: 'á', b: 'b̌' }),
    ],
    ['b: B, first, start', 'a: A, second, start'],
  ],
  [
    'a string that is removed and added again is new',
    [
      start,
      step('without', { b: 'B' }, { a: 'á', b: 'b̌' }),
      step('with', { a: 'A2', b: 'B' }, { a: 'á', b: 'b̌' }),
    ],
    [],
  ],
  [
    'a translation added between others dates from the commit that added it',
    [
      step('start', { a: 'A', b: 'B', c: 'C' }, { a: 'á', c: 'č' }),
      step('added', { a: 'A', b: 'B', c: 'C' }, { a: 'á', b: 'b̌', c: 'č' }),
      step('more', { a: 'A', b: 'B', c: 'C' }, { a: 'á2', b: 'b̌', c: 'č' }),
      step('last', { a: 'A', b: 'B2', c: 'C' }, { a: 'á2', b: 'b̌', c: 'č' }),
    ],
    ['b: B, last, added'],
  ],
  [
    'a broken template and a broken translation are skipped',
    [
      start,
      step('template', '{', { a: 'á', b: 'b̌' }),
      step('file', { a: 'A2', b: 'B' }, '{'),
      step('whole', { a: 'A2', b: 'B' }, { a: 'á', b: 'b̌' }),
    ],
    ['a: A, file, start'],
  ],
  [
    'a file under another code of its language is the same translation',
    [start, step('moved', { a: 'A2', b: 'B' }, { a: 'á', b: 'b̌' }, 'l/cs_CZ.json')],
    ['a: A, moved, start'],
  ],
])('%s', async (_, steps, expected) => {
  expect(await outdatedIn(await createHistory(steps))).toEqual(expected)
})

test('the last change of each of many strings is found while others are added, removed and moved', async () => {
  const { below: random, pick } = createChoices(3)
  const keys = Array.from({ length: 30 }, (_, index) => `key${index}`)
  const sources = (text: string) => Object.fromEntries(keys.map((key) => [key, `${text} ${key}`]))
  const written = (texts: Texts) => `${JSON.stringify(texts, null, 2)}\n`
  let targets: Texts = Object.fromEntries(keys.map((key) => [key, 'x']))
  const changes = new Map(keys.map((key) => [key, 's0']))
  const steps = [step('s0', written(sources('A')), written(targets))]
  for (let index = 1; index < 40; index++) {
    const name = `s${index}`
    const members = Object.entries(targets)
    for (let edits = random(4); edits > 0; edits--) {
      const added: [string, string] = [pick(keys), `${random(3)}`]
      members.splice(random(members.length), random(2), ...(random(3) > 0 ? [added] : []))
    }
    const next = Object.fromEntries(members)
    for (const key of keys) if ((next[key] ?? '') !== (targets[key] ?? '')) changes.set(key, name)
    targets = next
    steps.push(step(name, written(sources('A')), written(targets)))
  }
  steps.push(step('last', written(sources('B')), written(targets)))
  const expected = keys
    .filter((key) => targets[key])
    .map((key) => `${key}: A ${key}, last, ${changes.get(key)}`)
  expect(expected.length).toBeGreaterThan(8)
  expect((await outdatedIn(await createHistory(steps))).sort()).toEqual(expected.sort())
})

test('changes up to the baseline make no string outdated', async () => {
  const history = await createHistory([
    start,
    changed,
    step('more', { a: 'A2', b: 'B2' }, { a: 'á', b: 'b̌' }),
  ])
  expect(await outdatedIn(history, 1)).toEqual(['b: B, more, start'])
})

test('in a shallow clone the last change of a translation may be unknown', async () => {
  const history = await createHistory([
    start,
    changed,
    step('more', { a: 'A3', b: 'B' }, { a: 'á', b: 'b̌' }),
  ])
  makeShallow(history.path, [history.oids['changed'] ?? ''])
  expect(await outdatedIn(history)).toEqual(['a: A2, more, undefined'])
})

test('old versions are not read again after a restart', async () => {
  const site = { data_dir: createTemporaryFolder() }
  const [en, cs] = [
    { a: 'A', b: 'B' },
    { a: 'á', b: 'b' },
  ]
  const former = await createHistory([
    step('start', en, cs),
    step('translated', en, { ...cs, b: 'b̌' }),
    step('changed', { ...en, a: 'A2' }, { ...cs, b: 'b̌' }),
  ])
  expect(await outdatedIn(former, -1, site)).toEqual(['a: A, changed, start'])
  const history = await extendHistory(former, [
    step('later', { a: 'A2', b: 'B2' }, { ...cs, b: 'b̌' }),
  ])
  for (const texts of [en, cs]) removeBlob(history, JSON.stringify(texts))
  expect(await outdatedIn(history, -1, site)).toEqual([
    'a: A, changed, start',
    'b: B, later, translated',
  ])
})

function removeBlob({ path }: History, text: string): void {
  const bytes = Buffer.from(text)
  const oid = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
  rmSync(join(path, 'objects', oid.slice(0, 2), oid.slice(2)))
}

test('files with the same contents but different histories are distinguished', async () => {
  const json = (text: string) => JSON.stringify({ a: text })
  const history = await createHistory([
    {
      name: 'start',
      files: {
        ...{ 'l/en.json': json('A'), 'l/cs.json': json('á') },
        ...{ 'm/en.json': json('X'), 'm/cs.json': json('iks') },
      },
    },
    {
      name: 'same',
      files: {
        ...{ 'l/en.json': json('B'), 'l/cs.json': json('á') },
        ...{ 'm/en.json': json('B'), 'm/cs.json': json('á') },
      },
    },
  ])
  const catalog = await serveFolders(history, ['l', 'm'])
  const components = catalog.current().projects[0]?.components ?? []
  expect(
    await Promise.all(
      components.map((component) => outdatedOf({ catalog, history, component, baseline: -1 })),
    ),
  ).toEqual([['a: A, same, start'], []])
})
