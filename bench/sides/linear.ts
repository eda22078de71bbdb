import { checkCases } from '../linear/checks.ts'
import { discoveryCases } from '../linear/discovery.ts'
import { expressionCases } from '../linear/expressions.ts'
import { formatCases } from '../linear/formats.ts'
import { type Growth, growthOf, type LinearCase } from '../linear/growth.ts'
import { markupCases } from '../linear/markup.ts'
import { textCases } from '../linear/texts.ts'
import { usageCases } from '../linear/usage.ts'
import { finish, sideArgument, startProcessorClock } from './side.ts'

const groups: Readonly<Record<string, readonly LinearCase[]>> = {
  formats: formatCases,
  checks: checkCases,
  discovery: discoveryCases,
  markup: markupCases,
  texts: textCases,
  expressions: expressionCases,
  usage: usageCases,
}

/** How often a slow case is measured again, since other work of the machine may have interfered. */
const TRIES = 3

function measure({ prepare }: LinearCase): Growth {
  const time = (length: number): number => {
    const work = prepare(length)
    const elapsed = startProcessorClock()
    work()
    return elapsed()
  }
  let growth = growthOf(time)
  for (let tries = 1; growth.milliseconds > growth.most && tries < TRIES; tries++) {
    growth = growthOf(time)
  }
  return growth
}

const { group } = sideArgument<{ group: string }>()
const cases = groups[group] ?? []
const measured = cases
  .map((search) => ({ what: search.what, ...measure(search) }))
  .sort((a, b) => b.milliseconds / b.most - a.milliseconds / a.most)
const tooSlow = measured.filter(({ milliseconds, most }) => milliseconds > most)
const shown = tooSlow.length > 0 ? tooSlow : measured.slice(0, 1)
const figures = Object.fromEntries(
  shown.flatMap(({ what, milliseconds, most }) => [
    [what, milliseconds],
    [`most ${what}`, most],
  ]),
)
finish({ milliseconds: 0, agreed: cases.length, figures })
