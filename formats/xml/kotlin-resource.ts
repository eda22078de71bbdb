import type { DiscoveryRule } from '../discovery.ts'
import type { Format } from '../format.ts'
import { formForMillions } from '../plural-tags.ts'
import { templateRule } from '../template-discovery.ts'
import { aresource, resourceReaders } from './aresource.ts'
import { kotlinEscape } from './aresource-text.ts'

const { writer: _, discovery: __, ...facts } = aresource

/** Discovers files in language folders below one of moko-resources, with the elements that a format reads. */
function mokoRule(fileFormat: string, hasPlurals: boolean): DiscoveryRule {
  return templateRule({
    files: /\.xml$/,
    masks: /(?:^|\/)(?:moko-resources|MR)\/(?:values\/)?\*\/[^/]+$/,
    formatOf([template = ''], contents) {
      const text = contents.text(template) ?? ''
      const isOwn = /<plurals[\s>]/.test(text) === hasPlurals
      return isOwn && /<(?:string|plurals?)[\s>]/.test(text) ? fileFormat : undefined
    },
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
  discovery: mokoRule('cmp-resource', true),
  optionalForms: formForMillions,
  ...resourceReaders({ plural: 'plurals', escapes: kotlinEscape }),
}

/** Resources of moko-resources: https://github.com/icerockdev/moko-resources */
export const mokoResource: Format = {
  ...facts,
  id: 'moko-resource',
  name: 'Mobile Kotlin Resource',
  discovery: mokoRule('moko-resource', false),
  ...resourceReaders({ plural: 'plural', escapes: kotlinEscape }),
}
