import type { Plural } from '../../languages/language.ts'
import { formFor } from '../../languages/plural-rule.ts'

/** How many numbers are tried as examples. */
const TRIED = 120
const SHOWN = 5

/** Shows example numbers for each plural form of a language: `0: 1, 21, 31`. */
export function PluralForms({ plural }: { plural: Plural }) {
  const examples = examplesOf(plural)
  if (plural.number < 2) return <>one form for all numbers</>
  return (
    <>
      {examples.map((numbers, form) => (
        <>
          {form > 0 && <br />}
          <b>{form + 1}.</b> {numbers.length === 0 ? 'other' : numbers.slice(0, SHOWN).join(', ')}
          {numbers.length > SHOWN && ' …'}
        </>
      ))}
    </>
  )
}

function examplesOf(plural: Plural): number[][] {
  const examples: number[][] = Array.from({ length: plural.number }, () => [])
  const form = formFor(plural)
  for (let number = 0; number < TRIED; number++) examples[form(number)]?.push(number)
  return examples
}
