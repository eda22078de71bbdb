import type { Check } from '../check.ts'
import { formCheck } from '../form-check.ts'
import { subjectOf } from '../sentence.ts'

/** A percent sign with what Java's Formatter takes behind it; without a second part it takes nothing. */
const PERCENT = /%((?:\d+\$)?[-#+ 0,(<]*\d*(?:\.\d+)?(?:[tT]?[a-zA-Z]|%))?/g
/** What nobody writes on purpose: the letter is one of the next word. */
const SPACED = /^(?:\d+\$)?[-#+0,(<]* /

/** Where a percent sign stands that begins no placeholder: `%d% des` for `%d%% des`. */
function findStray(text: string): number | undefined {
  for (const { 1: conversion, index } of text.matchAll(PERCENT)) {
    if (conversion === undefined || SPACED.test(conversion)) return index
  }
  return undefined
}

/**
 * A percent sign that Java takes for a placeholder without an argument, or for none: the program ends. Weblate's check
 * passes over it. Sources that have one too are not formatted.
 */
const strayPercent: Check = formCheck({
  id: 'stray-percent',
  name: 'Stray percent sign',
  description: 'The translation has a percent sign that is not doubled and begins no placeholder.',
  severity: 'error',
  enabledBy: ['java-printf-format'],
  fails: (source, target) =>
    target.includes('%') &&
    source.includes('%') &&
    findStray(source) === undefined &&
    findStray(target) !== undefined,
  explain(_, target, { targets }) {
    const start = findStray(target) ?? 0
    const subject = subjectOf(Math.max(0, targets.indexOf(target)), targets.length)
    const sentence = `${subject} has a percent sign that begins no placeholder; as itself it is \`%%\``
    return [sentence, ['target', start, start + 1]]
  },
})

/** gitglot's own checks of placeholders. */
export const ownPlaceholderChecks: readonly Check[] = [strayPercent]
