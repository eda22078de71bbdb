import { once } from '../cache.ts'
import { allLanguages, knownLanguage, languageForCode } from '../languages/language.ts'
import { hashHalves } from '../model/hash.ts'
import { pathOf } from '../model/paths.ts'
import type { ProjectDraft } from './draft.ts'
import { widthOf } from './unit-id.ts'

/** Slots of languages, projects and components: enough room, few enough digits. */
const SLOTS = 65_536
/** Slots of translations: with 65,536 units each, ids stay below 2^31. */
const TRANSLATION_SLOTS = 32_768

/** Ids by slug, by `project/category`, by `project/component` and by code. */
export interface Ids {
  readonly languages: ReadonlyMap<string, number>
  readonly projects: ReadonlyMap<string, number>
  readonly categories: ReadonlyMap<string, number>
  readonly components: ReadonlyMap<string, number>
  /** Returns the ids of translations, in the order of the projects and their components; assigned on first use. */
  readonly translations: () => Uint32Array
}

/** A name that takes `width` consecutive slots. */
interface Range {
  readonly name: string
  readonly width: number
}

/** Returns the ids of projects and what is in them, and of all languages. */
export function assignIds(projects: readonly ProjectDraft[]): Ids {
  const codes = new Set<string>()
  const components: string[] = []
  for (const { config, components: componentDrafts } of projects) {
    for (const componentDraft of componentDrafts) {
      components.push(pathOf(config, componentDraft.config))
      codes.add(languageForCode(componentDraft.config.sourceLanguage).code)
      for (const { language } of componentDraft.translations) codes.add(language.code)
    }
  }
  const categories = projects.flatMap(({ config }) =>
    config.categories.map(({ path }) => `${config.slug}/${path}`),
  )
  const others = [...codes].filter((code) => knownLanguage(code) === undefined)
  const languages =
    others.length === 0 ? knownLanguages() : [...knownLanguages(), ...rangesOf(others)]
  const slugs = projects.map(({ config }) => config.slug)
  return {
    languages: slotsOf('languages', languages, Math.max(SLOTS, 4 * languages.length)).byName,
    projects: slotsOf('projects', rangesOf(slugs), SLOTS).byName,
    categories: slotsOf('categories', rangesOf(categories), SLOTS).byName,
    components: slotsOf('components', rangesOf(components), SLOTS).byName,
    translations: once(() => {
      const translations = projects.flatMap(translationRanges)
      const slots = translations.reduce((sum, { width }) => sum + width, 0)
      const size = Math.max(TRANSLATION_SLOTS, 4 * slots)
      return slotsOf('translations', translations, size).inOrder
    }),
  }
}

function translationRanges({ config, components }: ProjectDraft): Range[] {
  return components.flatMap((component) => {
    const path = pathOf(config, component.config)
    return component.translations.map((translation) => {
      return { name: `${path}/${translation.language.code}`, width: widthOf(translation) }
    })
  })
}

/** Ids of the languages in the default table. */
const knownLanguages = once(() => rangesOf(allLanguages().map(({ code }) => code)))

/** The slots of names, and those of the items in their order. */
interface Slots {
  readonly items: readonly Range[]
  readonly size: number
  readonly byName: ReadonlyMap<string, number>
  readonly inOrder: Uint32Array
}

/** The last ids of each kind. They depend only on names, and most views have the names of the view before. */
const lastSlots = new Map<keyof Ids, Slots>()

/** Does the same as `assignRanges` for a kind, unless the items are the last ones. */
function slotsOf(kind: keyof Ids, items: readonly Range[], size: number): Slots {
  const last = lastSlots.get(kind)
  if (last?.size === size && isSame(last.items, items)) return last
  const byName = assignRanges(items, size)
  const inOrder = Uint32Array.from(items, ({ name }) => byName.get(name)!)
  const slots = { items, size, byName, inOrder }
  lastSlots.set(kind, slots)
  return slots
}

function isSame(some: readonly Range[], others: readonly Range[]): boolean {
  if (some === others) return true
  return (
    some.length === others.length &&
    some.every(({ name, width }, i) => name === others[i]!.name && width === others[i]!.width)
  )
}

function rangesOf(names: Iterable<string>): Range[] {
  return [...new Set(names)].map((name) => ({ name, width: 1 }))
}

/**
 * Assigns ids without a registry: each name, in sorted order, gets the slot 1..size-1 of its hash, or the next free
 * one. The result is the same on every replica; a new name may move another out of its slot.
 */
export function assignSlots(names: Iterable<string>, size: number): ReadonlyMap<string, number> {
  return assignRanges(rangesOf(names), size)
}

/** Does the same for names that take `width` consecutive slots, as translations with over 65,536 units do. */
export function assignRanges(items: readonly Range[], size: number): ReadonlyMap<string, number> {
  const sorted = [...items].sort((a, b) => (a.name < b.name ? -1 : 1))
  const slots = new Map<string, number>()
  const taken = new Set<number>()
  for (const { name, width } of sorted) {
    const [low] = hashHalves(name)
    let slot = (low % (size - 1)) + 1
    for (let tries = 0; !isFree(taken, slot, width, size); tries++) {
      if (tries > size) throw new RangeError(`no room for ${name} among ${size} slots`)
      slot = (slot % (size - 1)) + 1
    }
    for (let i = 0; i < width; i++) taken.add(slot + i)
    slots.set(name, slot)
  }
  return slots
}

function isFree(taken: ReadonlySet<number>, slot: number, width: number, size: number): boolean {
  if (slot + width > size) return false
  for (let i = 0; i < width; i++) if (taken.has(slot + i)) return false
  return true
}
