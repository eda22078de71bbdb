import type { Component } from '../../catalog/model.ts'
import { readSoFar } from '../reading.ts'

/** What stands in place of sums until all components that they are over are read. */
export function StillReading({ components }: { components: readonly Component[] }) {
  return <p class="big">{readSoFar(components)}. Numbers follow when all are.</p>
}
