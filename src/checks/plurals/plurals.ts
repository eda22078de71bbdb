import { hasAddedZero } from '../../languages/zero-form.ts'
import type { Check, CheckedUnit } from '../check.ts'
import { type CheckNames, ignoreFlag, unitCheck } from '../form-check.ts'
import { quote } from '../sentence.ts'

/** The form for all numbers that have no other form. */
const OTHER = 'other'
const ZERO = 'zero'

/** Checks of missing and equal plural forms. */
export const pluralChecks: readonly Check[] = [
  unitCheck({
    id: 'plurals',
    name: 'Missing plurals',
    description: 'Some plural forms are untranslated',
    severity: 'error',
    needsPlural: true,
    // In 5.14, only a plural can lack forms.
    fails: (unit) => (unit.sources.length > 1 || unit.weblate !== '5.14') && hasEmptyForm(unit),
    isHarmless: isHarmlessLack,
    explain: (unit) => ({ explanation: nameMissingForms(unit), spans: [] }),
  }),
  unitCheck({
    id: 'same-plurals',
    name: 'Same plurals',
    description: 'Some plural forms are translated in the same way',
    severity: 'warning',
    needsPlural: true,
    fails({ sources, targets }) {
      if (sources.length === 1 || targets.length === 1) return false
      const [first] = targets
      return first !== undefined && first !== '' && targets.every((target) => target === first)
    },
    explain: ({ targets }) => ({
      explanation: `All ${targets.length} plural forms of the translation are the same`,
      spans: targets.map(({ length: end }, form) => ({ side: 'target', form, start: 0, end })),
    }),
  }),
]

/** gitglot's own checks of missing plural forms, each of which replaces `plurals`. */
export const ownPluralChecks: readonly Check[] = [
  note(
    {
      id: 'zero-form',
      name: 'Missing form for zero',
      description: 'A plural has no text for zero, which Apple takes from another form.',
    },
    lacksZeroAlone,
  ),
  note(
    {
      id: 'optional-form',
      name: 'Missing optional form',
      description: 'A plural lacks a form that programs replace with another one.',
    },
    (unit) =>
      (!lacksZeroAlone(unit) && lacksOnly(unit, unit.formRules?.optional ?? [])) || isPlain(unit),
  ),
]

const PLURALS_OFF = ignoreFlag('plurals')

function note(names: CheckNames, fails: (unit: CheckedUnit) => boolean): Check {
  return unitCheck({
    ...names,
    severity: 'note',
    needsPlural: true,
    fails: (unit) =>
      hasEmptyForm(unit) && !unit.flags.has(PLURALS_OFF) && !isInRanges(unit) && fails(unit),
    explain: (unit) => ({
      explanation: isPlain(unit)
        ? 'The translation has one text for all numbers'
        : `${nameMissingForms(unit)}; programs take another form`,
      spans: [],
    }),
  })
}

/** Returns whether some, but not all, target forms are empty, even if the source is not a plural. */
function hasEmptyForm({ targets }: CheckedUnit): boolean {
  return targets.includes('') && targets.some((target) => target !== '')
}

/** Names the missing forms in a sentence: by name if the file has names, else by number. */
function nameMissingForms({ missingForms, formRules, context, targets }: CheckedUnit): string {
  if (missingForms === undefined || missingForms.length === 0) {
    const numbers = targets.flatMap((target, form) => (target === '' ? [form + 1] : []))
    return numbers.length === 1
      ? `Form ${numbers[0]} of the translation is empty`
      : `Forms ${numbers.join(', ')} of the translation are empty`
  }
  if (formRules?.areKeys) {
    return `The translation lacks ${quote(missingForms.map((form) => `${context}_${form}`).join(', '))}`
  }
  const noun = missingForms.length === 1 ? 'plural form' : 'plural forms'
  return `The translation lacks the ${noun} ${quote(missingForms.join(', '))}`
}

/** Returns whether programs work without the missing forms, or the source lacks them too. */
function isHarmlessLack(unit: CheckedUnit): boolean {
  if (isInRanges(unit) || isLikeSource(unit) || isOrdinal(unit)) return true
  return ownPluralChecks.some(({ fails }) => fails(unit))
}

const RANGE = /^(?:\{\d+\}|\[(?:\d+|\*),(?:\d+|\*)\])/
const OPEN_RANGE = /^\[\d+,\*\]/

/** Returns whether Laravel takes each form for a range of numbers, up to the highest ones: `{0} none|[1,*] some`. */
function isInRanges({ targets }: CheckedUnit): boolean {
  return (
    targets.some((target) => OPEN_RANGE.test(target)) &&
    targets.every((target) => target === '' || RANGE.test(target))
  )
}

/** Returns whether only the zero form is missing, in a language that does not require one. */
function lacksZeroAlone(unit: CheckedUnit): boolean {
  return hasAddedZero(unit.language.filePlural) && lacksOnly(unit, [ZERO])
}

/** Returns whether this is a text without plural forms, which programs use for all numbers. */
function isPlain({ targets: [, ...others], missingForms = [], formRules }: CheckedUnit): boolean {
  const { arePlain = false } = formRules ?? {}
  return arePlain && missingForms.length === 0 && others.every((form) => form === '')
}

function lacksOnly({ missingForms = [] }: CheckedUnit, forms: readonly string[]): boolean {
  return missingForms.length > 0 && missingForms.every((form) => forms.includes(form))
}

/**
 * Returns whether the source lacks the same forms, as for keys that only look like forms: `step_one` and `step_two`.
 */
function isLikeSource({ sources, missingForms = [], formRules }: CheckedUnit): boolean {
  const { sourceForms = [] } = formRules ?? {}
  if (missingForms.length === 0 || sources.length !== sourceForms.length) return false
  return missingForms.every((form) => {
    const index = sourceForms.indexOf(form)
    return sources[index < 0 ? sourceForms.indexOf(OTHER) : index] === ''
  })
}

const ORDINAL = /_ordinal$/

/**
 * Returns whether i18next uses the forms as ordinals (https://www.i18next.com/translation-function/plurals), and none
 * that the language needs is missing.
 */
function isOrdinal({ context, language, missingForms = [], formRules }: CheckedUnit): boolean {
  if (!formRules?.areKeys || missingForms.length === 0 || !ORDINAL.test(context)) return false
  const needed = ordinalForms(language.code.replaceAll('_', '-'))
  return !missingForms.some((form) => needed.includes(form))
}

/** Returns the ordinal forms of a language; if it is unknown, the one form that all languages have. */
function ordinalForms(code: string): readonly string[] {
  try {
    if (Intl.PluralRules.supportedLocalesOf(code).length === 0) return [OTHER]
    const rules = new Intl.PluralRules(code, { type: 'ordinal' })
    return rules.resolvedOptions().pluralCategories
  } catch {
    // Not a BCP 47 code.
    return [OTHER]
  }
}
