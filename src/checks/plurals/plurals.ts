import type { Check } from '../check.ts'
import { ignoreFlag } from '../form-check.ts'
import { hasEmptyForm, isHarmlessLack, lacksForms, nameMissingForms } from './missing-forms.ts'

/** Checks of missing and equal plural forms. */
export const pluralChecks: readonly Check[] = [
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
