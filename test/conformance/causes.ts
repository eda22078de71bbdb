/** Differences that have the same known cause: those whose section, case and field all match. */
interface KnownCause {
  readonly what: RegExp
  readonly name: RegExp
  readonly field: RegExp
  readonly cause: string
}

const CAUSES: readonly KnownCause[] = [
  {
    what: /^badges$/,
    name: /\/cs\/(?:web\/)?svg-badge/,
    field: /^shown/,
    cause: 'the reference labels a badge in the language of its path, gitglot in English',
  },
  {
    what: /^badges in 2026\.10$/,
    name: /-badge\.svg/,
    field: /^shown\[\]\.(?:width|x|d)$/,
    cause: 'how wide texts are depends on the fonts of the server',
  },
  {
    what: /^badges in 2026\.10$/,
    name: /\/tidewatch\/(?:web\/)?matrix-/,
    field: /^shown\[\]\.says$/,
    cause: 'where long texts end depends on the fonts of the server',
  },
  {
    what: /^badges in 2026\.10$/,
    name: /^\/widget\/test\/(?!cdata)/,
    field: /^shown\[\]\.(?:label|says|width|height|y)$/,
    cause: 'the sum has a component `markdown`, a format that gitglot does not read',
  },
  {
    what: /^badges in 2026\.10$/,
    name: /^\/widget\/[^/]+\/-\/(?:cs|de)\//,
    field: /^shown\[\]\.(?:label|says)$/,
    cause: 'the reference labels a badge in the language of its path, gitglot in English',
  },
  {
    what: /^badges in 2026\.10$/,
    name: /\/matrix-/,
    field: /^shown\[\]\.label$/,
    cause: 'the title of the picture says what it is about',
  },
  {
    what: /^badges in 2026\.10$/,
    name: /\/(?:multi|horizontal)-auto/,
    field: /^shown\[\]\.fill$/,
    cause: 'bars have the colours of 5.14',
  },
  {
    what: /^badges in 2026\.10$/,
    name: /\.png$/,
    field: /^status$/,
    cause: 'gitglot draws every badge as PNG',
  },
  {
    what: /^test: answers$/,
    name: /\/android\//,
    field: /^revision$/,
    cause:
      'the recorded blob is not in the repository: the recording server had rewritten the file',
  },
  {
    what: /^tidewatch in 2026\.10: units$/,
    name: /^tidewatch\/terms\//,
    field: /^tbx_terms\.source\[\]\.notes/,
    cause: "answers of the API leave out a translator's note on a concept, which the dump has",
  },
  {
    what: /^format po, 2026\.10$/,
    name: /^encoding-(?!utf8-invalid$)/,
    field: /^answer$/,
    cause: 'the reference reads other encodings than a file declares, which looks like its defect',
  },
  {
    what: /^format po, 2026\.10$/,
    name: /^encoding-utf8-invalid$/,
    field: /^answer$/,
    cause: 'the reference guesses an encoding, and refuses files with fewer such bytes',
  },
  {
    what: /^format po-mono, 2026\.10$/,
    name: /^encodings-differ$/,
    field: /^answer$/,
    cause: 'the same defect: whether a file is read would depend on the encoding of another',
  },
  {
    what: /^format csv, 2026\.10$/,
    name: /^n-auto-reads-(?:cp1250|latin-1)$/,
    field: /^answer$/,
    cause: 'the reference guesses an encoding, and wrongly: gitglot reads Latin-1, which it is',
  },
  {
    what: /^scripted2(?: in 2026\.10)?: history, states$/,
    name: /^po e115898 .* (?:de|en) counts$/,
    field: /^(?:total|translated)$/,
    cause:
      'a source that leaves the .pot takes the unit of a file that still has it along, until that file changes',
  },
  {
    what: /^requests in 2026\.10$/,
    name: /\/api\/(?:translations\/test\/android\/\w+|projects\/test\/(?:.+\/)?file)\//,
    field: /^json\.revision$|^zip\..*\/android\/values-cs\/strings\.xml$/,
    cause:
      'the recorded blob is not in the repository: the recording server had rewritten the file',
  },
  {
    what: /^requests in 2026\.10$/,
    name: /\/changes\//,
    field: /^json\.results\[\]\.(?:author|user)$/,
    cause: 'Weblate says who updated it, gitglot who wrote the commit',
  },
  {
    what: /^requests in 2026\.10$/,
    name: /\/api\/projects\/test\/(?:statistics\/$|languages\/$)/,
    field: /^json(?:\[\])?\.(?:total|translated|fuzzy|failing|readonly|approved)/,
    cause: 'the sum has a component `markdown`, a format that gitglot does not read',
  },
  {
    what: /^requests in 2026\.10$/,
    name: /file\/\?format=zip:csv$/,
    field: /^zip\.(?:test-po-cs|tidewatch-android-de)\.csv$/,
    cause: 'tables with plurals are longer there; how was not recorded, only the length',
  },
  {
    what: /^etherpad: answers$/,
    name: /^etherpad languages$/,
    field: /^\[\]\.(?:code|url|translate_url|translated\w*)$/,
    cause: "two languages are named Serbian: the order of equal names is the database's",
  },
]

/** Why a field of a case differs, in a sentence; undefined if unknown. */
export function causeOf(what: string, name: string, field: string): string | undefined {
  return CAUSES.find(
    (cause) => cause.what.test(what) && cause.name.test(name) && cause.field.test(field),
  )?.cause
}
