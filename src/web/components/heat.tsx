import type { Component, Translation } from '../../catalog/model.ts'
import { readinessOf } from '../../catalog/readiness.ts'
import { figuresOf } from '../../facts/figures.ts'
import { formatNumber } from '../../facts/words.ts'
import { componentPlace, type Links } from '../links.ts'

/** The percentages at which shades start: 0 is the color of paper, 100 the darkest. */
const SHADES = [1, 25, 50, 75, 95, 100]

/**
 * Shows the translated percentage of a component in a language, as a number and a shade. A corner marks strings with
 * errors.
 */
export function HeatCell({
  component,
  translation,
  languageName,
  links,
}: {
  component: Component
  translation: Translation | undefined
  languageName: string
  links: Links
}) {
  if (readinessOf(component, 'units') !== 'known') return <Empty words="unknown" sign="?" />
  if (translation === undefined) return <Empty words="no file" sign="–" />
  const { percent, total, translated, errors, needsEditing } = figuresOf([translation])
  if (percent === undefined) return <Empty words="unknown: it cannot be read" sign="?" />
  if (total === 0) return <Empty words="no strings" sign="∅" />
  const share = Math.floor(percent)
  const shade = SHADES.filter((least) => share >= least).length
  const failing = errors === 0 ? '' : `, ${formatNumber(errors)} with errors`
  const editing = needsEditing === 0 ? '' : `, ${formatNumber(needsEditing)} need editing`
  const counts = `${formatNumber(translated)} of ${formatNumber(total)}${failing}${editing}`
  const place = componentPlace(component)
  return (
    <td class={`h h${shade}${errors > 0 ? ' x' : ''}`}>
      <a
        href={links.place({ ...place, code: translation.language.code })}
        title={`${component.config.name}, ${languageName}: ${counts}`}
      >
        {share}
        {errors > 0 && <span class="vh">{failing}</span>}
      </a>
    </td>
  )
}

function Empty({ words, sign }: { words: string; sign: string }) {
  return (
    <td class="h hx">
      <span>
        <span class="vh">{words}</span>
        {sign}
      </span>
    </td>
  )
}

/** Explains the shades and corners of heat cells. */
export function HeatKey() {
  return (
    <p class="key">
      <span class="r">
        {[0, 1, 2, 3, 4, 5, 6].map((shade) => (
          <i class={`h${shade}`} />
        ))}
      </span>
      <span>0, from 1, 25, 50, 75, 95, 100 % translated</span>
      <span>
        <i class="x" /> some have errors
      </span>
      <span>– no file</span>
      <span>∅ no strings</span>
      <span>? cannot be read</span>
    </p>
  )
}
