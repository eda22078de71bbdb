import type { Check } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { quote } from '../sentence.ts'

/** Letters of Cyrillic and Greek that look like Latin ones, and the corresponding Latin letters. */
const CYRILLIC = 'авеікмнорсстухѕіјһԁԛԝүҮАВЕЗІЈКМНОРСТУХЅԌԚԜҺ'
const GREEK = 'αινορτυκΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const AS_CYRILLIC = 'aceiojpxyshkmgbABCEHIJKMOPSTXY'
const AS_GREEK = 'aovupiktABEHIKMNOPTXYZ'

const SCRIPTS = [
  {
    letter: /\p{Script=Cyrillic}/u,
    letters: new Set(CYRILLIC),
    latin: new Set(AS_CYRILLIC),
    name: 'Cyrillic',
  },
  { letter: /\p{Script=Greek}/u, letters: new Set(GREEK), latin: new Set(AS_GREEK), name: 'Greek' },
] as const

/** Excludes `æ`, which Ossetian uses in Cyrillic text. */
const LATIN = /(?![æÆ])\p{Script=Latin}/u
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const HINT = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
/** Parts that are not words: placeholders, tags, references and escapes. */
const SYNTAX =
  /%(?:\d+\$|\([^()\s]+\))?[-+ #0]*\d*(?:\.\d+)?[hlqjztL]*[a-zA-Z@]|\\(?:u[\da-fA-F]{4}|[a-zA-Z])|&#?\w+;|\{[^{}]*\}|<[^<>]*>|[$@:]\w+|(?<![\w.+-])[\w.+-]+@[\w.-]+/g
/** Units and symbols with Greek letters: `μm`, `kΩ`, `Δx`. */
const UNIT = /^(?:μ[a-zA-Z]{1,3}|[a-zA-Z]{0,2}[ΩΩ][a-zA-Z]{0,2})$/
const MIN_GREEK = 4

interface Mixed {
  readonly word: string
  readonly script: string
  readonly start: number
}

/** Finds a word with letters of two scripts of which some look alike. */
function findMixed(source: string, target: string): Mixed | undefined {
  if (!HINT.test(target) || !LATIN.test(target)) return undefined
  const plain = target.replace(SYNTAX, (syntax) => ' '.repeat(syntax.length))
  const sourceWords = new Set(wordsIn(source))
  for (const match of plain.matchAll(WORD)) {
    const [word] = match
    const script = sourceWords.has(word) ? undefined : scriptOf(word, sourceWords)
    if (script !== undefined) return { word, script, start: match.index }
  }
  return undefined
}

function wordsIn(text: string): string[] {
  return Array.from(text.replace(SYNTAX, ' ').matchAll(WORD), ([word]) => word)
}

/** Returns the script that a word mixes with Latin if letters of one imitate the other; undefined otherwise. */
function scriptOf(word: string, sourceWords: ReadonlySet<string>): string | undefined {
  const letters = [...word]
  const latin = letters.filter((character) => LATIN.test(character))
  if (latin.length === 0) return undefined
  for (const { letter, letters: alike, latin: latinAlike, name } of SCRIPTS) {
    const others = letters.filter((character) => letter.test(character))
    if (others.length === 0) continue
    if (name === 'Greek' && (letters.length < MIN_GREEK || UNIT.test(word))) continue
    const isAlike =
      others.every((character) => alike.has(character)) ||
      latin.every((character) => latinAlike.has(character))
    if (isAlike && !isInflected(word, sourceWords)) return name
  }
  return undefined
}

/**
 * Returns whether a word is a Latin name with an ending of the language: a name from the source, or capitals such as
 * `PDF`.
 */
function isInflected(word: string, sourceWords: ReadonlySet<string>): boolean {
  const [, stem = '', ending = ''] =
    /^([\p{Script=Latin}\p{N}]+)(\P{Script=Latin}{1,4})$/u.exec(word) ?? []
  if (stem === '') return false
  const isCapitals = stem.length > 1 && stem === stem.toUpperCase()
  return sourceWords.has(stem) || (isCapitals && ending === ending.toLowerCase())
}

/** Checks that no word mixes scripts with similar letters. */
export const mixedScript: Check = formCheck({
  id: 'mixed-script',
  name: 'Mixed scripts in a word',
  description: 'A word of the translation mixes letters of scripts that look alike.',
  severity: 'warning',
  fails: findMixed,
  explain: ({ fault: { word, script, start } }) => [
    `The word ${quote(word)} mixes Latin and ${script} letters that look alike`,
    ['target', start, start + word.length],
  ],
})
