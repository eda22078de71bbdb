import { findBbcode } from '../../src/checks/markup/bbcode.ts'
import { findHtmlChange } from '../../src/checks/markup/html-change.ts'
import { readVocabulary } from '../../src/checks/markup/html-source.ts'
import { findLinks, findReferences } from '../../src/checks/markup/markdown-link.ts'
import { findPieces } from '../../src/checks/markup/markdown-syntax.ts'
import { readXml } from '../../src/xml/parse.ts'
import type { LinearCase } from './growth.ts'

const seeds = [
  ...['[', '](', '[a', '![a](', '[a](<', '[a](x "', '[[a]](', '[[]', ']](', '](x "y', '>" )'],
  ...['_', '__a', '*', '**a', '* ', '`', '``a', '~~', '<', '<a@', '<http://', '<a@b.'],
  ...['[/', '[@', '[@[/', '[a][/a', '[a]\n[/a]', '<b>', '<b a="', '&', '&a', '<!--', '</b>'],
  ...['<a xmlns:x="y">', '<table><td>', '<b a', '<script>', '<p><b>'],
]
const ends = ['', ']]]])', '>[/@]']

const vocabulary = readVocabulary('<b a=""><p><table><td><a><script>')
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  links: findLinks,
  references: findReferences,
  pieces: findPieces,
  BBCode: findBbcode,
  XML: (text) => readXml(text, { entities: 'keep', isContent: true }),
  'changes of HTML': (text) => findHtmlChange(text, vocabulary),
  'names in HTML': readVocabulary,
}

/** Detection of markup in unterminated texts. */
export const markupCases: readonly LinearCase[] = [
  ...Object.entries(readers).flatMap(([name, read]) =>
    seeds.map((seed) => ({
      what: `${name} in many ${JSON.stringify(seed)}`,
      prepare: (length: number) => {
        const texts = ends.map((end) => seed.repeat(length / seed.length) + end)
        return () => texts.map(read)
      },
    })),
  ),
  {
    what: 'runs of backquotes of all lengths',
    prepare: (length) => {
      let text = ''
      for (let size = 1; text.length < length; size++) text += `${'`'.repeat(size)}a`
      return () => findPieces(text)
    },
  },
]
