import { isBroken } from '../../catalog/readiness.ts'
import { mostLeftFirst, summarizeStatus } from '../../facts/status.ts'
import type { Arguments } from '../command.ts'
import { CANNOT_READ } from '../exit-code.ts'
import { print } from '../output/print.ts'
import { screenOf } from '../output/terminal.ts'
import { findReadTarget, readSelected } from '../read-selected.ts'
import { type StatusFormat, statusPrinters } from './formats.ts'

/**
 * Prints the status of a repository. Resolves with 3 if a part cannot be read, which is shown as an alert, otherwise
 * with 0. Throws ConfigError, UsageError, NotFoundError for an unknown ref, and RepositoryError if nothing can be read.
 */
export async function status(args: Arguments): Promise<number> {
  const { values, switches } = args
  const { ref, component, language } = values
  const target = await findReadTarget(args, 'status')
  const needs = switches.has('outdated') ? 'outdated' : 'units'
  const options = { ref, component, language, needs } as const
  return readSelected(target, options, ({ name, selected, outdated }) => {
    const listed = summarizeStatus(name, selected, outdated)
    const summary = values['sort'] === 'left' ? mostLeftFirst(listed) : listed
    // One of the option's choices.
    const textOf = statusPrinters[values['format'] as StatusFormat]
    const wants = {
      notes: switches.has('notes'),
      all: switches.has('all'),
      oneLanguage: language !== undefined,
      percent: values['percent'] === undefined ? undefined : Number(values['percent']),
    }
    print(`${textOf(summary, screenOf(process.stdout), wants)}\n`)
    return selected.some(({ component }) => component.alerts.some(isBroken)) ? CANNOT_READ : 0
  })
}
