import { knowledgeOf } from '../catalog/knowledge.ts'
import type { Component } from '../catalog/model.ts'
import type { Figures } from './figures.ts'

/** `1 of 3 components read` while some are being read: until then no sum over them is a number. Undefined: all that can be. */
export function readSoFar(components: readonly Component[]): string | undefined {
  const awaited = components.filter((one) => knowledgeOf(one, 'units') === 'awaited').length
  if (awaited === 0) return undefined
  return `${components.length - awaited} of ${components.length} components read`
}

/** `Shop is translated to 79.0 %.`; undefined while that is not a number. */
export function shareSentence(
  name: string,
  components: readonly Component[],
  { percent }: Figures,
): string | undefined {
  if (readSoFar(components) !== undefined) return undefined
  return `${name} is translated to ${percent.toFixed(1)} %.`
}
