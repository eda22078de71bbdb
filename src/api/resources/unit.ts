import type { Component, Translation } from '../../catalog/model.ts'
import { translationPlace } from '../../catalog/paths.ts'
import { STATE } from '../../catalog/statistics.ts'
import {
  checksumText,
  contentHashText,
  contextOf,
  explanationOf,
  flagsOf,
  idHashText,
  noteOf,
  previousSourceOf,
  priorityOf,
  sourceForms,
  targetForms,
  unitPosition,
  unitWords,
} from '../../catalog/unit.ts'
import { sourceUnitId, unitId } from '../../catalog/view/unit-id.ts'
import type { Links } from '../links.ts'
import { type Json, JsonNumber } from '../rendering/json.ts'
import {
  arrayOf,
  BOOLEAN,
  COUNT,
  described,
  HASH,
  INTEGER,
  LINK,
  type Resource,
  STRING,
  TIMESTAMP,
} from '../schema/schema.ts'
import { timestamp } from './timestamp.ts'
import { translationPath } from './translation.ts'

/** A Unit, 31 keys. */
export function unitResource(translation: Translation, row: number, links: Links): Json {
  const { units, component } = translation
  const state = units.states[row] ?? STATE.empty
  const place = translationPlace(translation)
  const id = unitId(translation, row)
  const times = component.times?.translations.get(translation.language.code)
  return {
    translation: links.api(translationPath(translation)),
    language_code: translation.language.code,
    source: sourceForms(units, row),
    previous_source: previousSourceOf(units, row),
    target: targetForms(units, row),
    id_hash: new JsonNumber(idHashText(units, row)),
    content_hash: new JsonNumber(contentHashText(units, row)),
    location: '',
    context: contextOf(units, row),
    note: noteOf(units, row),
    flags: flagsOf(units, row),
    labels: [],
    state,
    fuzzy: state === STATE.fuzzy,
    translated: state >= STATE.translated,
    approved: state === STATE.approved,
    position: unitPosition(units, row),
    has_suggestion: false,
    has_comment: false,
    has_failing_check: translation.failing.has(row),
    num_words: unitWords(units, row),
    source_unit: links.api(`units/${sourceUnitId(translation, row)}/`),
    priority: priorityOf(units, row),
    id,
    web_url: `${links.page(`translate/${place}/`)}?checksum=${checksumText(units, row)}`,
    url: links.api(`units/${id}/`),
    explanation: explanationOf(units, row),
    extra_flags: '',
    pending: false,
    timestamp: unitTime(times?.added[row], component),
    last_updated: unitTime(times?.updated[row], component),
  }
}

/** A time in microseconds since 1970; that of the served commit where it is not known. */
function unitTime(micros: number | undefined, { commit }: Component): string {
  if (micros === undefined || micros === 0) return timestamp(commit?.committer.timestamp ?? 0)
  return timestamp(Math.floor(micros / 1e6), micros % 1e6)
}

const LABEL: Resource = {
  name: 'Label',
  description: 'A label of a unit.',
  properties: { id: INTEGER, name: STRING, description: STRING, color: STRING },
}

export const UNIT: Resource = {
  name: 'Unit',
  description: 'A unit: one source text and its translation.',
  properties: {
    translation: LINK,
    language_code: STRING,
    source: described(arrayOf(STRING), 'A text a plural form.'),
    previous_source: STRING,
    target: described(arrayOf(STRING), 'A text a plural form; empty while untranslated.'),
    id_hash: HASH,
    content_hash: HASH,
    location: STRING,
    context: described(STRING, 'The key in the file.'),
    note: STRING,
    flags: STRING,
    labels: arrayOf(LABEL),
    state: {
      type: 'integer',
      enum: [0, 10, 20, 30, 100],
      description: 'Empty, needs editing, translated, approved, read-only.',
    },
    fuzzy: BOOLEAN,
    translated: BOOLEAN,
    approved: BOOLEAN,
    position: described(INTEGER, 'From 1 on, in the file.'),
    has_suggestion: BOOLEAN,
    has_comment: BOOLEAN,
    has_failing_check: BOOLEAN,
    num_words: COUNT,
    source_unit: LINK,
    priority: INTEGER,
    id: INTEGER,
    web_url: LINK,
    url: LINK,
    explanation: STRING,
    extra_flags: STRING,
    pending: BOOLEAN,
    timestamp: TIMESTAMP,
    last_updated: TIMESTAMP,
  },
}
