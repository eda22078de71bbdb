import { identityOf } from '../cache.ts'
import { type AskAbout, wholeComponents } from '../catalog/component-work.ts'
import type { Component } from '../model/model.ts'
import { isAbsent } from '../model/readiness.ts'
import { unitName } from '../model/unit-name.ts'
import { type KeyUsage, keyUsageWork } from '../usage/key-usage.ts'
import { sourceOf } from '../view/view.ts'

/** A key that the template or the code lacks, and the file that contains it. */
export interface KeyFinding {
  readonly rule: 'unused-key' | 'undefined-key'
  readonly key: string
  readonly message: string
  /** The code that uses an undefined key, or the template with an unused key. */
  readonly filename: string
  /** Counted from 1; null in a template. */
  readonly line: number | null
  /** Counted from 1 in UTF-16 units; null in a template. */
  readonly column: number | null
  /** Row of an unused key in the source translation. */
  readonly row: number | undefined
}

/** Enough for a repository with very many files. */
const MAX_MS = 10 * 60_000

/**
 * Reads how the files of the components' commits use their keys. Takes all components of a project, since a key of one
 * component is not undefined for another. Rejects as `AskAbout`.
 */
export async function readKeyUsage(
  components: readonly Component[],
  askAbout: AskAbout,
  options: Parameters<AskAbout>[3] = {},
): Promise<ReadonlyMap<Component, KeyUsage>> {
  const key = components.map((component) => identityOf(component)).join(' ')
  const asked = wholeComponents(components)
  const usages = await askAbout(keyUsageWork, asked, undefined, { maxMs: MAX_MS, key, ...options })
  return new Map(usages.map((usage, index) => [components[index]!, usage]))
}

/** Returns the keys in code that no template has, then the component's keys that no file names. */
export function keyFindings(component: Component, usage: KeyUsage | undefined): KeyFinding[] {
  const source = sourceOf(component)
  // An unread component may have the keys.
  const isWhole = component.project.components.every(
    (other) => isAbsent(other) || (other.state !== 'reading' && other.state !== 'unreadable'),
  )
  const undefinedKeys = (isWhole && usage?.undefinedKeys) || []
  const rows = (source && usage?.unused) || []
  return [
    ...undefinedKeys.map(({ key, filename, line, column }): KeyFinding => {
      const message = `The code asks for the key ${JSON.stringify(key)}; no template has it.`
      return { rule: 'undefined-key', key, message, filename, line, column, row: undefined }
    }),
    ...rows.map((row): KeyFinding => {
      const key = unitName(source!, row)
      const message = `No file mentions the key ${JSON.stringify(key)}.`
      const place = { filename: source!.filename, line: null, column: null }
      return { rule: 'unused-key', key, message, ...place, row }
    }),
  ]
}
