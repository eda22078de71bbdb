import type { Explanation, Span } from '../check.ts'
import { listNames } from '../placeholders/explain.ts'

/** Something of a text that has a name: a tag, a link, a placeholder. */
export interface Named {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** What a plural form has of it. */
interface NamedInForm {
  readonly form: number
  readonly names: readonly Named[]
}

/** Says which names only the source or only the target has, and where these are. */
export function compareNames(source: NamedInForm, target: NamedInForm): Explanation {
  return explainDifference(
    { form: source.form, names: without(source.names, target.names) },
    { form: target.form, names: without(target.names, source.names) },
  )
}

/** Says what is missing and what is too much. */
export function explainDifference(missing: NamedInForm, extra: NamedInForm): Explanation {
  const facts = [
    ...(missing.names.length > 0 ? [`${subjectOf(missing.names)} missing`] : []),
    ...(extra.names.length > 0 ? [`${subjectOf(extra.names)} not in the source`] : []),
  ]
  return {
    explanation: facts.join(', ') || 'The order or number differs from the source',
    spans: [...spansOf(missing, 'source'), ...spansOf(extra, 'target')],
  }
}

function spansOf({ form, names }: NamedInForm, side: Span['side']): Span[] {
  return names.map(({ start, end }) => ({ side, form, start, end }))
}

/** Those whose name the others do not have. */
function without(names: readonly Named[], others: readonly Named[]): Named[] {
  const known = new Set(others.map(({ name }) => name))
  return names.filter(({ name }) => !known.has(name))
}

/** The different names in backquotes, with the verb: "`a` and `b` are". */
function subjectOf(all: readonly Named[]): string {
  const names = [...new Set(all.map(({ name }) => name))]
  return `${listNames(names)} ${names.length > 1 ? 'are' : 'is'}`
}
