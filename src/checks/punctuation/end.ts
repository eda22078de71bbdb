import type { Check, CheckedUnit } from '../check.ts'
import { formCheck, type Part } from '../form-check.ts'
import { stripEntities } from '../markup/entity.ts'
import { differsIn } from '../sentence.ts'
import { baseLanguage, codePoints, endsDiffer, hasAtMost, isCjk, lastCodePoint } from '../text.ts'

const stops = codePoints('.\u3002\u0964\u06d4\u0589\u00b7\u0df4\u17d4\u1362')
const armenianStops = codePoints('.\u3002\u0964\u06d4\u0589\u00b7\u0df4\u17d4:\u055d?!`')
const indicStops = codePoints('.\u0964\u09f7|')
const santaliStops = codePoints('.\u1c7e')
const burmeseStops = codePoints('.\u104b')
/** End of a polite sentence, and of a question, in Burmese. */
const BURMESE_END = '\u1038\u104b'
const cjkColons = codePoints(';:\uff1a.\u3002')
const colons = codePoints(':\uff1a\u17d6')
const armenianColons = codePoints(':\u055d`')
const questions = codePoints('?\u055e\u061f\u2e2e\uff1f\u1367\ua60f\u2cfa')
const armenianQuestions = codePoints('?\u055e\u0589')
const greekQuestions = codePoints('?;\u037e')
const exclamations = codePoints('!\uff01\u055c\u1944\u109f\u07f9')
const burmeseExclamations = codePoints('!\u109f')
const ellipses = codePoints('\u2026')
const semicolons = codePoints(';')
const marks = codePoints('?!\uff1f\uff01\u2048\u2049')
const INTERROBANGS = ['?!', '!?', '\uff1f\uff01', '\uff01\uff1f', '\u2048', '\u2049']

const SIGNS_AT_END = new Set(
  [stops, armenianStops, indicStops, santaliStops, burmeseStops, cjkColons, colons]
    .concat([armenianColons, questions, armenianQuestions, greekQuestions, exclamations])
    .concat([burmeseExclamations, ellipses, semicolons, marks])
    .flatMap((set) => [...set]),
)

const COLON = 0x3a
const SEMICOLON = 0x3b
const QUESTION = 0x3f

/** Checks of punctuation at the end. They look at the very last character, without trimming. */
export const punctuationChecks: readonly Check[] = [
  endCheck('end_stop', 'a full stop', stops, failsStop),
  endCheck('end_colon', 'a colon', colons, failsColon),
  endCheck('end_question', 'a question mark', questions, failsQuestion),
  endCheck('end_exclamation', 'an exclamation mark', exclamations, failsExclamation),
  endCheck('end_interrobang', 'an interrobang', marks, failsInterrobang),
  endCheck('end_ellipsis', 'an ellipsis', ellipses, failsEllipsis),
  endCheck('end_semicolon', 'a semicolon', semicolons, failsSemicolon),
]

function endCheck(
  id: string,
  what: string,
  signs: ReadonlySet<number>,
  fails: (source: string, target: string, unit: CheckedUnit) => boolean,
): Check {
  return formCheck({
    id,
    name: `Mismatched ${what.replace(/^an? /, '')}`,
    description: `Source and translation do not both end with ${what}`,
    severity: 'note',
    ends: SIGNS_AT_END,
    fails,
    explain({ source, target }) {
      const isInTarget = signs.has(lastCodePoint(target))
      const sentence =
        isInTarget === signs.has(lastCodePoint(source))
          ? `The source and the translation do not both end with ${what}`
          : differsIn(isInTarget, 'end', what)
      return [sentence, lastPart('source', source), lastPart('target', target)]
    },
  })
}

function lastPart(side: Part[0], text: string): Part {
  return [side, text.length - (lastCodePoint(text) > 0xffff ? 2 : 1), text.length]
}

/** Thai and Lojban use no punctuation at the end. */
function hasPunctuation(base: string): boolean {
  return base !== 'th' && base !== 'jbo'
}

function failsStop(source: string, target: string, { language }: CheckedUnit): boolean {
  const last = lastCodePoint(source)
  if (last === lastCodePoint(target) || target === '' || hasAtMost(4, source)) return false
  const base = baseLanguage(language.code)
  if (!hasPunctuation(base) || isShortenedEllipsis(source, target)) return false
  if (isCjk(base) && (last === COLON || last === SEMICOLON)) {
    return endsDiffer(source, target, cjkColons)
  }
  switch (base) {
    case 'hy':
      return endsDiffer(source, target, armenianStops)
    case 'hi':
    case 'bn':
    case 'or':
      return endsDiffer(source, target, indicStops)
    case 'sat':
      return endsDiffer(source, target, santaliStops)
    case 'my':
      return !target.endsWith(BURMESE_END) && endsDiffer(source, target, burmeseStops)
    default:
      return endsDiffer(source, target, stops)
  }
}

function failsColon(source: string, target: string, { language }: CheckedUnit): boolean {
  const last = lastCodePoint(source)
  if (last === lastCodePoint(target)) return false
  const base = baseLanguage(language.code)
  if (!hasPunctuation(base)) return false
  if (base === 'hy') return last === COLON && endsDiffer(source, target, armenianColons)
  if (isCjk(base)) {
    return (last === COLON || last === SEMICOLON) && endsDiffer(source, target, cjkColons)
  }
  return endsDiffer(source, target, colons)
}

function failsQuestion(source: string, target: string, { language }: CheckedUnit): boolean {
  const last = lastCodePoint(source)
  const base = baseLanguage(language.code)
  if (base !== 'my' && last === lastCodePoint(target)) return false
  if (source === '' || target === '' || !hasPunctuation(base)) return false
  if (endsWithInterrobang(source) || endsWithInterrobang(target)) return false
  switch (base) {
    case 'hy':
      return last === QUESTION && endsDiffer(source, target, armenianQuestions)
    case 'el':
      return last === QUESTION && !greekQuestions.has(lastCodePoint(target))
    case 'my':
      return (last === QUESTION) !== target.endsWith(BURMESE_END)
    default:
      return endsDiffer(source, target, questions)
  }
}

function failsExclamation(source: string, target: string, { language }: CheckedUnit): boolean {
  const last = lastCodePoint(source)
  if (last === lastCodePoint(target) || source === '' || target === '') return false
  const base = baseLanguage(language.code)
  if (base === 'hy' || !hasPunctuation(base)) return false
  const set = base === 'my' ? burmeseExclamations : exclamations
  if (!endsDiffer(source, target, set)) return false
  if (endsWithInterrobang(source) || endsWithInterrobang(target)) return false
  if (base === 'my') return true
  if (base === 'eu' && last === 0x21 && target.includes('\u00a1') && target.includes('!')) {
    return false
  }
  return !source.endsWith('Texy!') && !target.endsWith('Texy!')
}

function failsInterrobang(source: string, target: string): boolean {
  if (source === '' || target === '') return false
  return endsWithInterrobang(source) !== endsWithInterrobang(target)
}

function failsEllipsis(source: string, target: string, { language }: CheckedUnit): boolean {
  return (
    endsDiffer(source, target, ellipses) &&
    hasPunctuation(baseLanguage(language.code)) &&
    !isShortenedEllipsis(source, target)
  )
}

function failsSemicolon(source: string, target: string, { language }: CheckedUnit): boolean {
  if (source === '' || target === '') return false
  const isInSource = endsWithSemicolon(source)
  if (isInSource === endsWithSemicolon(target)) return false
  return baseLanguage(language.code) !== 'el' || lastCodePoint(source) !== QUESTION
}

/** Returns whether the text ends with a semicolon that is not part of an entity. */
function endsWithSemicolon(text: string): boolean {
  return text.endsWith(';') && stripEntities(text).endsWith(';')
}

/** Returns whether three dots became a single ellipsis character. */
function isShortenedEllipsis(source: string, target: string): boolean {
  return source.endsWith('...') && target.endsWith('\u2026')
}

function endsWithInterrobang(text: string): boolean {
  return marks.has(lastCodePoint(text)) && INTERROBANGS.some((each) => text.endsWith(each))
}
