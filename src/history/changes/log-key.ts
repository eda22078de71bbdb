import { digestOf } from '../../model/digest.ts'
import type { Past } from '../past.ts'

/** Returns the key for what a commit's entries depend on besides its history: settings, and where that is cut off. */
export function logKey({
  place: { project, config },
  timeline: { completeness, steps },
}: Pick<Past, 'place' | 'timeline'>): string {
  return digestOf([
    project.checkFlags,
    project.languageAliases,
    config.weblate,
    config.filemask,
    config.template,
    config.intermediate,
    config.fileFormat,
    config.fileFormatParams,
    config.languageRegex,
    config.sourceLanguage,
    config.keyFilter,
    config.checkFlags,
    config.editTemplate,
    completeness.complete || steps[0]?.commit,
  ])
}
