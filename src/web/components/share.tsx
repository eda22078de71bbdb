import type { Figures } from '../../facts/figures.ts'
import { counted, formatPercent } from '../../facts/format-numbers.ts'
import type { Component } from '../../model/model.ts'
import { hasShare, readinessOf } from '../../model/readiness.ts'
import { glossariesIn, summedComponents, withoutGlossaries } from '../../view/counted-components.ts'
import { translationsOf } from '../../view/view.ts'

/** Returns `1 of 3 components read`; undefined once all readable ones have been read. No sum is valid before. */
export function readSoFar(components: readonly Component[]): string | undefined {
  const isAwaited = (component: Component) => readinessOf(component, 'units') === 'awaited'
  const awaited = components.filter(isAwaited).length
  if (awaited === 0) return undefined
  return `${components.length - awaited} of ${components.length} components read`
}

/** Replaces sums until all their components have been read. */
export function StillReading({ components }: { components: readonly Component[] }) {
  return <p class="big">{readSoFar(components)}. Numbers follow when all are read.</p>
}

/** Returns `79.0 % of Shop is translated.`; undefined without a percentage. */
export function shareSentence(name: string, components: readonly Component[], figures: Figures) {
  const { percent } = figures
  if (percent === undefined || readSoFar(components) !== undefined) return undefined
  return `${formatPercent(percent)} % of ${name} is translated.`
}

/** Returns `Not counted because they cannot be read: 1 component, 2 translations.`; undefined if all are counted. */
export function unreadSentence(
  components: readonly Component[],
  code: string | undefined,
): string | undefined {
  const unread = withoutGlossaries(components).filter((component) => !hasShare(component))
  const files = translationsOf(summedComponents(components)).filter(
    ({ alert, language }) => alert !== undefined && language.code === (code ?? language.code),
  )
  const parts = [
    unread.length > 0 && counted(unread.length, 'component'),
    files.length > 0 && counted(files.length, 'translation'),
  ].filter(Boolean)
  if (parts.length === 0) return undefined
  return `Not counted because they cannot be read: ${parts.join(', ')}.`
}

/** Returns a sentence that defines the percentage of a place. */
export function shareDefinition(components: readonly Component[], percent: number): string {
  const glossaries = glossariesIn(components).length === 0 ? '' : ' but without glossaries'
  const whole = Math.floor(percent)
  return `Of all strings in all languages, with the source language${glossaries}. Badges round down to ${whole} %.`
}
