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
    what: /^scripted2(?: in 2026\.10)?: history, states$/,
    name: /^po e115898 .* (?:de|en) counts$/,
    field: /^(?:total|translated)$/,
    cause:
      'a source that leaves the .pot takes the unit of a file that still has it along, until that file changes',
  },
  {
    what: /^requests in 2026\.10$/,
    name: /\/api\/translations\/test\/android\/\w+\/$/,
    field: /^json\.revision$/,
    cause:
      'the recorded blob is not in the repository: the recording server had rewritten the file',
  },
  {
    what: /^requests in 2026\.10$/,
    name: /\/test\/properties\/(?!changes)|\/projects\/test\/metrics\//,
    field: /^json\.(?:properties\.|revision$|(?:total|translated|fuzzy|failing)(?!\.))/,
    cause: 'properties: recorded before the commit that state-11.json is about, which is there now',
  },
  {
    what: /^requests in 2026\.10$/,
    name: /\/api\/projects\/test\/(?:statistics\/$|languages\/$)/,
    field: /^json(?:\[\])?\.(?:total|translated|fuzzy|failing|readonly|approved)/,
    cause: 'the sum has a component `markdown`, a format that gitglot does not read',
  },
  {
    what: /^requests in 2026\.10$/,
    name: /\/api\/projects\/test\/(?:languages\/cs\/)?file\//,
    field: /^zip\.length$/,
    cause:
      'the archive has both files of a component `markdown`, a format that gitglot does not read',
  },
  {
    what: /^etherpad: answers$/,
    name: /^etherpad languages$/,
    field: /^\[\]\.(?:code|url|translate_url|translated\w*)$/,
    cause: "two languages are named Serbian: the order of equal names is the database's",
  },
]

/** Why a field of a case differs, in a sentence; undefined where nobody knows. */
export function causeOf(what: string, name: string, field: string): string | undefined {
  return CAUSES.find(
    (known) => known.what.test(what) && known.name.test(name) && known.field.test(field),
  )?.cause
}
