import { allLanguages, languageForCode } from '../../languages/language.ts'
import { hashHalves } from '../hash.ts'
import { pathInProject } from '../paths.ts'
import type { ProjectDraft } from './draft.ts'
import { widthOf } from './unit-id.ts'

/** Languages, projects and components: enough room for both, few enough digits. */
const SLOTS = 65_536
/** Translations: with 65,536 units each, ids stay below 2^31. */
const TRANSLATION_SLOTS = 32_768

/** Ids by slug, `project/category`, `project/component`, that and the code of a language, and by code. */
export interface Ids {
  readonly languages: ReadonlyMap<string, number>
  readonly projects: ReadonlyMap<string, number>
  readonly categories: ReadonlyMap<string, number>
  readonly components: ReadonlyMap<string, number>
  readonly translations: ReadonlyMap<string, number>
}

/** A name that takes `width` neighbouring slots. */
interface Range {
  readonly name: string
  readonly width: number
}

/** Ids depend on the names alone. */
export function assignIds(projects: readonly ProjectDraft[]): Ids {
  const languages = new Set(allLanguages().map(({ code }) => code))
  const components: string[] = []
  const translations: Range[] = []
  let slots = 0
  for (const { config, components: own } of projects) {
    for (const one of own) {
      const path = `${config.slug}/${pathInProject(one.config)}`
      components.push(path)
      languages.add(languageForCode(one.config.sourceLanguage).code)
      for (const { language, statistics } of one.translations) {
        const width = widthOf({ statistics })
        translations.push({ name: `${path}/${language.code}`, width })
        slots += width
        languages.add(language.code)
      }
    }
  }
  return {
    languages: assignSlots(languages, Math.max(SLOTS, 4 * languages.size)),
    projects: assignSlots(
      projects.map(({ config }) => config.slug),
      SLOTS,
    ),
    categories: assignSlots(
      projects.flatMap(({ config }) =>
        config.categories.map(({ path }) => `${config.slug}/${path}`),
      ),
      SLOTS,
    ),
    components: assignSlots(components, SLOTS),
    translations: assignRanges(translations, Math.max(TRANSLATION_SLOTS, 4 * slots)),
  }
}

/**
 * Ids without a registry: each name gets the slot 1..size-1 of its hash, the next free one where that is taken, names in
 * sorted order. The same on every replica; a new name may move another out of its slot.
 */
export function assignSlots(names: Iterable<string>, size: number): ReadonlyMap<string, number> {
  return assignRanges(
    [...new Set(names)].map((name) => ({ name, width: 1 })),
    size,
  )
}

/** As `assignSlots`, where a name takes `width` neighbouring slots: a translation with more than 65,536 units. */
export function assignRanges(items: Iterable<Range>, size: number): ReadonlyMap<string, number> {
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
