import { templateRule } from '../template-discovery.ts'

/** Fluent's files, which are nothing else. */
export const fluentDiscovery = templateRule({
  files: /\.ftl$/i,
  formatOf: () => 'fluent',
})
