import type { Component } from '../../catalog/model.ts'
import { readSoFar } from '../reading.ts'

/** Replaces sums until all their components have been read. */
export function StillReading({ components }: { components: readonly Component[] }) {
  return <p class="big">{readSoFar(components)}. Numbers follow when all are read.</p>
}
