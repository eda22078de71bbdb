import type { Format } from '../format.ts'
import { templateRule } from '../template-discovery.ts'
import { aresource, parseResources } from './aresource.ts'
import { kotlinText } from './aresource-text.ts'

const { writer: _, discovery: __, ...facts } = aresource

/** Resources of Compose Multiplatform: https://kotlinlang.org/docs/multiplatform/compose-multiplatform-resources-usage.html */
export const cmpResource: Format = {
  ...facts,
  id: 'cmp-resource',
  name: 'Compose Multiplatform Resource',
  parse: (bytes, options) =>
    parseResources(bytes, options, { plural: 'plurals', textOf: kotlinText }),
}

/** Resources of moko-resources: https://github.com/icerockdev/moko-resources */
export const mokoResource: Format = {
  ...facts,
  id: 'moko-resource',
  name: 'Mobile Kotlin Resource',
  discovery: templateRule({
    files: /\.xml$/,
    masks: /(?:^|\/)(?:moko-resources|MR)\/\*\/[^/]+$/,
    formatOf: ([template = ''], contents) =>
      /<(?:string|plural)[\s>]/.test(contents.text(template) ?? '') ? 'moko-resource' : undefined,
  }),
  parse: (bytes, options) =>
    parseResources(bytes, options, { plural: 'plural', textOf: kotlinText }),
}
