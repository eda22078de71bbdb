import { SEP } from '../../formats/entry.ts'
import { pluralTags } from '../../formats/plural-tags.ts'
import { oncePer, oncePerText } from '../cache.ts'
import type { GlossaryTerm } from '../checks/check.ts'
import type {
  BatchCheckId,
  BatchComponent,
  BatchTranslation,
} from '../checks/consistency/translation.ts'
import { type Flags, mergeFlags } from '../checks/flags.ts'
import { ignoreFlag } from '../checks/form-check.ts'
import type { RunUnit } from '../checks/run.ts'
import { hostsIn, ownerOf } from '../checks/safety/hosts.ts'
import type { ComponentConfig } from '../config/config.ts'
import { languageForCode } from '../languages/language.ts'
import { type FailingChecks, rowsOf } from '../model/failing-checks.ts'
import type { Translation } from '../model/model.ts'
import { hasStatesOfHistory } from '../model/readiness.ts'
import { isFuzzy, STATE } from '../model/statistics.ts'
import {
  contextOf,
  flagsOf,
  noteOf,
  type SourceTable,
  sourceForms,
  targetForms,
  type Units,
} from '../model/unit.ts'
import { formatOf, type ParsedTranslation } from '../reading/translation-file.ts'
import { type GlossaryScope, glossaryFor, glossaryPlaceOf } from './glossary.ts'

/** Returns a function that gives each unit as checks see it: the same object each time, changed to the row. */
export function createCheckedUnits(
  translation: ParsedTranslation,
  place: GlossaryScope,
): (units: Units, row: number) => RunUnit {
  const { config } = place
  const flagsAt = flagsIn(place)
  const unit = createUnit(translation, place, glossaryFor(translation, place))
  // States of the history are not in the file.
  const dropsFuzzy = formatOf(config).dropsFuzzy === true && !hasStatesOfHistory(config)
  return (units, row) => {
    unit.sources = sourceForms(units, row)
    unit.targets = targetForms(units, row)
    unit.flags = flagsAt(units, row)
    unit.context = contextOf(units, row)
    unit.note = noteOf(units, row)
    unit.state = units.states[row] ?? STATE.empty
    unit.isUnused = dropsFuzzy && isFuzzy(unit.state)
    unit.hosts = hostsOf(units.table)
    unit.aliases = aliasesAt(units, row)
    unit.missingForms = units.missingForms.get(row)?.split(' ') ?? NONE
    return unit
  }
}

/** Returns the units of a translation in a view as checks see them; computes what they share once. */
export const checkedUnitsOf: (translation: Translation) => ReturnType<typeof createCheckedUnits> =
  oncePer((translation: Translation) =>
    createCheckedUnits(translation, glossaryPlaceOf(translation.component)),
  )

/** The hosts that the sources of a table name. */
const hostsOf = oncePer((table: SourceTable): ReadonlySet<string> => {
  const hosts = new Set<string>()
  for (let row = 0; row < table.count; row++) {
    for (const { host } of hostsIn(table.sources.at(row) ?? '')) hosts.add(ownerOf(host))
  }
  return hosts
})

const NONE: readonly string[] = []
const NO_ALIASES: ReadonlyMap<string, string> = new Map()

function aliasesAt({ aliases }: Units, row: number): ReadonlyMap<string, string> {
  const texts = aliases.get(row)?.split(SEP)
  if (texts === undefined) return NO_ALIASES
  return new Map(texts.flatMap((text, at) => (at % 2 === 0 ? [[text, texts[at + 1] ?? '']] : [])))
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

function createUnit(
  { language, languageCode, isSource }: ParsedTranslation,
  { config, project }: GlossaryScope,
  glossary: readonly GlossaryTerm[] | undefined,
): Writable<RunUnit> {
  const format = formatOf(config)
  return {
    weblate: config.weblate,
    sources: [],
    targets: [],
    sourceLanguage: languageForCode(config.sourceLanguage),
    language,
    flags: new Map(),
    context: '',
    note: '',
    projectName: project.name,
    componentName: config.name,
    hasStrictPlurals: format.hasStrictPlurals === true,
    isOwnFormat: format.isOwn === true,
    isUnused: false,
    hosts: new Set(),
    missingForms: NONE,
    aliases: NO_ALIASES,
    formRules: {
      sourceForms: sourceFormsOf(config),
      optional: format.optionalForms?.(languageCode) ?? NONE,
      areKeys: format.hasFormKeys === true,
      arePlain: format.hasPlainPlurals === true,
    },
    ...(glossary === undefined ? {} : { glossary }),
    state: STATE.empty,
    isSource,
    isGlossary: config.isGlossary,
  }
}

function sourceFormsOf(config: ComponentConfig): readonly string[] {
  const tags = pluralTags(config.sourceLanguage)
  // A form for zero that only the format adds has no name, like forms of sources.
  return formatOf(config).hasZeroForm && !tags.includes('zero') ? ['', ...tags] : tags
}

/** Merges flags. Equal texts in one place share the object, since what to run is computed once per object. */
const flagsIn = oncePer(({ config, project }: Pick<GlossaryScope, 'config' | 'project'>) => {
  const { checkFlags = '' } = formatOf(config)
  const merge = oncePerText((text) =>
    mergeFlags(project.checkFlags, checkFlags, config.checkFlags, text),
  )
  return (units: Units, row: number): Flags => merge(flagsOf(units, row))
})

/** A component as checks across units see it. */
export function batchComponent(
  { name, allowTranslationPropagation: allowPropagation, isGlossary }: ComponentConfig,
  translations: readonly BatchTranslation[],
): BatchComponent {
  return { name, allowPropagation, isGlossary, translations }
}

/** A translation as checks across units see it; `failing` has only the checks of its single units. */
export function batchTranslation(
  { language, filename, isSource, statistics, units }: ParsedTranslation,
  place: Pick<GlossaryScope, 'config' | 'project'>,
  failing: FailingChecks,
): BatchTranslation {
  const flagsAt = flagsIn(place)
  return {
    language,
    filename,
    isSource,
    // In 2026.10, the source language counts no longer.
    countsForMultiple: !isSource || place.config.weblate === '5.14',
    count: statistics.total.units,
    columns() {
      const { table, targets, states } = units()
      return { sources: table.sources, idHashes: table.idHashes, targets, states }
    },
    failingRows: () => rowsOf(failing),
    ignores(row: number, check: BatchCheckId) {
      const flags = flagsAt(units(), row)
      return flags.has(ignoreFlag(check)) || flags.has('ignore-all-checks')
    },
  }
}
