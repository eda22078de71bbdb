import type { Term } from '../../../formats/entry.ts'
import { hasFailing } from '../../catalog/failing-checks.ts'
import type { Component, Translation } from '../../catalog/model.ts'
import { translationPlace } from '../../catalog/paths.ts'
import { isFuzzy, STATE } from '../../catalog/statistics.ts'
import {
  checksumText,
  contentHashText,
  contextOf,
  explanationOf,
  flagsOf,
  idHashText,
  locationOf,
  noteOf,
  previousSourceOf,
  priorityOf,
  sourceForms,
  targetForms,
  termsOf,
  type Units,
  unitPosition,
  unitWords,
} from '../../catalog/unit.ts'
import type { UnitLocation } from '../../catalog/unit-places.ts'
import { sourceUnitId, unitId } from '../../catalog/view/unit-id.ts'
import type { Links } from '../links.ts'
import { JsonNumber } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'
import { translationPath } from './translation.ts'

/** Returns a Unit with the keys of both versions. */
export function unitResource(
  translation: Translation,
  row: number,
  links: Links,
): s.JsonOf<typeof UNIT> {
  const { component } = translation
  const units = translation.units()
  const state = units.states[row] ?? STATE.empty
  const place = translationPlace(translation)
  const id = unitId(translation, row)
  const times = component.times?.get(translation.language.code)
  const source = sourceForms(units, row)
  const previousSource = previousSourceOf(units, row)
  return {
    tbx_terms: tbxTerms(units, row),
    translation: links.api(translationPath(translation)),
    language_code: translation.language.code,
    source,
    previous_source: previousSource,
    target: targetForms(units, row),
    id_hash: new JsonNumber(idHashText(units, row)),
    content_hash: new JsonNumber(contentHashText(units, row)),
    location: locationOf(units, row),
    context: contextOf(units, row),
    note: noteOf(units, row),
    flags: flagsOf(units, row),
    labels: [],
    state,
    fuzzy: isFuzzy(state),
    translated: state >= STATE.translated,
    approved: state === STATE.approved,
    position: unitPosition(units, row),
    has_suggestion: false,
    has_comment: false,
    has_failing_check: hasFailing(translation.failing, row),
    num_words: unitWords(units, row),
    source_unit: links.api(`units/${sourceUnitId(translation, row)}/`),
    screenshots_url: links.api(`units/${id}/screenshots/`),
    translation_parent: null,
    effective_source: source,
    effective_previous_source: [previousSource],
    effective_source_language: component.sourceLanguage.code,
    priority: priorityOf(units, row),
    id,
    web_url: links.page(`translate/${place}/`, { checksum: checksumText(units, row) }),
    url: links.api(`units/${id}/`),
    explanation: explanationOf(units, row),
    extra_flags: '',
    pending: false,
    timestamp: unitTime(times?.added[row], component),
    last_updated: unitTime(times?.updated[row], component),
    automatically_translated: units.automatic.has(row),
  }
}

const TERM = s.resource('Term', 'A term of a TBX entry in one language.', {
  id: s.nullable(s.STRING),
  text: s.STRING,
  notes: s.arrayOf(
    s.resource('TermNote', 'A note on a term in the file.', {
      text: s.STRING,
      scope: s.described(s.oneOf('concept', 'language', 'term'), 'What the note is about.'),
      origin: s.nullable(s.STRING),
      category: s.nullable(s.STRING),
    }),
  ),
  administrative_status: s.nullable(s.STRING),
})

function tbxTerms(units: Units, row: number): s.JsonOf<typeof UNIT>['tbx_terms'] {
  const terms = termsOf(units, row)
  if (terms === undefined) return {}
  return {
    source: terms.source.map(withoutExplanation),
    target: terms.target.map(withoutExplanation),
  }
}

/** Omits the translator's notes on a concept, since the unit shows them as its explanation. */
function withoutExplanation(term: Term): Term {
  const notes = term.notes.filter(
    ({ scope, origin }) => scope !== 'concept' || origin !== 'translator',
  )
  return { ...term, notes }
}

/** Formats a time in microseconds since 1970, or the time of the served commit if it is unknown. */
function unitTime(micros: number | undefined, { commit }: Component): string {
  if (micros === undefined || micros === 0) return timestamp(commit?.committer.timestamp ?? 0)
  return timestamp(Math.floor(micros / 1e6), micros % 1e6)
}

const LABEL = s.resource('Label', 'A label of a unit.', {
  id: s.ID,
  name: s.STRING,
  description: s.STRING,
  color: s.STRING,
})

const UNIT_STATE: s.JsonSchema<number> = {
  title: 'UnitState',
  type: 'integer',
  enum: [0, 10, 11, 12, 20, 30, 100],
  description:
    '0 empty, 10 needs editing, 11 needs rewriting (its source changed), 12 needs checking (never), 20 translated, 30 approved, 100 read-only.',
}

export const UNIT = s.resource('Unit', 'A unit: one source text and its translation.', {
  tbx_terms: s.described(
    s.recordOf(s.arrayOf(TERM)),
    'The terms of a TBX entry as `source` and `target`; empty in other formats.',
  ),
  translation: s.LINK,
  language_code: s.STRING,
  source: s.described(s.arrayOf(s.STRING), 'One text per plural form.'),
  previous_source: s.STRING,
  target: s.described(s.arrayOf(s.STRING), 'One text per plural form; empty while untranslated.'),
  id_hash: s.HASH,
  content_hash: s.HASH,
  location: s.STRING,
  context: s.described(s.STRING, 'The key in the file.'),
  note: s.STRING,
  flags: s.STRING,
  labels: s.arrayOf(LABEL),
  state: UNIT_STATE,
  fuzzy: s.BOOLEAN,
  translated: s.BOOLEAN,
  approved: s.BOOLEAN,
  position: s.described(s.INTEGER, 'Position in the file, starting at 1.'),
  has_suggestion: s.BOOLEAN,
  has_comment: s.BOOLEAN,
  has_failing_check: s.BOOLEAN,
  num_words: s.COUNT,
  source_unit: s.LINK,
  screenshots_url: s.LINK,
  translation_parent: s.nullable(s.LINK),
  effective_source: s.arrayOf(s.STRING),
  effective_previous_source: s.arrayOf(s.STRING),
  effective_source_language: s.STRING,
  priority: s.INTEGER,
  id: s.ID,
  web_url: s.LINK,
  url: s.LINK,
  explanation: s.STRING,
  extra_flags: s.STRING,
  pending: s.BOOLEAN,
  timestamp: s.TIMESTAMP,
  last_updated: s.TIMESTAMP,
  automatically_translated: s.BOOLEAN,
})

/** Returns the file and position of a unit; all keys are null for a unit without a file. */
export function placeResource(
  place: UnitLocation | undefined,
  { shown, edited }: { readonly shown: string | undefined; readonly edited: string | undefined },
): s.JsonOf<typeof PLACE> {
  return {
    filename: place?.filename ?? null,
    line: place?.line ?? null,
    column: place?.column ?? null,
    file_url: shown ?? null,
    edit_url: edited ?? null,
  }
}

export const PLACE = s.resource('UnitPlace', 'Position of a unit in its file.', {
  filename: s.described(s.nullable(s.STRING), 'Path in the repository.'),
  line: s.described(s.nullable(s.INTEGER), 'Starts at 1.'),
  column: s.described(s.nullable(s.INTEGER), 'UTF-16 units, starts at 1.'),
  file_url: s.described(
    s.nullable(s.LINK),
    'Address of the line at the shown commit, from `repoweb`.',
  ),
  edit_url: s.described(
    s.nullable(s.LINK),
    'Address for editing the file on the served branch at its host.',
  ),
})
