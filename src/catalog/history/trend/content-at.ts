import { markNeedsEdit } from '../../checking/needs-edit.ts'
import type { Component } from '../../model.ts'
import { sourceOfBilingual } from '../../reading/bilingual.ts'
import { isFilled, type MatchedFile } from '../../reading/filemask.ts'
import type { Library } from '../../reading/library.ts'
import {
  type ComponentContent,
  type ParsedTranslation,
  type ReadTranslation,
  toTranslation,
} from '../../reading/translation-file.ts'
import type { ComponentHistory } from '../component-history.ts'
import { type FileVersion, walkBack } from '../timeline/walk-back.ts'

/** A file that a commit left broken, so that its version before counts. */
export interface Unreadable {
  readonly commit: string
  /** Seconds since 1970. */
  readonly seconds: number
  readonly filename: string
  readonly message: string
}

/** How many versions of a file are tried. */
const MAX_TRIES = 50

/**
 * The translations of a component after a step of its timeline, each as it was read last; those that never could be
 * read are left out; states are those that the component's setting asks for. Adds what could not be read to
 * `unreadable`. Throws RepositoryError when a tree cannot be read. It is long because its
 * functions share what was read.
 */
export function contentAt(
  { config }: Pick<Component, 'config'>,
  history: ComponentHistory,
  {
    index,
    unreadable,
    library,
  }: {
    readonly index: number
    readonly unreadable: Unreadable[]
    readonly library: Library
  },
): ComponentContent {
  const { timeline, reader } = history
  const report = ({ step }: FileVersion, filename: string, message: string) => {
    if (step === undefined) return
    const { commit, seconds } = step
    unreadable.push({ commit, seconds, filename, message })
  }

  function readableBase(): number {
    const isWanted = ({ isTemplate }: MatchedFile) => isTemplate
    for (const version of walkBack(timeline, { from: index, isWanted, most: MAX_TRIES })) {
      const alert = reader.templateAlert(version.files)
      if (alert === undefined) return version.index
      // That there is no template yet is no fault of a file.
      if (version.file?.real !== undefined) report(version, config.template, alert.message)
    }
    return -1
  }

  const base = readableBase()

  function readLast({ path, language }: MatchedFile): ParsedTranslation | undefined {
    const isWanted = (file: MatchedFile) =>
      file.path === path && file.language.code === language.code
    for (const version of walkBack(timeline, { from: base, isWanted, most: MAX_TRIES })) {
      const { files, file } = version
      if (file === undefined) return undefined
      const read = reader.read(files, file)
      if ('value' in read) return toTranslation(file, read.value)
      if (reader.templateAlert(files) === undefined) report(version, path, read.alert.message)
    }
    return undefined
  }

  function readSources(file: MatchedFile): ReadTranslation | undefined {
    if (file.real === undefined) return undefined
    const read = reader.read(timeline.files(base), file)
    return 'value' in read ? read.value : undefined
  }

  const translations: ParsedTranslation[] = []
  const { files } = timeline.files(base)
  for (const file of files) {
    const read = isFilled(file) ? undefined : readLast(file)
    if (read !== undefined) translations.push(read)
  }
  const source = files.find(isFilled)
  const all =
    source === undefined
      ? translations
      : [
          sourceOfBilingual(source, translations, { config, library, base: readSources(source) }),
          ...translations,
        ]
  const outdated = history.outdatedAt(base)
  return {
    translations: markNeedsEdit({ translations: all }, outdated, library),
    alerts: [],
  }
}
