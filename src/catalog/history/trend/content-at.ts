import type { ComponentConfig } from '../../../config/config.ts'
import { type ReadComponent, withStates } from '../../checking/needs-edit.ts'
import type { Component } from '../../model.ts'
import { fillSource } from '../../reading/bilingual.ts'
import { isFilled, type MatchedFile } from '../../reading/filemask.ts'
import type { Library } from '../../reading/library.ts'
import {
  type ParsedTranslation,
  type ReadTranslation,
  toTranslation,
} from '../../reading/translation-file.ts'
import type { ComponentHistory } from '../component-history.ts'
import { type FileVersion, walkBack } from '../timeline/walk-back.ts'

/** A file that a commit broke, so that its previous version counts. */
export interface Unreadable {
  readonly commit: string
  /** Seconds since 1970. */
  readonly seconds: number
  readonly filename: string
  readonly message: string
}

/** Number of versions of a file to try. */
const MAX_TRIES = 50

/**
 * Reads the translations of a component after a step, each in its last good version, skipping those that never parsed.
 * States are those of the component's `stateFrom`. Adds broken files to `unreadable`. Throws RepositoryError if a tree
 * cannot be read.
 */
export function contentAt(
  { config }: Pick<Component, 'config'>,
  history: ComponentHistory,
  { index, unreadable, library }: ContentOptions,
): ReadComponent {
  const past = new Past(config, history, unreadable)
  const base = past.readableBase(index)
  const { files } = history.timeline.files(base)
  const translations = files.flatMap((file) =>
    isFilled(file) ? [] : (past.readLast(file, base) ?? []),
  )
  const source = files.find(isFilled)
  const fill = (file: MatchedFile): ParsedTranslation =>
    toTranslation(
      file,
      fillSource(file, translations, { config, library, base: past.readSources(file, base) }),
    )
  const sources = source === undefined ? [] : [fill(source)]
  const content = { translations: [...sources, ...translations], alerts: [] }
  return withStates(config, content, { outdated: history.outdatedAt(base), library })
}

interface ContentOptions {
  readonly index: number
  readonly unreadable: Unreadable[]
  readonly library: Library
}

/** Reads former files of a component. */
class Past {
  readonly #config: ComponentConfig
  readonly #history: ComponentHistory
  readonly #unreadable: Unreadable[]

  constructor(config: ComponentConfig, history: ComponentHistory, unreadable: Unreadable[]) {
    this.#config = config
    this.#history = history
    this.#unreadable = unreadable
  }

  /** Returns the newest step, up to another one, whose template parses; -1 if there is none. */
  readableBase(index: number): number {
    const { timeline, reader } = this.#history
    const isWanted = ({ isTemplate }: MatchedFile) => isTemplate
    for (const version of walkBack(timeline, { from: index, isWanted, most: MAX_TRIES })) {
      const alert = reader.templateAlert(version.files)
      if (alert === undefined) return version.index
      // A template that does not exist yet is not a broken file.
      if (version.file?.real !== undefined)
        this.#report(version, this.#config.template, alert.message)
    }
    return -1
  }

  readLast({ path, language }: MatchedFile, base: number): ParsedTranslation | undefined {
    const { timeline, reader } = this.#history
    const isWanted = (file: MatchedFile) =>
      file.path === path && file.language.code === language.code
    for (const version of walkBack(timeline, { from: base, isWanted, most: MAX_TRIES })) {
      const { files, file } = version
      if (file === undefined) return undefined
      const read = reader.read(files, file)
      if ('value' in read) return toTranslation(file, read.value)
      if (reader.templateAlert(files) === undefined) {
        this.#report(version, path, read.alert.message)
      }
    }
    return undefined
  }

  readSources(file: MatchedFile, base: number): ReadTranslation | undefined {
    if (file.real === undefined) return undefined
    const { timeline, reader } = this.#history
    const read = reader.read(timeline.files(base), file)
    return 'value' in read ? read.value : undefined
  }

  #report({ step }: FileVersion, filename: string, message: string): void {
    if (step === undefined) return
    const { commit, seconds } = step
    this.#unreadable.push({ commit, seconds, filename, message })
  }
}
