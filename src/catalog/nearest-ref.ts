import { nearest } from '../config/nearest.ts'
import type { ComponentRef } from './component-refs.ts'

/** Most names and characters that are compared, since the client chooses the name. */
const MAX_REFS = 500
const MAX_CHARACTERS = 100

/** Returns the name of the branch or tag that is most similar to an unknown one; undefined if all are too different. */
export function nearestRef(unknown: string, refs: readonly ComponentRef[]): string | undefined {
  const names = refs.slice(0, MAX_REFS).map(({ name }) => name.slice(0, MAX_CHARACTERS))
  return nearest(unknown.slice(0, MAX_CHARACTERS), names)
}
