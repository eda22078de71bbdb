import { withoutServerPaths } from '../address.ts'
import { asksForOutdated } from '../catalog/search.ts'
import { selectedDifferences, summarizeUnit } from '../facts/differences.ts'
import { STATE_NAMES, type UnitFilter } from '../facts/find-units.ts'
import { keyFindings, readKeyUsage } from '../facts/key-findings.ts'
import type { UnitSummary } from '../facts/records.ts'
import { reviewSentence, summarizeReview } from '../facts/review.ts'
import { type Selection, unreadIn } from '../facts/selection.ts'
import { summarizeComponent, summarizeSums, summarizeTranslation } from '../facts/status.ts'
import { historyRecord, unitsWithKey } from '../facts/unit-history.ts'
import { parseRange } from '../git/revision.ts'
import { placeOf } from '../model/paths.ts'
import { findStrings } from './find-strings.ts'
import { type OutputSchema, outputs, type Schema } from './output.ts'
import { type PageRequest, pageOf } from './page.ts'
import type { ToolSource } from './source.ts'

/** A function that agents can call. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema of each argument, by name. */
  readonly input: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly output: OutputSchema
  /** Rejects like the source. */
  readonly call: (source: ToolSource, input: Input) => Promise<object>
}

/** Returns the JSON Schema of all arguments of a tool. */
export function inputSchemaOf({ input, required = [] }: Tool) {
  return {
    type: 'object' as const,
    properties: { ...input },
    required: [...required],
    additionalProperties: false,
  }
}

const text = (description: string) => ({ type: 'string', maxLength: 10_000, description })
const texts = (description: string) => ({
  ...{ type: 'array', items: { type: 'string', maxLength: 100 }, maxItems: 100 },
  description,
})

const component = text('PROJECT/COMPONENT or COMPONENT; default: all.')
const language = text('Code of a language in the files, in Weblate or in BCP 47; default: all.')
const ref = text(
  'Branch, tag or commit; default: the files on disk; on a server, the served commit.',
)
const sides = {
  base: text('Branch, tag or commit to start from, or a range: main...HEAD.'),
  head: ref,
}
const page = {
  offset: {
    ...{ type: 'integer', minimum: 0, default: 0 },
    description: '`next` of the page before.',
  },
  limit: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
}

/** The arguments of all tools, by name. A tool gets those of its schema; the required ones have no default. */
export interface Input
  extends Selection,
    PageRequest,
    Pick<UnitFilter, 'states' | 'checks' | 'query'> {
  readonly ref?: string
  readonly base: string
  readonly head?: string
  readonly key: string
  readonly kinds?: UnitSummary['kinds']
  readonly outdated?: boolean
  readonly other_languages?: readonly string[]
}

/** Splits a base that is a range. */
function sidesIn({ base, head, component, language }: Input) {
  return { ...((head === undefined && parseRange(base)) || { base, head }), component, language }
}

/** All tools, in the order of `tools/list`. */
export const tools: readonly Tool[] = [
  {
    name: 'list_components',
    description:
      'Components of the repository: file format, paths, source language, languages, counts and alerts.',
    input: { ref, ...page },
    output: outputs.components,
    call(source, { ref, ...page }) {
      return source.read({ ref, needs: 'units' }, ({ selected }) =>
        pageOf(selected, page, (component) => {
          const { translations, alerts, ...summary } = summarizeComponent(component)
          const languages = translations.map(({ language }) => language)
          return { ...summary, alerts: alerts.map(shownAlert), languages }
        }),
      )
    },
  },
  {
    name: 'get_statistics',
    description:
      'Counts of each translation: strings, translated, needing editing, failing each check, and failing by severity (errors, warnings, notes of style). Includes totals by language and project. A percentage is null if files cannot be read.',
    input: { component, language, ref, ...page },
    output: outputs.statistics,
    call(source, { component, language, ref, ...page }) {
      return source.read({ component, language, ref, needs: 'units' }, async ({ selected }) => {
        const { projects, languages, ...sums } = summarizeSums(selected)
        const translations = selected.flatMap((component) => component.translations)
        return {
          sums,
          projects,
          languages: await pageOf(languages, page, (language) => language),
          ...(await pageOf(translations, page, (translation) => {
            const component = placeOf(translation.component)
            return { component, ...summarizeTranslation(translation) }
          })),
          ...unreadable(unreadIn(selected)),
        }
      })
    },
  },
  {
    name: 'find_strings',
    description:
      'Strings that match all given conditions: texts, file and line, notes, failing checks with their reasons, placeholders that a translation must keep, glossary terms, and on request other languages. `unreadable` names files whose strings are missing. With `outdated`, also the source text when it was translated, and when the source changed.',
    input: {
      component,
      language,
      states: {
        type: 'array',
        items: { enum: Object.keys(STATE_NAMES) },
        description: 'Only strings in one of these states.',
      },
      checks: texts('Only strings that fail one of the checks with these ids.'),
      outdated: {
        type: 'boolean',
        description: 'Only translations that are older than their source.',
      },
      query: text("A query in Weblate's query language: `key:menu`."),
      other_languages: texts('Codes of languages whose translations of the string to add.'),
      ref,
      ...page,
    },
    output: outputs.strings,
    call(source, { component, language, ref, ...rest }) {
      const { outdated: onlyOutdated = false, other_languages: languages = [] } = rest
      const needs = onlyOutdated || asksForOutdated(rest.query ?? '') ? 'outdated' : 'units'
      return source.read({ component, language, ref, needs }, async (part) => {
        const matches = await findStrings(part, { ...rest, onlyOutdated, languages })
        const list = { length: matches.total, slice: () => matches.strings }
        const listed = await pageOf(list, rest, (string) => string)
        return { ...listed, ...unreadable(unreadIn(part.selected)) }
      })
    },
  },
  {
    name: 'compare',
    description:
      'Changes between two commits, or since a commit: strings that newly fail checks, are no longer translated, or whose source or translation changed, with their texts before and after; and files that no longer parse.',
    input: {
      ...sides,
      component,
      language,
      kinds: {
        type: 'array',
        items: { enum: ['added', 'removed', 'changed', 'translated', 'untranslated', 'failing'] },
        description: 'Only these kinds of differences; [failing, untranslated] shows breakage.',
      },
      ...page,
    },
    required: ['base'],
    output: outputs.differences,
    call(source, { kinds, ...input }) {
      return source.readSides({ ...sidesIn(input), wantsHistory: false }, async (both) => {
        const differences = await selectedDifferences(both)
        const units = differences.flatMap(({ component, languages }) =>
          languages.flatMap((language) =>
            language.units.map((unit) => ({ component, language, unit })),
          ),
        )
        const isWanted = ({ unit }: (typeof units)[number]) =>
          kinds?.some((kind) => unit.kinds.includes(kind)) ?? true
        const newAlerts = differences.flatMap((difference) => difference.newAlerts)
        return {
          ...{ base: both.base, head: both.head },
          newAlerts: await pageOf(newAlerts, input, shownAlert),
          ...(await pageOf(units.filter(isWanted), input, ({ component, language, unit }) => ({
            ...{ component, language: language.language.code },
            ...summarizeUnit(unit, language.before, language.after),
          }))),
          ...unreadable(both.unread),
        }
      })
    },
  },
  {
    name: 'review',
    description:
      'Review of a change for somebody who reads none of the languages: numbers of changes by language and author, and the strings that deserve a look, the riskiest first: new links, markup, hidden characters, lost placeholders and plural forms, texts that return to an older version, changed sources whose translations did not change.',
    input: { ...sides, component, language, ...page },
    required: ['base'],
    output: outputs.review,
    call(source, input) {
      return source.readSides({ ...sidesIn(input), wantsHistory: true }, async (both) => {
        const { strings, ...summary } = await summarizeReview(both, input.language !== undefined)
        return {
          summary: reviewSentence({ ...summary, strings }),
          ...summary,
          newAlerts: summary.newAlerts.map(shownAlert),
          ...(await pageOf(strings, input, (string) => string)),
          ...unreadable(both.unread),
        }
      })
    },
  },
  {
    name: 'history',
    description:
      'Every version of the strings with a key, the newest first: commit, author, date and texts. Follows renamed keys and moved files. Without a language, shows the source texts.',
    input: {
      key: text('A key, source text or checksum.'),
      ...{ component, language, ref, ...page },
    },
    required: ['key'],
    output: outputs.histories,
    call(source, { key, component, language, ref, ...page }) {
      const options = { component, language, ref, needs: 'history' } as const
      return source.read(options, async (part) => {
        const units = await unitsWithKey(part, key, language)
        const listed = await pageOf(units, page, async (unit) => {
          const { skipped, ...record } = await historyRecord(unit, part)
          return { ...record, skipped: skipped.map(shownAlert) }
        })
        return { ...listed, ...unreadable(unreadIn(part.selected)) }
      })
    },
  },
  {
    name: 'check_keys',
    description:
      'Keys that no file of the commit mentions (rule unused-key) with their template, and keys that code asks for but no template has (rule undefined-key) with the line of code.',
    input: { component, ref, ...page },
    output: outputs.keys,
    call(source, { component, ref, ...page }) {
      return source.read({ component, ref, needs: 'units' }, async (part) => {
        const components = part.selected.map((selection) => selection.component)
        const others = components.flatMap(({ project }) => project.components)
        const usages = await readKeyUsage([...new Set([...components, ...others])], part.askAbout)
        const findings = components.flatMap((component) =>
          keyFindings(component, usages.get(component)).map((finding) => ({ component, finding })),
        )
        const listed = await pageOf(findings, page, ({ component, finding }) => {
          const { row: _, ...shown } = finding
          return { component: placeOf(component), ...shown }
        })
        return { ...listed, ...unreadable(unreadIn(part.selected)) }
      })
    },
  },
]

/** Hides server paths, which clients must not see. */
function shownAlert<T extends { readonly message: string }>(alert: T): T {
  return { ...alert, message: withoutServerPaths(alert.message) }
}

/** Returns the reasons why a list is incomplete, if it is. */
function unreadable(reasons: readonly string[]): object {
  return reasons.length === 0 ? {} : { unreadable: reasons.map(withoutServerPaths) }
}
