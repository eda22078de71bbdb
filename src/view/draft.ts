import { once } from '../cache.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { type Language, languageForCode } from '../languages/language.ts'
import { emptyTranslation, type ParsedTranslation } from '../reading/translation-file.ts'
import { type ComponentState, isRead } from './component-state.ts'

/** A component whose parts have no ids yet. */
export interface ComponentDraft {
  readonly config: ComponentConfig
  readonly state: ComponentState
  readonly translations: readonly ParsedTranslation[]
  readonly isReading: boolean
}

/** A project whose parts have no ids yet. */
export interface ProjectDraft {
  readonly config: ProjectConfig
  readonly components: readonly ComponentDraft[]
}

/** Drafts the components of a project from what is known; those without a repository get the project's languages. */
export function draftProject(
  config: ProjectConfig,
  stateOf: (component: ComponentConfig) => ComponentState,
): ProjectDraft {
  const read = config.components.map((component) => {
    const state = stateOf(component)
    const isReading = !isRead(component, state)
    return { config: component, state, translations: state.content?.translations ?? [], isReading }
  })
  const languages = once(() => {
    const all = read.flatMap(({ translations }) => translations.map(({ language }) => language))
    return new Map(all.map((language) => [language.code, language]))
  })
  const components = read.map((component) => {
    if (component.config.vcs !== 'local') return component
    const isReading = read.some((other) => other.isReading)
    return {
      ...component,
      translations: emptyTranslations(component.config, languages()),
      isReading,
    }
  })
  return { config, components }
}

/** Makes translations without files: the source language, then every other language of the project. */
function emptyTranslations(
  { sourceLanguage }: ComponentConfig,
  languages: ReadonlyMap<string, Language>,
): ParsedTranslation[] {
  const source = languageForCode(sourceLanguage)
  const others = [...languages.values()].filter(({ code }) => code !== source.code)
  others.sort((a, b) => (a.code < b.code ? -1 : 1))
  return [source, ...others].map((language) => {
    const { code } = language
    const isSource = language === source
    const file = { path: '', real: undefined, code, language, isTemplate: false, isSource }
    return emptyTranslation(file, undefined)
  })
}
