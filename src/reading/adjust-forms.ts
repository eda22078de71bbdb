import { SEP } from '../../formats/entry.ts'

/** Pads or cuts a target to the number of plural forms of its language; a unit without plurals has one. */
export function adjustForms(target: string, source: string, pluralNumber: number): string {
  const isPluralTarget = target.includes(SEP)
  if (!isPluralTarget && !source.includes(SEP)) return target
  const forms = isPluralTarget ? target.split(SEP, pluralNumber) : [target]
  while (forms.length < pluralNumber) forms.push('')
  return forms.join(SEP)
}
