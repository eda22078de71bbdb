import { summarizeDifferences } from '../../facts/differences.ts'
import { printableJson } from '../../text.ts'
import type { Arguments } from '../command.ts'
import { screenOf } from '../output/terminal.ts'
import { printSides } from '../read-sides.ts'
import { diffText } from './text.ts'

/**
 * Prints the differences between two commits, or between a commit and the files on disk. Resolves and throws like
 * `printSides`.
 */
export function diff(args: Arguments): Promise<number> {
  const options = { isShort: args.switches.has('stat') }
  return printSides(args, false, async (sides) => {
    const summary = await summarizeDifferences(sides)
    return args.values['format'] === 'json'
      ? printableJson(summary)
      : diffText(summary, screenOf(process.stdout), options)
  })
}
