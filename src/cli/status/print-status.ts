import type { NoteRead } from '../../git/work-tree.ts'
import { isBroken } from '../check/file-problems.ts'
import type { Arguments } from '../command.ts'
import { CANNOT_READ } from '../exit-code.ts'
import { needsStates } from '../open-target.ts'
import type { Screen } from '../output/terminal.ts'
import type { Printed } from '../printed.ts'
import { findReadTarget, readSelected } from '../read-selected.ts'
import type { Target } from '../target.ts'
import { type StatusFormat, statusPrinters } from './formats.ts'
import { summarizeStatus } from './summary.ts'

/** The status of a repository as text. Throws as `status` does. */
export async function printStatus(
  args: Arguments,
  screen: Screen,
  noteRead: NoteRead,
): Promise<Printed> {
  const { values, switches } = args
  const { ref, component, language } = values
  const target = await findReadTarget(args, 'status', noteRead)
  const options = { ref, component, language, wantsOutdated: switches.has('outdated') }
  return readSelected(target, options, ({ name, selected, outdated }) => {
    const summary = summarizeStatus(name, selected, outdated)
    // One of the option's choices.
    const print = statusPrinters[values['format'] as StatusFormat]
    const isRead = selected.every(({ component }) => !component.alerts.some(isBroken))
    return {
      text: `${print(summary, screen)}\n`,
      code: isRead ? 0 : CANNOT_READ,
      isOfFiles: isRead && isOnDisk(target, args),
    }
  })
}

/** Whether everything was read from files on disk, without history, and nothing is left to warn of. */
function isOnDisk({ place, config, leftOut }: Target, { values, switches }: Arguments): boolean {
  const { ref, config: configFile } = values
  const isCheckout = place?.folder !== undefined && ref === undefined && configFile === undefined
  return isCheckout && leftOut.length === 0 && !switches.has('outdated') && !needsStates(config)
}
