import { discover } from '../../src/discovery/discover.ts'
import { nameProposals } from '../../src/discovery/names.ts'
import type { LinearCase } from './growth.ts'

/** Texts that repeat the start of a rule's pattern without its end. */
const files: readonly [one: string, other: string, start: string, part: string][] = [
  ['l/app.de.xlf', 'l/app.en.xlf', 'xliff >', '<xliff '],
  ['l/app.de.xlf', 'l/app.en.xlf', '<xliff >', '<source '],
  ['l/app.de.xlf', 'l/app.en.xlf', '<xliff >', '<file '],
  ['l/app_de.ts', 'l/app_en.ts', '<TS >', '<TS '],
  ['lang/de/app.php', 'lang/en/app.php', "<?php return ['a' => 'b'];", '\n'],
  ['lang/de/app.php', 'lang/en/app.php', '<?php', ' \n'],
  ['l/de-DE.ini', 'l/en-GB.ini', 'A="', '" '],
  ['l/de.php', 'l/en.php', "<?php $a['b'] = '", "' "],
  ['l/de.php', 'l/en.php', "<?php $a['b'] = 'c';", '/* '],
  ['l/de.xlf', 'l/en.xlf', '<xliff ><source>', '<x '],
  ['l/de.yml', 'l/en.yml', 'en', '\t'],
  ['l/de.yml', 'l/en.yml', 'a: "', ' a '],
  ['data/de.toml', 'data/en.toml', 'a = "A', ' '],
  ['data/de.toml', 'data/en.toml', '', ' '],
  ['l/de.csv', 'l/en.csv', '', ' '],
  ['l/de.csv', 'l/en.csv', '"', '",'],
  ['l/de.ftl', 'l/en.ftl', 'a = ', '\n '],
  ['l/de.yml', 'l/en.yml', 'a: A text of %', '0'],
]

/** Masks of components, whose names must differ. */
const masks: Readonly<Record<string, (index: number) => string>> = {
  'different words': (index) => `${index}/*.json`,
  'the same words': (index) => `${index}/a/b/*.json`,
  'characters that no slug has': (index) => `a${String.fromCodePoint(0x4e00 + index)}/*.json`,
}

/** Discovery judges files and names components. */
export const discoveryCases: readonly LinearCase[] = [
  ...files.map(([one, other, start, part]) => ({
    what: `${one} of ${JSON.stringify(start)} and many ${JSON.stringify(part)}`,
    prepare: (length: number) => {
      const bytes = Buffer.from(start + part.repeat(length / part.length))
      return () => discover({ paths: [one, other], read: () => bytes })
    },
  })),
  ...Object.entries(masks).map(([name, maskOf]) => ({
    what: `names of components of ${name}`,
    prepare: (length: number) => {
      const proposals = Array.from({ length: length / 10 }, (_, index) => proposalOf(maskOf(index)))
      return () => nameProposals(proposals)
    },
  })),
]

function proposalOf(filemask: string) {
  return {
    ...{ fileFormat: 'json', filemask, template: '', intermediate: '' },
    ...{ newBase: '', languages: [], sourceLanguage: 'en', languageRegex: '' },
    ...{ isGlossary: false, notes: [] },
  }
}
