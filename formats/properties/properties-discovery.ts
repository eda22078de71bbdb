import { templateRule } from '../template-discovery.ts'

/** Java's bundles: `messages.properties` beside `messages_de.properties`; in UTF-8 only where that shows. */
export const propertiesDiscovery = templateRule({
  files: /\.properties$/i,
  masks: /_\*\.properties$/i,
  formatOf(paths, contents) {
    const texts = paths.map((path) => contents.text(path) ?? '')
    const isWide = texts.some((text) => /[^\0-\x7f]/.test(text))
    return isWide && !texts.some((text) => text.includes('\ufffd'))
      ? 'properties-utf8'
      : 'properties'
  },
})
