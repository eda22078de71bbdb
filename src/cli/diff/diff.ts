import { summarizeDifferences } from '../../facts/differences.ts'
import { parseRange } from '../../git/revision.ts'
import { printableJson } from '../../text.ts'
import type { Arguments } from '../command.ts'
import { CANNOT_READ } from '../exit-code.ts'
import { print } from '../output/print.ts'
import { screenOf } from '../output/terminal.ts'
import { readSides } from '../read-sides.ts'
import { findTarget } from '../target.ts'
import { diffText } from './text.ts'

/**
 * Prints the differences between two commits, or a commit and the files on disk. Resolves with 3 if a part cannot be read, which
 * is told, else with 0. Throws ConfigError, UsageError,
 * NotFoundError for an unknown ref, RepositoryError if something cannot be read.
 */
export async function diff({ operands, values, switches }: Arguments): Promise<number> {
  const [first = 'HEAD', second] = operands
  const { base, head } = (second === undefined && parseRange(first)) || {
    base: first,
    head: second,
  }
  const { config: configFile, component, language } = values
  const target = await findTarget({ configFile })
  const options = { base, head, component, language, wantsHistory: false }
  return readSides(target, options, async (sides) => {
    const summary = await summarizeDifferences(sides)
    const text =
      values['format'] === 'json'
        ? printableJson(summary)
        : diffText(summary, screenOf(process.stdout), { isShort: switches.has('stat') })
    print(`${text}\n`)
    return sides.unread.length > 0 ? CANNOT_READ : 0
  })
}
