import { summarizeReview } from '../../facts/review.ts'
import { printableJson } from '../../text.ts'
import type { Arguments } from '../command.ts'
import { screenOf } from '../output/terminal.ts'
import { printSides } from '../read-sides.ts'
import { reviewMarkdown } from './markdown.ts'
import { reviewText } from './text.ts'

/** Prints a review of the changes between two commits. Resolves and throws like `printSides`. */
export function review(args: Arguments): Promise<number> {
  const { language, format } = args.values
  return printSides(args, true, async (sides) => {
    const summary = await summarizeReview(sides, language !== undefined)
    if (format === 'json') return printableJson(summary)
    if (format === 'markdown') return reviewMarkdown(summary)
    return reviewText(summary, screenOf(process.stdout))
  })
}
