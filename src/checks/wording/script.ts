import type { Check, CheckedUnit } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { quote } from '../sentence.ts'
import { baseLanguage } from '../text.ts'

/** Kashida letters, for use inside a class. */
const KASHIDA = '\\u0640\\ufcf2-\\ufcf4\\ufe71\\ufe77\\ufe79\\ufe7b\\ufe7d\\ufe7f'
/** Finds out fast that a text has none, as nearly all texts: the other expressions look behind at each character. */
const anyKashida = new RegExp(`[${KASHIDA}]`)
const kashida = new RegExp(`(?<![\\u0628\\u0643\\u0644])[${KASHIDA}]`)
/** In Weblate 2026.10, only letters between two others count. */
const innerKashida = new RegExp(
  `(?<=[\\p{L}--[${KASHIDA}]])[${KASHIDA}]+(?=[\\p{L}--[${KASHIDA}]])`,
  'v',
)
/** Greek and Turkish letters that look like Kabyle ones. */
const notKabyle = /[\u03b3\u0393\u03b5\u0395\u011f\u011e]/

/** Checks of letters of single scripts. They look only at the translation. */
export const scriptChecks: readonly Check[] = [
  formCheck({
    id: 'kashida',
    name: 'Kashida letter used',
    description: 'The decorative kashida letters should not be used',
    severity: 'note',
    fails: (_, target, unit) => anyKashida.test(target) && kashidaOf(unit).test(target),
    explain({ target, unit }) {
      const at = target.search(kashidaOf(unit))
      return ['The translation has a decorative kashida letter', ['target', at, at + 1]]
    },
  }),
  formCheck({
    id: 'kabyle-characters',
    name: 'Non\u2011standard characters in Kabyle',
    description: 'The translation uses characters that are not part of the Kabyle alphabet',
    severity: 'note',
    fails: (_, target, { language }) =>
      baseLanguage(language.code) === 'kab' && notKabyle.test(target),
    explain: ({ target }) => [
      `The translation has ${quote(target.charAt(target.search(notKabyle)))}, which is not in the Kabyle alphabet`,
      ['target', target.search(notKabyle), target.search(notKabyle) + 1],
    ],
  }),
]

function kashidaOf({ weblate }: CheckedUnit): RegExp {
  return weblate === '5.14' ? kashida : innerKashida
}
