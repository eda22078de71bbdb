import { type AskAbout, wholeComponents } from '../../catalog/component-work.ts'
import type { Component, View } from '../../catalog/model.ts'
import { placeOf } from '../../catalog/paths.ts'
import { unitName } from '../../catalog/unit-name.ts'
import type { FindUnitLocation } from '../../catalog/unit-places.ts'
import { componentsOf, sourceOf } from '../../catalog/view/view.ts'
import { type KeyUsage, keyUsageWork } from '../../usage/key-usage.ts'
import type { FileProblem } from './collect.ts'

/** What the code says of the keys of components, at the commit and at its base. */
export interface Usages {
  readonly after: ReadonlyMap<Component, KeyUsage>
  /** Rules and keys by the place of the component; empty without a base. */
  readonly known: ReadonlyMap<string, ReadonlySet<string>>
}

/** Reads the code of a view, and of its base. Rejects with RepositoryError if a file cannot be read. */
export async function readUsages(
  askAbout: AskAbout,
  after: View,
  before: View | undefined,
): Promise<Usages> {
  const former = before === undefined ? [] : [...(await usagesIn(askAbout, before))]
  const formerNames = former.map(
    ([component, usage]) => [placeOf(component), new Set(namesIn(component, usage))] as const,
  )
  return { after: await usagesIn(askAbout, after), known: new Map(formerNames) }
}

async function usagesIn(askAbout: AskAbout, view: View): Promise<Map<Component, KeyUsage>> {
  const components = [...componentsOf(view)]
  const usages = await askAbout(keyUsageWork, wholeComponents(components), undefined)
  return new Map(usages.map((usage, index) => [components[index]!, usage]))
}

/** Keys that no file names, and keys of the code that no template has; with a base those that are new. */
export async function usageProblems(
  component: Component,
  { after, known }: Usages,
  findPlace: FindUnitLocation,
): Promise<FileProblem[]> {
  const usage = after.get(component)
  const source = sourceOf(component)
  const former = known.get(placeOf(component))
  const problems: FileProblem[] = []
  for (const { key, ...place } of usage?.undefinedKeys ?? []) {
    if (former?.has(`undefined-key ${key}`)) continue
    const message = `The code asks for the key ${JSON.stringify(key)}; no template has it.`
    problems.push({ rule: 'undefined-key', language: undefined, ...place, context: key, message })
  }
  for (const row of (source && usage?.unused) || []) {
    const key = unitName(source!, row)
    if (former?.has(`unused-key ${key}`)) continue
    const { filename, line = 1, column = 1 } = (await findPlace(source!, row)) ?? {}
    const message = `No file names the key ${JSON.stringify(key)}.`
    const place = { filename, line, column, language: undefined }
    problems.push({ rule: 'unused-key', ...place, context: key, message })
  }
  return problems
}

function namesIn(component: Component, { unused = [], undefinedKeys }: KeyUsage): string[] {
  const source = sourceOf(component)
  return [
    ...undefinedKeys.map(({ key }) => `undefined-key ${key}`),
    ...(source === undefined ? [] : unused.map((row) => `unused-key ${unitName(source, row)}`)),
  ]
}
