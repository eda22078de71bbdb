import { SEP } from '../../formats/entry.ts'
import type { GlossaryTerm } from '../checks/check.ts'
import { mergeFlags } from '../checks/flags.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { languageForCode } from '../languages/language.ts'
import type { Component } from '../model/model.ts'
import { STATE } from '../model/statistics.ts'
import { flagsOf } from '../model/unit.ts'
import { asksForGlossary } from '../reading/library.ts'
import type { ParsedTranslation } from '../reading/translation-file.ts'
import type { ReadComponent } from './needs-edit.ts'

/** The part of a translation's location that decides its glossary. */
export interface GlossaryScope {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
  readonly components: readonly ReadComponent[]
}

/** The part of a component's location that decides its glossaries. */
export function glossaryPlaceOf({ project, config }: Component): GlossaryScope {
  return { project: project.config, config, components: project.components }
}

/** Returns the glossary terms for a translation; undefined if no flag asks for them. */
export function glossaryFor(
  translation: ParsedTranslation,
  place: GlossaryScope,
): readonly GlossaryTerm[] | undefined {
  return asksForTerms(translation, place) ? termsOf(translation.language.code, place) : undefined
}

/** Returns the key for the content of these glossaries; `''` if no flag asks for them. */
export function glossaryKey(translation: ParsedTranslation, place: GlossaryScope): string {
  if (!asksForTerms(translation, place)) return ''
  return glossariesOf(translation.language.code, place)
    .map(({ translation }) => translation.contentKey)
    .join(' ')
}

/** Returns whether a flag asks for glossary terms. */
export function asksForTerms(
  { summary }: ParsedTranslation,
  { project, config }: GlossaryScope,
): boolean {
  return summary.asksForGlossary || asksForGlossary([project.checkFlags, config.checkFlags])
}

/** Returns the glossaries in a language that have the component's source language. */
function glossariesOf(
  code: string,
  { config: { sourceLanguage }, components }: GlossaryScope,
): { readonly config: ComponentConfig; readonly translation: ParsedTranslation }[] {
  const source = languageForCode(sourceLanguage).code
  return components
    .filter(
      ({ config }) => config.isGlossary && languageForCode(config.sourceLanguage).code === source,
    )
    .flatMap(({ config, translations }) =>
      translations
        .filter(({ language }) => language.code === code)
        .map((translation) => ({ config, translation })),
    )
}

/** Returns the terms of these glossaries, whether or not a flag asks for them. */
export function termsOf(code: string, place: GlossaryScope): readonly GlossaryTerm[] {
  const terms: GlossaryTerm[] = []
  for (const { config, translation } of glossariesOf(code, place)) {
    const units = translation.units()
    for (let row = 0; row < units.states.length; row++) {
      const readOnly = units.states[row] === STATE.readOnly ? 'read-only' : ''
      terms.push({
        source: units.table.sources.at(row)?.split(SEP)[0] ?? '',
        target: units.targets.at(row)?.split(SEP)[0] ?? '',
        flags: mergeFlags(
          place.project.checkFlags,
          config.checkFlags,
          flagsOf(units, row),
          readOnly,
        ),
      })
    }
  }
  return terms
}
