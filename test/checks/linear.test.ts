import { describe, expect, test } from 'vitest'
import type { CheckedUnit } from '../../src/checks/check.ts'
import { parseFlags } from '../../src/checks/flags.ts'
import { checks, ownChecks } from '../../src/checks/registry.ts'
import { languageForCode } from '../../src/languages/language.ts'

const kilobyte = 1024

/** Texts that make careless expressions look again and again at the same characters. */
const seeds: Record<string, string> = {
  letters: 'a',
  spaces: ' ',
  words: 'the the ',
  digits: '0',
  dots: 'a.',
  'full stops': '.',
  'question marks': '?!',
  'inverted marks': '\u00a1!',
  'opening braces': '{',
  'double braces': '{{a}',
  placeables: '{ a }',
  'open placeholders': '{a, plural, other{',
  'open brackets': '[a](',
  'brackets without end': '[',
  'open tags': '<b>',
  'tags without end': '<a b="',
  'nested tags': '<<b>',
  comments: '<!--',
  entities: '&a;b',
  ampersands: '&',
  quotes: '\'"',
  backslashes: '\\',
  newlines: '\\n\n',
  paths: 'C:\\\\a',
  slashes: '/a',
  percents: '%',
  'percents with digits': '%1',
  'open names': '%(a',
  stars: '*a _b',
  backquotes: '`a``',
  mails: 'a@b.',
  'at signs': 'a@',
  addresses: 'http://ab.cd/',
  schemes: 'http://',
  domains: 'a-.b--c.',
  kashidas: '\u0640\u0628',
  pairs: '\ud83d\ude00',
  'zero-width spaces': '\u200b',
  markup: '[b]a[/',
  dollars: '${$t(',
  tildes: '~1,',
  'white space': '\t\u00a0',
  'open scripts': '<script ',
  handlers: ' onload ',
  'both scripts': 'a\u0436',
  embeddings: '\u202a',
  references: '&#60;',
}

/** Seeds of the texts that are a megabyte long in the mode `system`; all would take too much of the tests' time. */
const megabytes = new Set(
  process.env['FUZZ'] === undefined
    ? []
    : [
        ...['opening braces', 'double braces', 'open placeholders', 'full stops', 'question marks'],
        ...['open tags', 'tags without end', 'nested tags'],
      ],
)

const values: Record<string, string> = {
  placeholders: 'placeholders:$A$:r"%\\w+%"',
  regex: 'regex:r"a+b"',
  'max-length': 'max-length:10, replacements:a:b',
  'icu-message-format': 'icu-message-format, icu-flags:xml',
}

describe.each([...checks, ...ownChecks])(
  '$id fails and is explained in time linear in the length of the texts',
  (check) => {
    const flags = parseFlags(
      ...(check.enabledBy ?? []).slice(0, 1).map((name) => values[name] ?? name),
    )

    // Other tests run beside these: what takes too long is measured again.
    test.each(Object.entries(seeds))('%s', { retry: 2 }, (name, seed) => {
      // Checks of sources look at nothing else: to them both are the same.
      for (const source of check.kind === 'source' ? [seed] : [seed, undefined]) {
        const short = measure(32 * kilobyte, seed, source)
        // Far beyond linear: a megabyte would take minutes.
        expect(short).toBeLessThan(2000)
        const long = measure((megabytes.has(name) ? 1024 : 256) * kilobyte, seed, source)
        expect(long).toBeLessThan(Math.max(2000, 50 * short))
      }
    })

    function measure(length: number, seed: string, source: string | undefined): number {
      const text = seed.repeat(length / seed.length)
      const unit: CheckedUnit = {
        sources: [source === undefined && check.kind === 'target' ? 'A short text: yes.' : text],
        targets: check.kind === 'source' ? [] : [source === undefined ? `${text}!` : text],
        sourceLanguage: languageForCode('en'),
        language: languageForCode(check.id === 'kabyle-characters' ? 'kab' : 'fr'),
        flags,
        context: '',
        note: '',
        projectName: 'Project',
        componentName: 'Component',
        glossary: [{ source: 'the', target: 'le', flags: new Map() }],
      }
      // Of the processor, not of the clock: others may be busy too.
      const start = process.cpuUsage()
      if (check.fails(unit)) check.explain(unit)
      const { user, system } = process.cpuUsage(start)
      return (user + system) / 1000
    }
  },
)
