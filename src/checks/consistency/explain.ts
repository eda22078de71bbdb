import type { Explanation } from '../check.ts'
import { listNames, quote } from '../sentence.ts'
import { groupOf, groupTranslations } from './batch.ts'
import { translationAt } from './reused.ts'
import type { BatchCheckId, BatchComponent, BatchTranslation } from './translation.ts'

/** A unit that fails a check of many units. */
interface BatchFailure {
  readonly component: BatchComponent
  readonly translation: BatchTranslation
  readonly row: number
  readonly check: BatchCheckId
}

const JOINT = '\u001e\u001e'

/**
 * Explains why a check of many units fails, naming the other units. Scans the whole project, so use it for single units
 * only.
 */
export function explainBatchFailure(
  components: readonly BatchComponent[],
  failure: BatchFailure,
): Explanation {
  const { translation, row, check } = failure
  if (check === 'multiple_failures') return { explanation: explainMultiple(failure), spans: [] }
  const explanation =
    check === 'inconsistent'
      ? explainInconsistent(components, failure)
      : explainReused(components, failure)
  const forms = (translation.columns().targets.at(row) ?? '').split(JOINT)
  const spans = forms.flatMap(({ length: end }, form) =>
    end > 0 ? [{ side: 'target' as const, form, start: 0, end }] : [],
  )
  return { explanation, spans }
}

function explainInconsistent(
  components: readonly BatchComponent[],
  { component, translation, row }: BatchFailure,
): string {
  const target = translation.columns().targets.at(row) ?? ''
  const group = groupOf(translation.language)
  for (const other of components) {
    if (!other.allowPropagation || other === component) continue
    for (const each of other.translations) {
      if (groupOf(each.language) !== group) continue
      const otherRow = rowOf(each, translation, row)
      const text = otherRow < 0 ? undefined : each.columns().targets.at(otherRow)
      if (text === undefined || text === target) continue
      const place = `in component ${other.name}, in \`${each.filename}\``
      if (isEmpty(text)) return `The string is not translated ${place}`
      return `The string is translated as ${formsOf(text)} ${place}`
    }
  }
  return 'The string is translated differently in another component'
}

function explainReused(
  components: readonly BatchComponent[],
  { translation, row }: BatchFailure,
): string {
  const batchColumns = translation.columns()
  const source = batchColumns.sources.at(row)
  const shared = batchColumns.targets.at(row)
  const others = new Set<string>()
  for (const each of groupTranslations(components).get(groupOf(translation.language)) ?? []) {
    const columns = each.columns()
    for (let at = 0; at < each.count; at++) {
      if (translationAt(columns, at) !== shared) continue
      const other = columns.sources.at(at) ?? ''
      if (other !== source) others.add(other.split(JOINT)[0] ?? '')
    }
  }
  const verb = others.size > 1 ? 'have' : 'has'
  return `${listNames([...others])} ${verb} the same translation`
}

function explainMultiple({ component, translation, row }: BatchFailure): string {
  const languages = component.translations.filter((each) => {
    const otherRow = each.countsForMultiple ? rowOf(each, translation, row) : -1
    return otherRow >= 0 && [...each.failingRows()].includes(otherRow)
  })
  const names = languages.map(({ language }) => language.name).sort()
  const last = names.pop() ?? ''
  return `Checks fail in ${names.length > 0 ? `${names.join(', ')} and ${last}` : last}`
}

/** Returns the row of the same string in another translation; -1 if there is none. */
function rowOf(other: BatchTranslation, translation: BatchTranslation, row: number): number {
  const searchedHashes = translation.columns().idHashes
  const { idHashes } = other.columns()
  for (let at = 0; at < other.count; at++) {
    if (
      idHashes[2 * at] === searchedHashes[2 * row] &&
      idHashes[2 * at + 1] === searchedHashes[2 * row + 1]
    )
      return at
  }
  return -1
}

function isEmpty(target: string): boolean {
  return target.split(JOINT).every((form) => form === '')
}

function formsOf(target: string): string {
  return target.split(JOINT).map(quote).join(', ')
}
