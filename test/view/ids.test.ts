import { expect, test } from 'vitest'
import { languageForCode } from '../../src/languages/language.ts'
import type { ProjectDraft } from '../../src/view/draft.ts'
import { assignIds, assignRanges, assignSlots } from '../../src/view/ids.ts'

const names = Array.from({ length: 500 }, (_, i) => `name-${i}`)

test('slots are the same in any order of the names, all different, and never 0', () => {
  const slots = assignSlots(names, 600)
  expect([...assignSlots([...names].reverse(), 600)].sort()).toEqual([...slots].sort())
  expect(new Set(slots.values()).size).toBe(500)
  expect(Math.min(...slots.values())).toBeGreaterThan(0)
  expect(Math.max(...slots.values())).toBeLessThan(600)
})

test('a wide name takes neighbouring slots that no other has', () => {
  const items = names.map((name, i) => ({ name, width: (i % 3) + 1 }))
  const slots = assignRanges(new Map(items.map(({ name, width }) => [name, width])), 4096)
  const taken = items.flatMap(({ name, width }) =>
    Array.from({ length: width }, (_, i) => (slots.get(name) ?? 0) + i),
  )
  expect(new Set(taken).size).toBe(taken.length)
})

test('too many names for the slots is an error that says so', () => {
  expect(() => assignSlots(names, 500)).toThrow('no room for name-')
})

/** A project with one component in these languages. */
function draftOf(...codes: string[]): ProjectDraft[] {
  const translations = codes.map((code) => ({
    language: languageForCode(code),
    statistics: { total: { units: 1 } },
  }))
  const config = { slug: 'c', category: '', sourceLanguage: 'en' }
  const draft = { config: { slug: 'p', categories: [] }, components: [{ config, translations }] }
  return [draft] as unknown as ProjectDraft[]
}

test('ids depend on names only, not on those of an earlier view', () => {
  const idsOf = (projects: ProjectDraft[]) => {
    const ids = assignIds(projects)
    return { ...ids, translations: ids.translations() }
  }
  const before = idsOf(draftOf('en', 'cs'))
  expect(idsOf(draftOf('en', 'cs'))).toEqual(before)
  const after = idsOf(draftOf('en', 'cs', 'de'))
  expect(after.components).toEqual(before.components)
  const names = ['p/c/en', 'p/c/cs', 'p/c/de']
  const slots = assignSlots(names, 32_768)
  expect(names.map((name) => after.translations.get(name))).toEqual(
    names.map((name) => slots.get(name)),
  )
})
