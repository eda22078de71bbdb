import type { Commit } from '../git/repository.ts'
import { parseAliases } from '../languages/language.ts'
import { readBilingualFiles } from './bilingual.ts'
import { fileTreeOfCommit } from './file-tree.ts'
import { type Matches, type MatchOptions, matchFiles } from './filemask.ts'
import type { Alert } from './model.ts'
import { readMonolingualFiles } from './monolingual.ts'
import type { ComponentContent, ReadOptions } from './translation-file.ts'

/**
 * Reads the translations of a component at a commit, one file between two yields. A file that cannot be read is an alert
 * on its translation; throws RepositoryError only when the tree itself cannot be read.
 */
export function* readComponent({
  commit,
  ...options
}: ReadOptions & { readonly commit: Commit }): Generator<void, ComponentContent> {
  const tree = fileTreeOfCommit(options.repository, commit.tree)
  const matches = matchFiles(tree, matchOptions(options))
  const content =
    options.config.template === ''
      ? yield* readBilingualFiles(matches, options)
      : yield* readMonolingualFiles(matches, options)
  return { ...content, alerts: [...content.alerts, ...duplicateAlerts(matches)] }
}

/** What a component's settings say about which files are its translations. */
export function matchOptions({
  config,
  project,
}: Pick<ReadOptions, 'config' | 'project'>): MatchOptions {
  return {
    filemask: config.filemask,
    template: config.template,
    intermediate: config.intermediate,
    isMonolingual: config.template !== '',
    languageRegex: config.languageRegex,
    languageAliases: parseAliases(project.languageAliases),
    sourceLanguage: config.sourceLanguage,
  }
}

function duplicateAlerts({ duplicates }: Matches): Alert[] {
  return duplicates.map(({ path, language, kept }) => ({
    name: 'DuplicateLanguage',
    message: `${path}: expected one file for each language, ${kept.path || 'the source'} is ${language.name} too`,
    filename: path,
  }))
}
