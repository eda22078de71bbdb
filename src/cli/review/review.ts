import { summarizeReview } from '../../facts/review.ts'
import { parseRange } from '../../git/revision.ts'
import { printableJson } from '../../text.ts'
import type { Arguments } from '../command.ts'
import { CANNOT_READ } from '../exit-code.ts'
import { print } from '../output/print.ts'
import { screenOf } from '../output/terminal.ts'
import { readSides } from '../read-sides.ts'
import { findTarget } from '../target.ts'
import { reviewMarkdown } from './markdown.ts'
import { reviewText } from './text.ts'

/** Prints a review of what changed between two commits. Resolves and throws as `diff`. */
export async function review({ operands, values }: Arguments): Promise<number> {
  const [range = 'HEAD'] = operands
  const { base, head } = parseRange(range) ?? { base: range, head: undefined }
  const { config: configFile, component, language, format } = values
  const target = await findTarget({ configFile })
  const options = { base, head, component, language, wantsHistory: true }
  return readSides(target, options, async (sides) => {
    const summary = await summarizeReview(sides, language !== undefined)
    const text =
      format === 'json'
        ? printableJson(summary)
        : format === 'markdown'
          ? reviewMarkdown(summary)
          : reviewText(summary, screenOf(process.stdout))
    print(`${text}\n`)
    return sides.unread.length > 0 ? CANNOT_READ : 0
  })
}
