import { compareInSteps, type LanguageDifference } from '../catalog/compare.ts'
import type { Component, View } from '../catalog/model.ts'
import { componentsAt, type Place } from '../catalog/place.ts'
import { componentsOf } from '../catalog/view/view.ts'
import { descriptionsById } from '../checks/registry.ts'
import { runYielding } from '../run-yielding.ts'
import { createEntry, type EntryContext, unitPage } from './changes.ts'
import type { Entry } from './feed.ts'

interface NewlyFailingOptions {
  readonly context: Omit<EntryContext, 'people' | 'change'>
  readonly max: number
  readonly signal: AbortSignal
}

/** Entries for checks that fail on units of a place and did not in another view, at the time of the commit that is shown. */
export async function newlyFailingEntries(
  base: View,
  place: Place,
  { context, max, signal }: NewlyFailingOptions,
): Promise<Entry[]> {
  const before = new Map(componentsOf(base).map((one) => [one.config, one]))
  const entries: Entry[] = []
  for (const component of componentsAt(context.view, place)) {
    if (entries.length >= max) break
    const earlier = before.get(component.config)
    if (earlier === undefined) continue
    const { languages } = await runYielding(compareInSteps(earlier, component), signal)
    const wanted = languages.filter(
      ({ language }) => (place.code ?? language.code) === language.code,
    )
    entries.push(...wanted.flatMap((language) => [...failingIn(language, component, context)]))
  }
  return entries.slice(0, max)
}

function* failingIn(
  { after, units }: LanguageDifference,
  component: Component,
  context: NewlyFailingOptions['context'],
): Generator<Entry> {
  const seconds = component.commit?.committer.timestamp
  if (after === undefined || seconds === undefined) return
  const { project } = component
  const place = { project, category: undefined, component, code: after.language.code }
  for (const { after: row, newlyFailing } of units) {
    if (row === undefined) continue
    const link = unitPage(after, row, context.page)
    for (const check of newlyFailing.filter(isTold)) {
      const title = `Check newly failing: ${descriptionsById.get(check)?.name ?? check}`
      const id = `${link}#${check}-${component.commit?.oid}`
      yield createEntry({ id, title, link, seconds, author: undefined }, place, context)
    }
  }
}

/** Notes are counted elsewhere, and no news. */
function isTold(check: string): boolean {
  return descriptionsById.get(check)?.severity !== 'note'
}
