import type { Check, CheckedUnit } from '../check.ts'
import { formCheck, ignoreFlag, type Part } from '../form-check.ts'
import { stripPlaceholders } from '../placeholders/strip.ts'
import { quote } from '../sentence.ts'
import { baseLanguage } from '../text.ts'
import { type Repetition, repetitionsOf } from '../wording/repeated-words.ts'
import { sameCheck } from '../wording/same.ts'
import { isHarmlessLack, lacksForms, nameMissingForms } from './missing-forms.ts'

/** The checks that compare whole texts and forms. */
export const comparisonChecks: readonly Check[] = [
  sameCheck,
  formCheck({
    id: 'duplicate',
    name: 'Consecutive duplicated words',
    severity: 'warning',
    description: 'Text contains the same word twice in a row',
    fails: (source, target, unit) => findRepetition(source, target, unit) !== undefined,
    explain(source, target, unit) {
      const found = findRepetition(source, target, unit)
      const isWhole = stripped(target, unit) === target
      // With placeholders in the text the offsets are not those of the translation.
      const parts: Part[] = found && isWhole ? [['target', found.start, found.end]] : []
      return [
        `The translation has ${quote(found?.word ?? '')} ${found?.count} times in a row`,
        ...parts,
      ]
    },
  }),
  {
    id: 'plurals',
    name: 'Missing plurals',
    severity: 'error',
    description: 'Some plural forms are untranslated',
    kind: 'target',
    ignoredBy: ignoreFlag('plurals'),
    needsPlural: true,
    fails: lacksForms,
    isHarmless: isHarmlessLack,
    explain: (unit) => ({ explanation: nameMissingForms(unit), spans: [] }),
  },
  {
    id: 'same-plurals',
    name: 'Same plurals',
    severity: 'warning',
    description: 'Some plural forms are translated in the same way',
    kind: 'target',
    ignoredBy: ignoreFlag('same-plurals'),
    needsPlural: true,
    fails({ sources, targets }) {
      if (sources.length === 1 || targets.length === 1) return false
      const [first] = targets
      return first !== undefined && first !== '' && targets.every((target) => target === first)
    },
    explain: ({ targets }) => ({
      explanation: `All ${targets.length} plural forms of the translation are the same`,
      spans: targets.map((target, form) => ({
        side: 'target',
        form,
        start: 0,
        end: target.length,
      })),
    }),
  },
]

function stripped(text: string, { flags }: CheckedUnit): string {
  return flags.size === 0 ? text : stripPlaceholders(text, flags, { mark: true })
}

/** The first repetition in the target that the source does not share; undefined when the check passes. */
function findRepetition(source: string, target: string, unit: CheckedUnit): Repetition | undefined {
  const base = baseLanguage(unit.language.code)
  const inTarget = repetitionsOf(stripped(target, unit), base)
  if (inTarget.length === 0 || base === 'tok') return undefined
  const inSource = repetitionsOf(stripped(source, unit), baseLanguage(unit.sourceLanguage.code))
  const isShared =
    inSource.length === inTarget.length &&
    inSource.every(({ count }, i) => count === inTarget[i]?.count)
  if (isShared) return undefined
  const words = new Set(inSource.map(({ word }) => word))
  return inTarget.find(({ word }) => !words.has(word))
}
