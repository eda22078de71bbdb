import { withSource } from '../bilingual.ts'
import type { MatchedFile } from '../filemask.ts'
import type { Past } from '../history/past.ts'
import type { Component } from '../model.ts'
import { markNeedsEdit } from '../needs-edit.ts'
import { type ComponentContent, type LooseTranslation, toTranslation } from '../translation-file.ts'

/** A file that could not be read as a commit left it: what it was before that stood. */
export interface Unreadable {
  readonly commit: string
  /** Seconds since 1970. */
  readonly seconds: number
  readonly filename: string
  readonly message: string
}

/** How many broken versions of a file are passed over. */
const MAX_TRIES = 50

/**
 * The translations of a component after a step of its timeline, each as it was read last; those that never could be read
 * are left out; states are those that the component's setting asks for. Adds what could not be read to `unreadable`. Yields after each file. Throws RepositoryError when a tree
 * cannot be read.
 */
export function* contentAt(
  { config }: Pick<Component, 'config'>,
  past: Past,
  { index, unreadable }: { readonly index: number; readonly unreadable: Unreadable[] },
): Generator<void, ComponentContent> {
  const { timeline, reader } = past
  const complain = (filename: string, at: number, message: string) => {
    const step = timeline.lastTouch(filename, at)
    if (step === undefined) return
    const { commit, seconds } = step
    unreadable.push({ commit, seconds, filename, message })
  }
  const before = (filename: string, at: number) =>
    (timeline.lastTouch(filename, at)?.index ?? 0) - 1

  let base = index
  for (let tries = 0; base >= 0 && tries < MAX_TRIES; tries++) {
    const files = timeline.files(base)
    const alert = reader.templateAlert(files)
    if (alert === undefined) break
    // That there is no template yet is no fault of a file.
    const isThere = files.files.some(({ isTemplate, real }) => isTemplate && real !== undefined)
    if (isThere) complain(config.template, base, alert.message)
    base = before(config.template, base)
  }

  function readLast(file: MatchedFile): LooseTranslation | undefined {
    let at = base
    for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries++) {
      const files = timeline.files(at)
      const found = files.files.find(({ path }) => path === file.path)
      if (found === undefined) return undefined
      const read = reader.read(files, found)
      if ('value' in read) return toTranslation(found, read.value)
      if (reader.templateAlert(files) === undefined) complain(file.path, at, read.alert.message)
      at = before(file.path, at)
    }
    return undefined
  }

  const translations: LooseTranslation[] = []
  const { files } = timeline.files(base)
  for (const file of files) {
    const read = file.path === '' ? undefined : readLast(file)
    if (read !== undefined) translations.push(read)
    yield
  }
  const source = files.find(({ path }) => path === '')
  const all = source === undefined ? translations : withSource(source, translations, { config })
  return markNeedsEdit({ translations: all, alerts: [] }, past.outdatedAt(base))
}
