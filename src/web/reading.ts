import { knowledgeOf } from '../catalog/knowledge.ts'
import type { Component } from '../catalog/model.ts'

/** `1 of 3 components read` while some are being read: until then no sum over them is a number. Undefined: all that can be. */
export function readSoFar(components: readonly Component[]): string | undefined {
  const awaited = components.filter((one) => knowledgeOf(one, 'units') === 'awaited').length
  if (awaited === 0) return undefined
  return `${components.length - awaited} of ${components.length} components read`
}
