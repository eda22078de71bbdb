import { expect, test } from 'vitest'
import { unitHistoryOf } from '../../../src/history/unit-history/unit-history.ts'
import { findTranslation } from '../../../src/view/find.ts'
import { openComponent } from '../../support/component.ts'

const english = '{"a": "Sail"}'

/** `change in commit: target state` for each version of the only Czech unit, newest first. */
async function versionsOf(
  steps: Parameters<typeof openComponent>[0],
  fields: object = {},
): Promise<string[]> {
  const { catalog, component, history } = await openComponent(steps, fields)
  const translation = findTranslation(component, 'cs')
  const unitHistory = await unitHistoryOf({ translation, row: 0 }, catalog.historyOf(component))
  const nameOf = (oid: string) =>
    Object.keys(history.oids).find((name) => history.oids[name] === oid)
  return [
    ...unitHistory.versions.map(
      ({ change, writtenIn, target, state }) =>
        `${change} in ${nameOf(writtenIn)}: ${target} ${state}`,
    ),
    ...unitHistory.skipped.map(
      ({ step, filename }) => `skipped ${nameOf(step.commit)} ${filename}`,
    ),
  ]
}

test('a unit has its versions, newest first, and skips unreadable ones', async () => {
  expect(
    await versionsOf([
      { name: 'added', files: { 'l/en.json': english, 'l/cs.json': '{"a": "Plachta"}' } },
      { name: 'broken', files: { 'l/en.json': english, 'l/cs.json': '{' } },
      { name: 'same', files: { 'l/en.json': english, 'l/cs.json': '{"a": "Plachta", "x": ""}' } },
      { name: 'changed', files: { 'l/en.json': english, 'l/cs.json': '{"a": "Plachty"}' } },
    ]),
  ).toEqual([
    'changed in changed: Plachty 20',
    'added in added: Plachta 20',
    'skipped broken l/cs.json',
  ])
})

test('a unit keeps its history under a new key', async () => {
  expect(
    await versionsOf([
      { name: 'old', files: { 'l/en.json': '{"old": "Sail"}', 'l/cs.json': '{"old": "Plachta"}' } },
      { name: 'key', files: { 'l/en.json': english, 'l/cs.json': '{"a": "Plachta"}' } },
    ]),
  ).toEqual(['renamed in key: Plachta 20', 'added in old: Plachta 20'])
})

test('a changed source marks the translation for rewriting if states follow the branch', async () => {
  const steps = [
    { name: 'added', files: { 'l/en.json': english, 'l/cs.json': '{"a": "Plachta"}' } },
    { name: 'source', files: { 'l/en.json': '{"a": "Sails"}', 'l/cs.json': '{"a": "Plachta"}' } },
  ]
  expect(await versionsOf(steps, { state_from: 'follow' })).toEqual([
    'changed in source: Plachta 11',
    'added in added: Plachta 20',
  ])
  expect(await versionsOf(steps)).toEqual([
    'changed in source: Plachta 20',
    'added in added: Plachta 20',
  ])
})

test('a merged version names the commit that wrote its text', async () => {
  const files = (text: string) => ({ 'l/en.json': english, 'l/cs.json': `{"a": "${text}"}` })
  expect(
    await versionsOf([
      { name: 'added', files: files('Plachta') },
      { name: 'side', files: files('Plachty') },
      { name: 'main', files: { ...files('Plachta'), README: 'x' }, parents: ['added'] },
      { name: 'merge', files: { ...files('Plachty'), README: 'x' }, parents: ['main', 'side'] },
    ]),
  ).toEqual(['changed in side: Plachty 20', 'added in added: Plachta 20'])
})

test('a version merged before the folder moved names the commit that wrote its text', async () => {
  const files = (text: string, folder = 'old') => ({
    [`${folder}/en.json`]: english,
    [`${folder}/cs.json`]: `{"a": "${text}"}`,
  })
  expect(
    await versionsOf([
      { name: 'added', files: files('Plachta') },
      { name: 'side', files: files('Plachty') },
      { name: 'main', files: { ...files('Plachta'), README: 'x' }, parents: ['added'] },
      { name: 'merge', files: { ...files('Plachty'), README: 'x' }, parents: ['main', 'side'] },
      { name: 'moved', files: { ...files('Plachty', 'l'), README: 'x' } },
    ]),
  ).toEqual(['changed in side: Plachty 20', 'added in added: Plachta 20'])
})

test('a unit keeps its history when alternative rows are added', async () => {
  const csv = (...texts: string[]) => {
    const rows = texts.map((text) => `Ebb,${text},tide\n`)
    return { 'l/cs.csv': `source,target,context\n${rows.join('')}` }
  }
  const fields = { filemask: 'l/*.csv', template: '', file_format: 'csv-multi-utf-8' }
  const steps = [
    { name: 'one', files: csv('Odliv') },
    { name: 'two', files: csv('Odliv', 'Odtok') },
    { name: 'side', files: csv('Odliv', 'Odtok', 'Opad') },
    { name: 'main', files: { ...csv('Odliv', 'Odtok'), README: 'x' }, parents: ['two'] },
    {
      name: 'merge',
      files: { ...csv('Odliv', 'Odtok', 'Opad'), README: 'x' },
      parents: ['main', 'side'],
    },
  ]
  const texts = (await versionsOf(steps, fields)).map((version) =>
    version.replaceAll('\u001e\u001e', '|'),
  )
  expect(texts).toEqual([
    'changed in side: Odliv|Odtok|Opad 20',
    'changed in two: Odliv|Odtok 20',
    'added in one: Odliv 20',
  ])
})

test('without a history a unit has no versions', async () => {
  const { component } = await openComponent([
    { name: 'added', files: { 'l/en.json': english, 'l/cs.json': '{}' } },
  ])
  const translation = findTranslation(component, 'cs')
  expect(await unitHistoryOf({ translation, row: 0 }, undefined)).toEqual({
    versions: [],
    skipped: [],
    completeness: undefined,
  })
})
