import { parseAliases } from '../languages/language.ts'
import { readBilingualFiles } from './bilingual.ts'
import { fileTreeOfCommit } from './file-tree.ts'
import { type Matches, matchFiles } from './filemask.ts'
import type { Alert } from './model.ts'
import { readMonolingualFiles } from './monolingual.ts'
import type { ComponentContent, ReadOptions } from './translation-file.ts'

/**
 * Reads the translations of a component at a commit, one file between two yields. A file that cannot be read is an alert
 * on its translation; throws RepositoryError only when the tree itself cannot be read.
 */
export function* readComponent(options: ReadOptions): Generator<void, ComponentContent> {
  const { config, project, repository, commit } = options
  const matches = matchFiles(fileTreeOfCommit(repository, commit.tree), {
    filemask: config.filemask,
    template: config.template,
    intermediate: config.intermediate,
    isMonolingual: config.template !== '',
    languageRegex: config.languageRegex,
    languageAliases: parseAliases(project.languageAliases),
    sourceLanguage: config.sourceLanguage,
  })
  const content =
    config.template === ''
      ? yield* readBilingualFiles(matches, options)
      : yield* readMonolingualFiles(matches, options)
  return { ...content, alerts: [...content.alerts, ...duplicateAlerts(matches)] }
}

function duplicateAlerts({ duplicates }: Matches): Alert[] {
  return duplicates.map(({ path, language, kept }) => ({
    name: 'DuplicateLanguage',
    message: `${path}: expected one file for each language, ${kept.path || 'the source'} is ${language.name} too`,
    filename: path,
  }))
}
