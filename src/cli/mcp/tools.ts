import { reviewSentence } from '../../catalog/review/review.ts'
import { asksForOutdated } from '../../catalog/search.ts'
import { createUnitPlaces } from '../../catalog/unit-places.ts'
import { parseRange } from '../../git/revision.ts'
import { readDifferences } from '../diff/diff.ts'
import type { ComponentDiffSummary, LanguageSummary, UnitSummary } from '../diff/summary.ts'
import { findUnits, STATE_NAMES, type UnitFilter } from '../list/find-units.ts'
import { unitRecord } from '../list/unit-record.ts'
import { readSelected } from '../read-selected.ts'
import { reviewTarget } from '../review/review.ts'
import { type Selection, unreadIn } from '../selection.ts'
import { summarizeStatus } from '../status/summary.ts'
import type { Target } from '../target.ts'
import { type PageRequest, pageOf } from './page.ts'
import { createUnitFacts } from './unit-facts.ts'

/** JSON Schema. */
interface Schema {
  [keyword: string]: string | number | string[] | Schema
}

/** A function that agents can call. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of each argument, by name. */
  readonly input: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  /** Reads the repository anew, so that edits show. `input` has been checked. Throws what commands throw. */
  readonly call: (target: Target, input: Readonly<Record<string, unknown>>) => Promise<object>
}

/** JSON Schema of all arguments of a tool. */
export function inputSchemaOf({ input, required = [] }: Tool) {
  return {
    type: 'object' as const,
    properties: { ...input },
    required: [...required],
    additionalProperties: false,
  }
}

const component = { type: 'string', description: 'PROJECT/COMPONENT or COMPONENT; default: all.' }
const language = {
  type: 'string',
  description: 'Code of a language, as in the files, of Weblate or of BCP 47; default: all.',
}
const ref = { type: 'string', description: 'Branch, tag or commit; default: the files on disk.' }
const offset = { type: 'integer', minimum: 0, default: 0, description: '`next` of the last page.' }
const limit = { type: 'integer', minimum: 1, maximum: 200, default: 50 }
const texts = (description: string) => ({ type: 'array', items: { type: 'string' }, description })

/** The arguments of several tools. */
interface Wanted extends Selection, PageRequest {
  readonly ref?: string
}

const listComponents: Tool = {
  name: 'list_components',
  description:
    'Components of the repository: file format, paths, source language, languages, counts and alerts.',
  input: { ref, offset, limit },
  call(target, input) {
    const { ref, ...page } = input as Wanted
    return readSelected(target, { ref, wantsOutdated: false }, async ({ name, selected }) => {
      const { components } = summarizeStatus(name, selected, undefined)
      return await pageOf(components, page, ({ translations, ...one }) => ({
        ...one,
        languages: translations.map((translation) => translation.language),
      }))
    })
  },
}

const getStatistics: Tool = {
  name: 'get_statistics',
  description:
    'Counts of each translation: strings, translated, needing editing, failing and by which checks, with errors, warnings and notes of style apart; with totals by language and project. A percentage is null if files cannot be read.',
  input: { component, language, ref, offset, limit },
  call(target, input) {
    const { component, language, ref, ...page } = input as Wanted
    const options = { component, language, ref, wantsOutdated: false }
    return readSelected(target, options, async ({ name, selected }) => {
      const { components, languages, projects, repository, ...sums } = summarizeStatus(
        name,
        selected,
        undefined,
      )
      const rows = components.flatMap((summary) =>
        summary.translations.map((translation) => ({
          component: summary.component,
          ...translation,
        })),
      )
      return {
        sums,
        projects,
        languages: await pageOf(languages, page, (language) => language),
        ...(await pageOf(rows, page, (row) => row)),
        ...unreadable(unreadIn(selected)),
      }
    })
  },
}

const findStrings: Tool = {
  name: 'find_strings',
  description:
    'Strings that match all given conditions: texts, file and line, notes, failing checks with their reasons, placeholders that a translation must keep, glossary terms, and on request other languages; unreadable names what is missing in the list. With outdated, also the source that the translation was made for and when it changed.',
  input: {
    component,
    language,
    states: {
      type: 'array',
      items: { enum: Object.keys(STATE_NAMES) },
      description: 'Any of these states.',
    },
    checks: texts('Ids of checks, any of which must fail.'),
    outdated: {
      type: 'boolean',
      description: 'Only translations that are older than their source.',
    },
    query: { type: 'string', description: "A query in Weblate's search language: `key:menu`." },
    other_languages: texts('Codes of languages whose translations to show, too.'),
    ref,
    offset,
    limit,
  },
  call(target, input) {
    const {
      component,
      language,
      ref,
      outdated: onlyOutdated = false,
      ...rest
    } = input as Wanted &
      Pick<UnitFilter, 'states' | 'checks' | 'query'> & {
        readonly outdated?: boolean
        readonly other_languages?: readonly string[]
      }
    const wantsOutdated = onlyOutdated || asksForOutdated(rest.query ?? '')
    const options = { component, language, ref, wantsOutdated }
    return readSelected(target, options, async ({ selected, outdated, readFile }) => {
      const findPlace = createUnitPlaces(readFile)
      const factsOf = createUnitFacts(rest.other_languages ?? [])
      const units = findUnits(selected, { ...rest, onlyOutdated, outdated })
      const listed = await pageOf(units, rest, async (unit) => ({
        ...(await unitRecord(unit, findPlace)),
        ...factsOf(unit),
      }))
      return { ...listed, ...unreadable(unreadIn(selected)) }
    })
  },
}

const compare: Tool = {
  name: 'compare',
  description:
    'What changed between two commits, or since a commit in the files on disk: strings that newly fail checks, are no longer translated, or whose source or translation changed, with their texts before and after, and files that no longer parse.',
  input: {
    base: { type: 'string', description: 'Branch, tag or commit to start from.' },
    head: { type: 'string', description: 'Branch, tag or commit; default: the files on disk.' },
    component,
    language,
    kinds: {
      type: 'array',
      items: { enum: ['added', 'removed', 'changed', 'translated', 'untranslated', 'failing'] },
      description: 'Only these kinds of differences; [failing, untranslated] is what broke.',
    },
    offset,
    limit,
  },
  required: ['base'],
  async call(target, input) {
    const { base, head, component, language, kinds, ...page } = input as unknown as Wanted & {
      readonly base: string
      readonly head?: string
      readonly kinds?: UnitSummary['kinds']
    }
    const { summary, unread } = await readDifferences(target, { base, head, component, language })
    const { components } = summary
    const units = components.flatMap(differingUnits)
    const newAlerts = components.flatMap((componentDiffSummary) => componentDiffSummary.newAlerts)
    const wanted = units.filter((unit) => kinds?.some((kind) => unit.kinds.includes(kind)) ?? true)
    return {
      base: summary.base,
      head: summary.head,
      newAlerts: await pageOf(newAlerts, page, (alert) => alert),
      ...(await pageOf(wanted, page, (unit) => unit)),
      ...unreadable(unread),
    }
  },
}

const review: Tool = {
  name: 'review',
  description:
    'What a change does to translations, for somebody who reads none of the languages: what changed by language and author, and the strings that deserve a look, the riskiest first: new links, markup, hidden characters, lost placeholders and plural forms, texts that return to an older version, sources whose translations stayed.',
  input: {
    base: {
      type: 'string',
      description: 'Branch, tag or commit to start from, or a range: main...HEAD.',
    },
    head: { type: 'string', description: 'Branch, tag or commit; default: the files on disk.' },
    component,
    language,
    offset,
    limit,
  },
  required: ['base'],
  async call(target, input) {
    const { base, head, component, language, ...page } = input as unknown as Wanted & {
      readonly base: string
      readonly head?: string
    }
    const range = (head === undefined && parseRange(base)) || { base, head }
    const { summary, unread } = await reviewTarget(target, { ...range, component, language })
    const { strings, ...rest } = summary
    return {
      summary: reviewSentence(summary),
      ...rest,
      ...(await pageOf(strings, page, (one) => one)),
      ...unreadable(unread),
    }
  },
}

/** Why a list lacks something, where it does. */
function unreadable(reasons: readonly string[]): object {
  return reasons.length === 0 ? {} : { unreadable: reasons }
}

type DifferingUnit = UnitSummary &
  Pick<ComponentDiffSummary, 'component'> &
  Pick<LanguageSummary, 'language'>

function differingUnits({ component, languages }: ComponentDiffSummary): DifferingUnit[] {
  return languages.flatMap(({ language, units }) =>
    units.map((unit) => ({ component, language, ...unit })),
  )
}

/** All tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [listComponents, getStatistics, findStrings, compare, review]
