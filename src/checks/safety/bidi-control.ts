import type { Check, CheckedUnit } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { readingsOf } from './readings.ts'

/**
 * Characters that change the direction of surrounding text
 * (https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters), except the left-to-right mark, which has no
 * effect in left-to-right text.
 */
const CONTROLS = /[\u061c\u200f\u202a-\u202e\u2066-\u2069]/g
const OVERRIDE = /[\u202d\u202e]/
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const HINT = /[\u061c\u200f\u202a-\u202e\u2066-\u2069]|&(?:#|amp|rlm)|\\[ux]/i

const NAMES: Readonly<Record<string, string>> = {
  '\u061c': 'Arabic letter mark',
  '\u200f': 'right-to-left mark',
  '\u202a': 'left-to-right embedding',
  '\u202b': 'right-to-left embedding',
  '\u202c': 'pop directional formatting',
  '\u202d': 'left-to-right override',
  '\u202e': 'right-to-left override',
  '\u2066': 'left-to-right isolate',
  '\u2067': 'right-to-left isolate',
  '\u2068': 'first strong isolate',
  '\u2069': 'pop directional isolate',
}

interface Found {
  readonly character: string
  readonly start: number
}

/** Pseudo-locales of Android and others, for testing layouts. */
const PSEUDO = /[_-]X[A-C]$/

/** Finds a control character that the source lacks, and that is useless in the text or never closed. */
function findControl(source: string, target: string, { language }: CheckedUnit): Found | undefined {
  if (!HINT.test(target) || PSEUDO.test(language.code)) return undefined
  const sourceReading = readingsOf(source).at(-1) ?? ''
  for (const [index, reading] of readingsOf(target).entries()) {
    const controls = reading.match(CONTROLS) ?? []
    const needsControls = language.direction === 'rtl' || RIGHT_TO_LEFT.test(reading)
    const stray = controls.find(
      (control) => !sourceReading.includes(control) && (OVERRIDE.test(control) || !needsControls),
    )
    const control = stray ?? unbalancedIn(reading)
    if (control === undefined || (stray === undefined && control === unbalancedIn(sourceReading)))
      continue
    // Offsets in decoded text are not those of the original.
    return { character: control, start: index === 0 ? reading.indexOf(control) : -1 }
  }
  return undefined
}

/** Returns an embedding, override or isolate that is never closed, or a closing character without an opening one. */
function unbalancedIn(text: string): string | undefined {
  const open: string[] = []
  for (const character of text) {
    if (/[\u202a\u202b\u202d\u202e\u2066-\u2068]/.test(character)) open.push(character)
    else if (character === '\u202c' || character === '\u2069') {
      const last = open.pop()
      const isIsolate = last !== undefined && /[\u2066-\u2068]/.test(last)
      if (last === undefined || isIsolate !== (character === '\u2069')) return character
    }
  }
  return open[0]
}

/** Checks that a translation has no direction control that hides its content. */
export const bidiControl: Check = formCheck({
  id: 'bidi-control',
  name: 'Bidirectional control character',
  description: 'The translation has an invisible character that changes the order of its text.',
  severity: 'error',
  fails: findControl,
  explain({ fault: { character, start } }) {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return [
      `The translation has the invisible character U+${code} (${NAMES[character] ?? 'control'})`,
      ['target', Math.max(0, start), start + 1],
    ]
  },
})
