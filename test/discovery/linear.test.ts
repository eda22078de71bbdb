import { test } from 'vitest'
import { discover } from '../../src/discovery/discover.ts'
import { expectLinear } from '../support/linear.ts'

/** Texts that begin again and again what a rule looks for, and never end it. */
test.each([
  ['l/app.de.xlf', 'l/app.en.xlf', 'xliff >', '<xliff '],
  ['l/app.de.xlf', 'l/app.en.xlf', '<xliff >', '<source '],
  ['l/app.de.xlf', 'l/app.en.xlf', '<xliff >', '<file '],
  ['l/app_de.ts', 'l/app_en.ts', '<TS >', '<TS '],
  ['lang/de/app.php', 'lang/en/app.php', "<?php return ['a' => 'b'];", '\n'],
  ['lang/de/app.php', 'lang/en/app.php', '<?php', ' \n'],
  ['l/de-DE.ini', 'l/en-GB.ini', 'A="', '" '],
  ['l/de.php', 'l/en.php', "<?php $a['b'] = '", "' "],
  ['l/de.yml', 'l/en.yml', 'en', '\t'],
  ['l/de.yml', 'l/en.yml', 'a: "', ' a '],
  ['data/de.toml', 'data/en.toml', 'a = "A', ' '],
  ['data/de.toml', 'data/en.toml', '', ' '],
  ['l/de.csv', 'l/en.csv', '', ' '],
  ['l/de.csv', 'l/en.csv', '"', '",'],
  ['l/de.ftl', 'l/en.ftl', 'a = ', '\n '],
  ['l/de.yml', 'l/en.yml', 'a: A text of %', '0'],
])(
  '%s and %s with %j and many %j are judged in time linear in the length',
  (one, other, start, part) => {
    expectLinear((length) => {
      const bytes = Buffer.from(start + part.repeat(length / part.length))
      return () => discover({ paths: [one, other], read: () => bytes })
    })
  },
)
