import type { DiscoveryRule } from '../discovery.ts'
import type { Format } from '../format.ts'
import { formForMillions } from '../plural-tags.ts'
import { templateRule } from '../template-discovery.ts'
import { aresource, resourceReaders } from './aresource.ts'
import { kotlinEscape } from './aresource-text.ts'

const { writer: _, discovery: __, ...facts } = aresource

/** Discovers files in language folders below one of moko-resources, with the elements that a format reads. */
function mokoRule(hasPlurals: boolean): DiscoveryRule {
  return templateRule({
    files: /\.xml$/,
    masks: /(?:^|\/)(?:moko-resources|MR)\/(?:values\/)?\*\/[^/]+$/,
    isOwn: (text) =>
      /<plurals[\s>]/.test(text) === hasPlurals && /<(?:string|plurals?)[\s>]/.test(text),
  })
}

/**
 * Resources of Compose Multiplatform
 * (https://kotlinlang.org/docs/multiplatform/compose-multiplatform-resources-usage.html), and those of moko-resources with
 * `plurals`, which it takes for `plural`.
 */
export const cmpResource: Format = {
  ...facts,
  id: 'cmp-resource',
  name: 'Compose Multiplatform Resource',
  discovery: mokoRule(true),
  optionalForms: formForMillions,
  ...resourceReaders({ plural: 'plurals', escapes: kotlinEscape }),
}

/** Resources of moko-resources: https://github.com/icerockdev/moko-resources */
export const mokoResource: Format = {
  ...facts,
  id: 'moko-resource',
  name: 'Mobile Kotlin Resource',
  discovery: mokoRule(false),
  ...resourceReaders({ plural: 'plural', escapes: kotlinEscape }),
}
