import { once } from '../cache.ts'
import { allLanguages, knownLanguage, languageForCode } from '../languages/language.ts'
import { hashHalves } from '../model/hash.ts'
import { pathOf } from '../model/paths.ts'
import type { ParsedTranslation } from '../reading/translation-file.ts'
import type { ProjectDraft } from './draft.ts'
import { widthOf } from './unit-id.ts'

/** Slots of languages, projects and components: enough room, few enough digits. */
const SLOTS = 65_536
/** Slots of translations: with 65,536 units each, ids stay below 2^31. */
const TRANSLATION_SLOTS = 32_768

/** Ids by slug, by code, and by path: `project/category`, `project/component`, `project/component/language`. */
export type Ids = Readonly<
  Record<'projects' | 'languages' | 'categories' | 'components', ReadonlyMap<string, number>>
> & {
  /** Computed on first use, since it takes the names of all translations and few views show them. */
  readonly translations: () => ReadonlyMap<string, number>
}

/** Returns the ids of projects and what is in them, and of all languages. */
export function assignIds(projects: readonly ProjectDraft[]): Ids {
  const codes = new Set<string>()
  const components = new Map<string, readonly ParsedTranslation[]>()
  for (const { config: project, components: drafts } of projects) {
    for (const { config, translations } of drafts) {
      components.set(pathOf(project, config), translations)
      codes.add(languageForCode(config.sourceLanguage).code)
      for (const { language } of translations) codes.add(language.code)
    }
  }
  const categories = projects.flatMap(({ config }) =>
    config.categories.map(({ path }) => `${config.slug}/${path}`),
  )
  return {
    languages: languageIds([...codes].filter((code) => knownLanguage(code) === undefined)),
    projects: assignSlots(
      projects.map(({ config }) => config.slug),
      SLOTS,
    ),
    categories: assignSlots(categories, SLOTS),
    components: assignSlots(components.keys(), SLOTS),
    translations: once(() => translationIds(components)),
  }
}

function translationIds(
  components: ReadonlyMap<string, readonly ParsedTranslation[]>,
): ReadonlyMap<string, number> {
  const widths = new Map<string, number>()
  for (const [path, translations] of components) {
    for (const translation of translations) {
      widths.set(`${path}/${translation.language.code}`, widthOf(translation))
    }
  }
  const slots = [...widths.values()].reduce((sum, width) => sum + width, 0)
  return assignRanges(widths, Math.max(TRANSLATION_SLOTS, 4 * slots))
}

/** Most views have only languages of the default table. */
const knownLanguageIds = once(() => assignSlots(knownCodes(), SLOTS))

function languageIds(others: readonly string[]): ReadonlyMap<string, number> {
  if (others.length === 0) return knownLanguageIds()
  const codes = [...knownCodes(), ...others]
  return assignSlots(codes, Math.max(SLOTS, 4 * codes.length))
}

function knownCodes(): string[] {
  return allLanguages().map(({ code }) => code)
}

/**
 * Assigns ids without a registry: each name, in sorted order, gets the slot 1..size-1 of its hash, or the next free
 * one. The result is the same on every replica; a new name may move another out of its slot.
 */
export function assignSlots(names: Iterable<string>, size: number): ReadonlyMap<string, number> {
  return assignRanges(new Map(Array.from(names, (name) => [name, 1])), size)
}

/** Does the same for names that take several consecutive slots, as translations with over 65,536 units do. */
export function assignRanges(
  widths: ReadonlyMap<string, number>,
  size: number,
): ReadonlyMap<string, number> {
  const slots = new Map<string, number>()
  const taken = new Set<number>()
  for (const name of [...widths.keys()].sort()) {
    const width = widths.get(name)!
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
