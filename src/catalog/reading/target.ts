import { SEP } from '../../../formats/entry.ts'

/** Pads or cuts a target to the plural forms of its language; a unit without plural forms has one. */
export function adjustForms(target: string, source: string, pluralNumber: number): string {
  const isPluralTarget = target.includes(SEP)
  if (!isPluralTarget && !source.includes(SEP)) return target
  const forms = isPluralTarget ? target.split(SEP, pluralNumber) : [target]
  while (forms.length < pluralNumber) forms.push('')
  return forms.join(SEP)
}

/** Targets equal to their source share its memory; with `areOwn` the others stay, else they become compact copies. */
export function compactTargets(
  targets: readonly string[],
  sources: readonly string[],
  areOwn: boolean,
): readonly string[] {
  const others = areOwn
    ? targets
    : compact(targets.map((target, row) => (target === sources[row] ? '' : target)))
  return targets.map((target, row) => (target === sources[row] ? sources[row]! : others[row]!))
}

/** Beyond this many characters a copy could pass the longest possible string. */
const MAX_COMPACT_CHARACTERS = 2 ** 26

/**
 * Copies strings that may be slices of a file's text: each would keep that whole text alive, and with two bytes a
 * character as soon as one in the file needs them. One trip through JSON copies thousands at once.
 */
export function compact(texts: readonly string[]): readonly string[] {
  let characters = 0
  for (const text of texts) characters += text.length
  if (characters > MAX_COMPACT_CHARACTERS) return texts
  return JSON.parse(JSON.stringify(texts)) as string[]
}
