import type { Check, CheckedUnit } from '../check.ts'
import { formCheck, ignoreFlag, type Part } from '../form-check.ts'
import { stripPlaceholders } from '../placeholders/strip.ts'
import { quote } from '../sentence.ts'
import { baseLanguage } from '../text.ts'
import { type Repetition, repetitionsOf } from '../wording/repeated-words.ts'
import { sameCheck } from '../wording/same.ts'
import { hasEmptyForm, isHarmlessLack, lacksForms, nameMissingForms } from './missing-forms.ts'

/** Languages in which words are repeated for emphasis or number, in Weblate 2026.10. */
const REPEATING: ReadonlySet<string> = new Set(
  'as bn gu hi kn ml mr ne or pa sd si ta te tok ur'.split(' '),
)

/** Checks that compare whole texts and forms. */
export const comparisonChecks: readonly Check[] = [
  sameCheck,
  formCheck({
    id: 'duplicate',
    name: 'Consecutive duplicated words',
    severity: 'warning',
    description: 'Text contains the same word twice in a row',
    ...repetitions({ marks: 'markup', never: new Set(['tok']) }),
    as2026: repetitions({ marks: 'all', never: REPEATING }),
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
    as2026: { fails: hasEmptyForm },
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

interface Repetitions {
  readonly marks: 'markup' | 'all'
  /** Base languages in which words may be repeated. */
  readonly never: ReadonlySet<string>
}

function stripped(text: string, { flags }: CheckedUnit, { marks }: Repetitions): string {
  return flags.size === 0 ? text : stripPlaceholders(text, flags, { marks })
}

function repetitions(how: Repetitions): Pick<Parameters<typeof formCheck>[0], 'fails' | 'explain'> {
  return {
    fails: (source, target, unit) => findRepetition(source, target, unit, how) !== undefined,
    explain(source, target, unit) {
      const repetition = findRepetition(source, target, unit, how)
      const isWhole = stripped(target, unit, how) === target
      // If placeholders were removed, the offsets are not those of the translation.
      const parts: Part[] =
        repetition && isWhole ? [['target', repetition.start, repetition.end]] : []
      return [
        `The translation has ${quote(repetition?.word ?? '')} ${repetition?.count} times in a row`,
        ...parts,
      ]
    },
  }
}

/** Returns the first repetition in the target that the source does not share; undefined if the check passes. */
function findRepetition(
  source: string,
  target: string,
  unit: CheckedUnit,
  how: Repetitions,
): Repetition | undefined {
  const base = baseLanguage(unit.language.code)
  const inTarget = repetitionsOf(stripped(target, unit, how), base)
  if (inTarget.length === 0 || how.never.has(base)) return undefined
  const inSource = repetitionsOf(
    stripped(source, unit, how),
    baseLanguage(unit.sourceLanguage.code),
  )
  const isShared =
    inSource.length === inTarget.length &&
    inSource.every(({ count }, i) => count === inTarget[i]?.count)
  if (isShared) return undefined
  const words = new Set(inSource.map(({ word }) => word))
  return inTarget.find(({ word }) => !words.has(word))
}
