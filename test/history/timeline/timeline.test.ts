import { expect, onTestFinished, test } from 'vitest'
import type { ComponentHistory } from '../../../src/history/component-history.ts'
import type { Units } from '../../../src/model/unit.ts'
import { serveProjects } from '../../support/catalog.ts'
import { createHistory, type History, makeShallow } from '../../support/history.ts'

const english = '{"hello": "Hello", "bye": "Bye"}'

/** The history of a component over `l/*.json` in a repository. */
async function readHistory(repository: History, fields: object = {}): Promise<ComponentHistory> {
  const component = { slug: 'c', name: 'C', file_format: 'json', filemask: 'l/*.json' }
  const settings = { template: 'l/en.json', ...component, ...fields }
  const { catalog } = await serveProjects([
    {
      slug: 'p',
      name: 'P',
      web: 'https://example.com/',
      components: [{ ...settings, repo: repository.path, branch: 'main' }],
    },
  ])
  onTestFinished(catalog.close)
  await catalog.complete
  const served = catalog.current().projects[0]?.components[0]
  const history = served && catalog.historyOf(served)
  if (history === undefined) throw new Error('expected a history')
  return history
}

const textsOf = ({ targets }: Units) =>
  Array.from({ length: targets.length }, (_, row) => targets.at(row))

/** For each step the name of its commit, the changed paths and the translations. */
function describeSteps({ timeline, reader }: ComponentHistory, { oids }: History): unknown[] {
  const names = new Map(Object.entries(oids).map(([name, oid]) => [oid, name]))
  return timeline.steps.map(({ index, commit }) => {
    const files = timeline.files(index)
    const texts = files.files.map((file) => {
      const read = reader.read(files, file)
      const text = 'alert' in read ? 'broken' : textsOf(read.value.units()).join('|')
      return `${file.path}: ${text}`
    })
    return [names.get(commit), timeline.changed(index), texts]
  })
}

test('a timeline has the files and the reader the texts of each first-parent commit that changes any', async () => {
  const repository = await createHistory([
    { name: 'readme', files: { README: 'x' } },
    { name: 'template', files: { 'l/en.json': english } },
    { name: 'czech', files: { 'l/en.json': english, 'l/cs.json': '{"hello": "Ahoj"}' } },
    { name: 'side', files: { 'l/en.json': english, 'l/cs.json': '{"bye": "Nazdar"}' } },
    { name: 'main', files: { 'l/en.json': english, 'l/cs.json': '{' }, parents: ['czech'] },
    {
      name: 'merge',
      files: { 'l/en.json': english, 'l/cs.json': '{"hello": "Ahoj", "bye": "Nazdar"}' },
      parents: ['main', 'side'],
    },
    { name: 'removed', files: { 'l/en.json': english } },
  ])
  const history = await readHistory(repository)
  expect(history.timeline.completeness).toEqual({ complete: true })
  expect(describeSteps(history, repository)).toEqual([
    ['template', ['l/en.json'], ['l/en.json: Hello|Bye']],
    ['czech', ['l/cs.json'], ['l/en.json: Hello|Bye', 'l/cs.json: Ahoj|']],
    ['main', ['l/cs.json'], ['l/en.json: Hello|Bye', 'l/cs.json: broken']],
    ['merge', ['l/cs.json'], ['l/en.json: Hello|Bye', 'l/cs.json: Ahoj|Nazdar']],
    ['removed', ['l/cs.json'], ['l/en.json: Hello|Bye']],
  ])
  expect(history.timeline.steps.map(({ seconds }) => seconds)).toEqual(
    [1, 2, 4, 5, 6].map((day) => 1_704_067_200 + day * 86_400),
  )
  expect(history.timeline.lastChange('l/cs.json', 2)?.index).toBe(2)
  expect(history.timeline.lastChange('l/en.json', 4)?.index).toBe(0)
  expect(history.timeline.lastChange('l/de.json', 4)).toBe(undefined)
})

test('steps before a folder moved have the present paths', async () => {
  const repository = await createHistory([
    { name: 'added', files: { 'old/en.json': english, 'old/cs.json': '{}' } },
    { name: 'changed', files: { 'old/en.json': english, 'old/cs.json': '{"bye": "Nazdar"}' } },
    { name: 'moved', files: { 'l/en.json': english, 'l/cs.json': '{"bye": "Nazdar"}' } },
    { name: 'after', files: { 'l/en.json': english, 'l/cs.json': '{"bye": "Sbohem"}' } },
  ])
  expect(describeSteps(await readHistory(repository), repository)).toEqual([
    ['added', ['l/cs.json', 'l/en.json'], ['l/en.json: Hello|Bye', 'l/cs.json: |']],
    ['changed', ['l/cs.json'], ['l/en.json: Hello|Bye', 'l/cs.json: |Nazdar']],
    ['after', ['l/cs.json'], ['l/en.json: Hello|Bye', 'l/cs.json: |Sbohem']],
  ])
})

test('steps before a folder moved have the present paths, also beside a link', async () => {
  const moved = { 'l/en.json': english, 'l/cs.json': '{"bye": "Nazdar"}' }
  const repository = await createHistory([
    { name: 'added', files: { 'old/en.json': english, 'old/cs.json': '{}' } },
    { name: 'changed', files: { 'old/en.json': english, 'old/cs.json': '{"bye": "Nazdar"}' } },
    { name: 'moved', files: moved },
    {
      name: 'linked',
      files: { ...moved, 'l/de.json': { link: '../x/de.json' }, 'x/de.json': '{}' },
    },
  ])
  expect(describeSteps(await readHistory(repository), repository)).toEqual([
    ['added', ['l/cs.json', 'l/en.json'], ['l/en.json: Hello|Bye', 'l/cs.json: |']],
    ['changed', ['l/cs.json'], ['l/en.json: Hello|Bye', 'l/cs.json: |Nazdar']],
    [
      'linked',
      ['l/de.json', 'x/de.json'],
      ['l/en.json: Hello|Bye', 'l/cs.json: |Nazdar', 'l/de.json: |'],
    ],
  ])
})

test('steps before a file of all languages moved have the present path', async () => {
  const catalog = (target: string) =>
    JSON.stringify({
      sourceLanguage: 'en',
      strings: { Hi: { localizations: { cs: { stringUnit: { value: target } } } } },
      version: '1.0',
    })
  const repository = await createHistory([
    { name: 'added', files: { 'old/a.xcstrings': catalog('Ahoj') } },
    { name: 'changed', files: { 'old/a.xcstrings': catalog('Nazdar') } },
    { name: 'moved', files: { 'l/a.xcstrings': catalog('Nazdar') } },
  ])
  const path = 'l/a.xcstrings'
  const fields = { file_format: 'xcstrings', filemask: path, template: path }
  expect(describeSteps(await readHistory(repository, fields), repository)).toEqual([
    ['added', [path], [`${path}: Hi`, `${path}: Ahoj`]],
    ['changed', [path], [`${path}: Hi`, `${path}: Nazdar`]],
  ])
})

test('a file that is renamed to another code of its language keeps its earlier name in earlier steps', async () => {
  const repository = await createHistory([
    { name: 'added', files: { 'l/en.json': english, 'l/cs.json': '{"bye": "Nazdar"}' } },
    { name: 'renamed', files: { 'l/en.json': english, 'l/cs_CZ.json': '{"bye": "Nazdar"}' } },
  ])
  expect(describeSteps(await readHistory(repository), repository)).toEqual([
    ['added', ['l/cs.json', 'l/en.json'], ['l/en.json: Hello|Bye', 'l/cs.json: |Nazdar']],
    ['renamed', ['l/cs.json', 'l/cs_CZ.json'], ['l/en.json: Hello|Bye', 'l/cs_CZ.json: |Nazdar']],
  ])
})

test('the first step of a shallow clone has all files, and its time is known', async () => {
  const repository = await createHistory([
    { name: 'added', files: { 'l/en.json': english } },
    { name: 'cut', files: { 'l/en.json': english, 'l/cs.json': '{"bye": "Nazdar"}' } },
    { name: 'last', files: { 'l/en.json': english, 'l/cs.json': '{"bye": "Sbohem"}' } },
  ])
  makeShallow(repository.path, [repository.oids['cut'] ?? ''])
  const history = await readHistory(repository)
  expect(history.timeline.completeness).toEqual({ complete: false, since: 1_704_067_200 + 86_400 })
  expect(describeSteps(history, repository)).toEqual([
    ['cut', ['l/cs.json', 'l/en.json'], ['l/en.json: Hello|Bye', 'l/cs.json: |Nazdar']],
    ['last', ['l/cs.json'], ['l/en.json: Hello|Bye', 'l/cs.json: |Sbohem']],
  ])
})

test('the first step of a shallow clone has the files that moved later', async () => {
  const repository = await createHistory([
    { name: 'added', files: { 'old/en.json': english } },
    { name: 'cut', files: { 'old/en.json': english, 'old/cs.json': '{"bye": "Nazdar"}' } },
    { name: 'moved', files: { 'l/en.json': english, 'l/cs.json': '{"bye": "Nazdar"}' } },
    { name: 'last', files: { 'l/en.json': english, 'l/cs.json': '{"bye": "Sbohem"}' } },
  ])
  makeShallow(repository.path, [repository.oids['cut'] ?? ''])
  expect(describeSteps(await readHistory(repository), repository)).toEqual([
    ['cut', ['l/cs.json', 'l/en.json'], ['l/en.json: Hello|Bye', 'l/cs.json: |Nazdar']],
    ['last', ['l/cs.json'], ['l/en.json: Hello|Bye', 'l/cs.json: |Sbohem']],
  ])
})

test('each step has its own version of the intermediate file', async () => {
  const repository = await createHistory([
    { name: 'added', files: { 'l/en.json': english, 'l/dev.json': '{"hello": "hi"}' } },
    { name: 'more', files: { 'l/en.json': english, 'l/dev.json': '{"hello": "hi", "bye": "b"}' } },
  ])
  const history = await readHistory(repository, { intermediate: 'l/dev.json' })
  expect(describeSteps(history, repository)).toEqual([
    ['added', ['l/dev.json', 'l/en.json'], ['l/en.json: Hello']],
    ['more', ['l/dev.json'], ['l/en.json: Hello|Bye']],
  ])
})

test("a translation changes with its file, its link's target, the template and the intermediate file", async () => {
  const files = { 'l/en.json': english, 'l/dev.json': '{}', 'x/cs.json': '{}' }
  const linked = { ...files, 'l/cs.json': { link: '../x/cs.json' } }
  const repository = await createHistory([
    { name: 'template', files },
    { name: 'link', files: linked },
    { name: 'target', files: { ...linked, 'x/cs.json': '{"bye": "Nazdar"}' } },
    { name: 'intermediate', files: { ...linked, 'l/dev.json': '{"hello": "hi"}' } },
    { name: 'other', files: { ...linked, 'l/dev.json': '{"hello": "hi"}', 'l/de.json': '{}' } },
  ])
  const { timeline } = await readHistory(repository, { intermediate: 'l/dev.json' })
  const changesOf = (filename: string) =>
    timeline.steps.map(({ index }) => timeline.lastTranslationChange(filename, index)?.index)
  expect(changesOf('l/cs.json')).toEqual([0, 1, 2, 3, 3])
  expect(changesOf('l/de.json')).toEqual([0, 0, 0, 3, 4])
  expect(changesOf('')).toEqual([0, 0, 0, 3, 3])
})
