import type { Check, CheckedUnit } from '../../src/checks/check.ts'
import { parseFlags } from '../../src/checks/flags.ts'
import { findHighlights } from '../../src/checks/highlight.ts'
import { checks, checksById, ownChecks } from '../../src/checks/registry.ts'
import { languageForCode } from '../../src/languages/language.ts'
import type { LinearCase } from './growth.ts'

/** Texts that make careless regular expressions rescan the same characters. */
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
  'closing braces': '}',
  arguments: '{a}',
  'arguments without end': '{a, b, c',
  styles: "{a, b, 'c' {",
  options: '{a,select,b{}}',
  'single quotes': "'",
  'quoted braces': "'{",
  'empty tags': '<b/>',
  'closing tags': '</b>',
}

const values: Record<string, string> = {
  placeholders: 'placeholders:$A$:r"%\\w+%"',
  regex: 'regex:r"a+b"',
  'max-length': 'max-length:10, replacements:a:b',
  'icu-message-format': 'icu-message-format, icu-flags:xml',
}

const failures: readonly LinearCase[] = [...checks, ...ownChecks].flatMap((check) =>
  Object.entries(seeds).flatMap(([name, seed]) =>
    // Checks of sources ignore the target, so both variants are the same.
    (check.kind === 'source' ? ['a source'] : ['both', 'a target']).map((side) => ({
      what: `${check.id}, ${side} of ${name}`,
      prepare: (length) => {
        const unit = unitOf(check, seed.repeat(length / seed.length), side === 'a target')
        return () => check.fails(unit) && check.explain(unit)
      },
    })),
  ),
)

/** Pages mark placeholders and markup in texts. */
const highlights: readonly LinearCase[] = Object.entries(seeds).map(([name, seed]) => ({
  what: `what is highlighted in ${name}`,
  prepare: (length) => {
    const text = seed.repeat(length / seed.length)
    const unit = unitOf(checksById.get('icu_message_format') as Check, text, false)
    return () => findHighlights(unit, text)
  },
}))

/** Checks fail and explain themselves. */
export const checkCases: readonly LinearCase[] = [...failures, ...highlights]

function unitOf(check: Check, text: string, isTarget: boolean): CheckedUnit {
  const [name = ''] = check.enabledBy ?? []
  return {
    weblate: check.since ?? '5.14',
    sources: [isTarget ? 'A short text: yes.' : text],
    targets: check.kind === 'source' ? [] : [isTarget ? text : `${text}!`],
    sourceLanguage: languageForCode('en'),
    language: languageForCode(check.id === 'kabyle-characters' ? 'kab' : 'fr'),
    flags: parseFlags(values[name] ?? name),
    context: '',
    note: '',
    projectName: 'Project',
    componentName: 'Component',
    glossary: [{ source: 'the', target: 'le', flags: new Map() }],
  }
}
