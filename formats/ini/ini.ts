import { decodeUtf8 } from '../../src/text.ts'
import { type ParsedFile, textEntry } from '../entry.ts'
import type { Format } from '../format.ts'
import { isJoomla } from '../properties/joomla.ts'
import { templateRule } from '../template-discovery.ts'
import { readSections } from './sections.ts'

/**
 * Discovers INI files with texts. Joomla has a format of its own. Most files must be UTF-8, which Inno Setup's often
 * are not.
 */
const iniDiscovery = templateRule({
  files: /\.(?:ini|islu?|cfg|lng|lang)$/i,
  dataMasks: /\*/,
  formatOf(paths, contents) {
    const texts = paths.map((path) => contents.text(path) ?? '')
    const [template = ''] = texts
    const unreadable = texts.filter((text) => text.includes('\ufffd'))
    if (isJoomla(template) || unreadable.length * 2 >= texts.length) return undefined
    return paths.some((path) => /islu?$/i.test(path)) ? 'islu' : 'ini'
  },
})

/** INI as Python's `iniparse` reads it; the context of a text is `[section]key`. */
export const ini: Format = {
  id: 'ini',
  name: 'INI file',
  extension: 'ini',
  mediaType: 'text/plain',
  template: 'always',
  decode: decodeUtf8,
  discovery: iniDiscovery,
  parse: (bytes) => parseIni(bytes, (value) => value),
}

// The rule of `ini` decides between the two.
const { discovery: _, ...shared } = ini

/** Languages of Inno Setup: https://jrsoftware.org/ishelp/topic_languagessection.htm */
export const islu: Format = {
  ...shared,
  id: 'islu',
  name: 'Inno Setup INI file',
  extension: 'islu',
  parse: (bytes) => parseIni(bytes, (value) => value.replaceAll('%n', '\n').replaceAll('%t', '\t')),
}

function parseIni(bytes: Uint8Array, textOf: (value: string) => string): ParsedFile {
  const options = readSections(decodeUtf8(bytes))
  const entries = options.map(({ section, key, value, offset }, index) =>
    textEntry(`[${section}]${key}`, textOf(value), index + 1, offset),
  )
  return { entries }
}
