import type { AskAbout } from '../../catalog/component-work.ts'
import type { Component, View } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import type { FindUnitLocation } from '../../catalog/unit-places.ts'
import { componentsOf, sourceOf } from '../../catalog/view/view.ts'
import { keyFindings, readKeyUsage } from '../../facts/key-findings.ts'
import type { KeyUsage } from '../../usage/key-usage.ts'
import type { FileProblem } from './collect.ts'

/** Which keys of components the code uses, at the commit and at its base. */
export interface Usages {
  readonly after: ReadonlyMap<Component, KeyUsage>
  /** Known problems at the base: rules and keys by component; empty without a base. */
  readonly known: ReadonlyMap<string, ReadonlySet<string>>
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
  return { after: await usagesIn(after), known: new Map(formerNames) }
}

/** Returns keys that no source file names, and keys in the code that no template has; with a base, only new ones. */
export async function usageProblems(
  component: Component,
  { after, known }: Usages,
  findPlace: FindUnitLocation,
): Promise<FileProblem[]> {
  const former = known.get(placeOf(component))
  const problems: FileProblem[] = []
  for (const { rule, key, message, row, ...place } of keyFindings(
    component,
    after.get(component),
  )) {
    if (former?.has(`${rule} ${key}`)) continue
    const inTemplate = row === undefined ? undefined : await findPlace(sourceOf(component)!, row)
    const { filename, line, column } = inTemplate ?? place
    const location = { filename, line: line ?? 1, column: column ?? 1, language: undefined }
    problems.push({ rule, ...location, context: key, message })
  }
  return problems
}
