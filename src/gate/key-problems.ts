import type { ComponentDifference, LanguageDifference } from '../catalog/compare.ts'
import type { AskAbout } from '../catalog/component-work.ts'
import { beginningOf } from '../errors.ts'
import { counted } from '../facts/format-numbers.ts'
import { keyFindings, readKeyUsage } from '../facts/key-findings.ts'
import type { Component, Translation, View } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { contextOf, findRow, targetIfAny, type Units } from '../model/unit.ts'
import type { FindUnitLocation } from '../reading/unit-places.ts'
import type { KeyUsage } from '../usage/key-usage.ts'
import { componentsOf, sourceOf } from '../view/view.ts'
import type { FileProblem, UnitProblem } from './collect.ts'

/** People recognize a key by its beginning. */
const MAX_SHOWN = 200

const STRAYS = [
  {
    kind: 'unknown',
    rule: 'extra-keys',
    singular: 'The template lacks the key',
    plural: 'The template lacks these keys',
  },
  {
    kind: 'repeated',
    rule: 'duplicate-keys',
    singular: 'Only one text of a repeated key counts',
    plural: 'Only one text of repeated keys counts',
  },
] as const

/** Returns keys in a file that match no string, without known ones; with a base, only new ones. */
export async function keyProblems(
  { before, after }: LanguageDifference,
  findPlace: FindUnitLocation,
  isKnown: (rule: string, key: string) => boolean,
): Promise<FileProblem[]> {
  if (after?.summary.strays === undefined) return []
  const problems: FileProblem[] = []
  for (const { kind, rule, singular, plural } of STRAYS) {
    const { keys, count } = after.summary.strays[kind]
    const keySample = before?.summary.strays?.[kind]
    const added = keys.filter((key) => !keySample?.keys.includes(key))
    const fresh = added.filter((key) => !isKnown(rule, key))
    const [first = added[0]] = fresh
    const others = added.length - fresh.length + (keySample?.count ?? 0)
    if (first === undefined || count <= others) continue
    const more = count - others - fresh.length
    const names = [...new Set(fresh)].map((key) => beginningOf(key, MAX_SHOWN) || '""')
    const rest = more > 0 ? [`${more} more`] : []
    const listed = [names.join(', '), ...rest].filter((part) => part !== '').join(' and ')
    const start = { filename: after.filename, line: 1, column: 1 }
    const { filename, line, column } = (await findPlace(after, first)) ?? start
    const place = { language: after.language.code, filename, line, column }
    const message = `${fresh.length + more === 1 ? singular : plural}: ${listed}.`
    problems.push({ rule, ...place, message })
  }
  return problems
}

/**
 * Returns removed keys, each with the problem of a new key that looks renamed because it has the same source:
 * translations of the old key would be lost. Problems are reported on the source language's translation.
 */
export function renamedKeys({
  after,
  languages,
}: ComponentDifference): [former: string, problem: UnitProblem][] {
  const source = languages.find(
    (difference) => difference.after?.isSource && difference.before !== undefined,
  )
  if (source?.before === undefined || source.after === undefined) return []
  if (after?.config.template === '') return []
  const [old, now] = [source.before.units(), source.after.units()]
  const removed = new Map<string, number>()
  for (const { before: row, after: newRow } of source.units) {
    const text = row === undefined || newRow !== undefined ? undefined : old.table.sources.at(row)
    if (text && row !== undefined) removed.set(text, row)
  }
  return source.units.flatMap(({ before, after: row }): [string, UnitProblem][] => {
    const text = row === undefined || before !== undefined ? undefined : now.table.sources.at(row)
    const oldRow = removed.get(text ?? '')
    if (row === undefined || oldRow === undefined) return []
    const lost = languages.filter(
      ({ before, after }) =>
        before !== undefined &&
        after?.isSource === false &&
        targetOf(before, old, oldRow) !== '' &&
        targetOf(after, now, row) === '',
    )
    if (lost.length === 0) return []
    const codes = lost.map(({ language }) => language.code).join(', ')
    const former = contextOf(old, oldRow)
    const message = `The key looks renamed from ${former}, which has the same source: ${counted(lost.length, 'translation')} would be lost (${codes}).`
    return [[former, { rule: 'renamed-key', row, message: () => message }]]
  })
}

function targetOf({ units: read }: Translation, { table }: Units, row: number): string {
  const units = read()
  const targetRow = units.table === table ? row : findRow(units.table, table, row)
  return targetRow === undefined ? '' : targetIfAny(units, targetRow)
}

/** Which keys of components the code uses, at the commit and at its base. */
export interface Usages {
  readonly after: ReadonlyMap<Component, KeyUsage>
  /** Known problems at the base: rules and keys by component; empty without a base. */
  readonly formerFindings: ReadonlyMap<string, ReadonlySet<string>>
}

/** Reads the code of a view and of its base. Rejects with RepositoryError if a file cannot be read. */
export async function readUsages(
  askAbout: AskAbout,
  after: View,
  before: View | undefined,
): Promise<Usages> {
  const usagesIn = (view: View) => readKeyUsage([...componentsOf(view)], askAbout)
  const former = before === undefined ? [] : [...(await usagesIn(before))]
  const formerNames = former.map(([component, usage]) => {
    const findings = keyFindings(component, usage)
    return [placeOf(component), new Set(findings.map(({ rule, key }) => `${rule} ${key}`))] as const
  })
  return { after: await usagesIn(after), formerFindings: new Map(formerNames) }
}

/** Returns keys that no source file names, and keys in the code that no template has; with a base, only new ones. */
export async function usageProblems(
  component: Component,
  { after, formerFindings }: Usages,
  findPlace: FindUnitLocation,
): Promise<FileProblem[]> {
  const former = formerFindings.get(placeOf(component))
  const findings = keyFindings(component, after.get(component))
  const problems: FileProblem[] = []
  for (const { rule, key, message, row, ...place } of findings) {
    if (former?.has(`${rule} ${key}`)) continue
    const inTemplate = row === undefined ? undefined : await findPlace(sourceOf(component)!, row)
    const { filename, line, column } = inTemplate ?? place
    const location = { filename, line: line ?? 1, column: column ?? 1, language: undefined }
    problems.push({ rule, ...location, context: key, message })
  }
  return problems
}
