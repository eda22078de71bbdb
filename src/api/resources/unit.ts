import type { Term } from '../../../formats/entry.ts'
import { hasFailing } from '../../model/failing-checks.ts'
import type { Component, Translation } from '../../model/model.ts'
import { translationPlace } from '../../model/paths.ts'
import { isFuzzy, STATE } from '../../model/statistics.ts'
import * as unit from '../../model/unit.ts'
import type { UnitLocation } from '../../reading/unit-places.ts'
import { sourceUnitId, unitId } from '../../view/unit-id.ts'
import type { Links } from '../links.ts'
import { Verbatim } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'
import { linkBelow, OWN_LINK, timestamp } from './fields.ts'
import { translationPath } from './translation.ts'

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

const UNKNOWN_TIME = 'the time of the commit until the log is read, and with `ref`.'

function ofUnit<T>(schema: s.JsonSchema<T>, read: (units: unit.Units, row: number) => T) {
  return [schema, ({ units, row }: { units: unit.Units; row: number }) => read(units, row)] as const
}

/** A Unit with the keys of both versions. */
export const UNIT = s.shown(
  'Unit',
  'A unit: one source text and its translation.',
  (translation: Translation, row: number, links: Links) => {
    const units = translation.units()
    const id = unitId(translation, row)
    return {
      ...{ translation, row, links, units, id, path: `units/${id}/` },
      ...{ component: translation.component, state: units.states[row] ?? STATE.empty },
      source: unit.sourceForms(units, row),
      previousSource: unit.previousSourceOf(units, row),
      times: translation.component.times?.get(translation.language.code),
    }
  },
  {
    tbx_terms: ofUnit(
      s.described(
        s.recordOf(s.arrayOf(TERM)),
        'The terms of a TBX entry as `source` and `target`; empty in other formats.',
      ),
      tbxTerms,
    ),
    translation: [s.LINK, ({ links, translation }) => links.api(translationPath(translation))],
    language_code: [s.STRING, ({ translation }) => translation.language.code],
    source: s.described(s.arrayOf(s.STRING), 'One text per plural form.'),
    previous_source: s.STRING,
    target: ofUnit(
      s.described(s.arrayOf(s.STRING), 'One text per plural form; empty while untranslated.'),
      unit.targetForms,
    ),
    id_hash: [s.HASH, ({ units, row }) => new Verbatim(unit.idHashText(units, row))],
    content_hash: [s.HASH, ({ units, row }) => new Verbatim(unit.contentHashText(units, row))],
    location: ofUnit(s.STRING, unit.locationOf),
    context: ofUnit(s.described(s.STRING, 'The key in the file.'), unit.contextOf),
    note: ofUnit(s.STRING, unit.noteOf),
    flags: ofUnit(s.STRING, unit.flagsOf),
    labels: [s.arrayOf(LABEL), () => []],
    state: UNIT_STATE,
    fuzzy: [s.BOOLEAN, ({ state }) => isFuzzy(state)],
    translated: [s.BOOLEAN, ({ state }) => state >= STATE.translated],
    approved: [s.BOOLEAN, ({ state }) => state === STATE.approved],
    position: ofUnit(
      s.described(s.INTEGER, 'Position in the file, starting at 1.'),
      unit.unitPosition,
    ),
    has_suggestion: [s.BOOLEAN, () => false],
    has_comment: [s.BOOLEAN, () => false],
    has_failing_check: [s.BOOLEAN, ({ translation, row }) => hasFailing(translation.failing, row)],
    num_words: ofUnit(s.COUNT, unit.unitWords),
    source_unit: [
      s.LINK,
      ({ links, translation, row }) => links.api(`units/${sourceUnitId(translation, row)}/`),
    ],
    screenshots_url: linkBelow('screenshots/'),
    translation_parent: [s.nullable(s.LINK), () => null],
    effective_source: [s.arrayOf(s.STRING), ({ source }) => source],
    effective_previous_source: [s.arrayOf(s.STRING), ({ previousSource }) => [previousSource]],
    effective_source_language: [s.STRING, ({ component }) => component.sourceLanguage.code],
    priority: ofUnit(s.INTEGER, unit.priorityOf),
    id: s.ID,
    web_url: [
      s.LINK,
      ({ links, translation, units, row }) =>
        links.page(`translate/${translationPlace(translation)}/`, {
          checksum: unit.checksumText(units, row),
        }),
    ],
    url: OWN_LINK,
    explanation: ofUnit(s.STRING, unit.explanationOf),
    extra_flags: [s.STRING, () => ''],
    pending: [s.BOOLEAN, () => false],
    timestamp: [
      s.described(s.TIMESTAMP, `When it was added; ${UNKNOWN_TIME}`),
      ({ times, row, component }) => unitTime(times?.added[row], component),
    ],
    last_updated: [
      s.described(s.TIMESTAMP, `When it was added or changed last; ${UNKNOWN_TIME}`),
      ({ times, row, component }) => unitTime(times?.updated[row], component),
    ],
    automatically_translated: [s.BOOLEAN, ({ units, row }) => units.automatic.has(row)],
  },
)

function tbxTerms(units: unit.Units, row: number): Readonly<Record<string, readonly Term[]>> {
  const { source, target } = unit.factsOf(units.table, row) ?? {}
  if (source === undefined || target === undefined) return {}
  return { source: source.map(withoutExplanation), target: target.map(withoutExplanation) }
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

/** A link to a line at the shown commit. */
export const FILE_LINK = s.described(
  s.nullable(s.LINK),
  'Address of the line at the shown commit, from `repoweb`.',
)

/** The file and position of a unit; all keys are null for a unit without a file. */
export const PLACE = s.shown(
  'UnitPlace',
  'Position of a unit in its file.',
  (place: UnitLocation | undefined, shown: string | undefined, edited: string | undefined) => {
    const { filename = null, line = null, column = null } = place ?? {}
    return { filename, line, column, fileUrl: shown ?? null, editUrl: edited ?? null }
  },
  {
    filename: s.described(s.nullable(s.STRING), 'Path in the repository.'),
    line: s.described(s.nullable(s.INTEGER), 'Starts at 1.'),
    column: s.described(s.nullable(s.INTEGER), 'UTF-16 units, starts at 1.'),
    file_url: FILE_LINK,
    edit_url: s.described(
      s.nullable(s.LINK),
      'Address for editing the file on the served branch at its host.',
    ),
  },
)
