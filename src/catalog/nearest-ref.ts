import { nearest } from '../config/nearest.ts'
import type { ComponentRef } from './component-refs.ts'

/** Maximum number of names and of their characters to compare, since the client chooses the name. */
const MAX_REFS = 100
const MAX_CHARACTERS = 40

/** Returns the name of the branch or tag that is most similar to an unknown one; undefined if all are too different. */
export function nearestRef(unknown: string, refs: readonly ComponentRef[]): string | undefined {
  const names = refs.map(({ name }) => name).filter((name) => name.length <= MAX_CHARACTERS)
  return nearest(unknown.slice(0, MAX_CHARACTERS), names.slice(0, MAX_REFS))
}
