import { writePo } from '../../../formats/gettext/po-write.ts'
import { documentOf } from '../../api/resources/document.ts'
import { asksForOutdated } from '../../catalog/search.ts'
import { UsageError } from '../../errors.ts'
import { findUnits, type UnitFilter } from '../../facts/find-units.ts'
import type { UnitRecord } from '../../facts/records.ts'
import type { Selected, Selection } from '../../facts/selection.ts'
import { unitRecord } from '../../facts/unit-record.ts'
import type { Arguments } from '../command.ts'
import { namesIn } from '../names-in.ts'
import { print } from '../output/print.ts'
import { sanitizeLines } from '../output/sanitize-terminal.ts'
import { screenOf } from '../output/terminal.ts'
import { findReadTarget, readSelected, type SelectedPart, warnOfUnread } from '../read-selected.ts'
import type { Target } from '../target.ts'
import { listPrinters } from './formats.ts'

/**
 * Prints the strings of a repository that pass a filter. Resolves with 3 after a warning if a part cannot be read,
 * otherwise with 0. Throws ConfigError, UsageError, NotFoundError for an unknown ref, and RepositoryError if nothing
 * can be read.
 */
export async function list(args: Arguments): Promise<number> {
  const { values, switches } = args
  const { ref, component, language, state, check, query, format } = values
  const target = await findReadTarget(args, 'list')
  const names = { states: namesIn(state), checks: namesIn(check) }
  const filter = { ...names, query, onlyOutdated: switches.has('outdated') }
  return readUnits(target, { ref, component, language, filter }, async (part, filter) => {
    const { name, selected } = part
    const code = warnOfUnread(selected)
    if (format === 'po') {
      const text = await poText(selected, filter)
      // Output to a file keeps its texts unchanged.
      print(process.stdout.isTTY ? sanitizeLines(text) : text)
      return code
    }
    // One of the option's choices.
    const textOf = listPrinters[format as keyof typeof listPrinters]
    const units = await unitRecords(part, filter)
    print(textOf({ repository: name, units }, screenOf(process.stdout)))
    return code
  })
}

interface ReadUnitsOptions extends Selection {
  readonly ref?: string | undefined
  readonly filter: Omit<UnitFilter, 'outdated'>
}

/** Reads what a filter needs, including the history if it asks for outdated strings. Rejects like `readSelected`. */
export function readUnits<T>(
  target: Target,
  { filter, ...options }: ReadUnitsOptions,
  use: (part: SelectedPart, filter: UnitFilter) => Promise<T>,
): Promise<T> {
  const isLate = filter.onlyOutdated === true || asksForOutdated(filter.query ?? '')
  return readSelected(target, { ...options, needs: isLate ? 'outdated' : 'units' }, (part) =>
    use(part, { ...filter, outdated: part.outdated }),
  )
}

/** Returns the strings of a part that pass a filter. Rejects with UsageError for unknown names or an invalid query. */
export async function unitRecords(
  { selected, findPlaces }: SelectedPart,
  filter: UnitFilter,
): Promise<UnitRecord[]> {
  const units: UnitRecord[] = []
  for (const unit of findUnits(selected, filter)) {
    const [place] = await findPlaces(unit.translation, [unit.row])
    units.push(unitRecord(unit, place))
  }
  return units
}

/** Returns the strings of one translation as PO. */
async function poText(selected: readonly Selected[], filter: UnitFilter): Promise<string> {
  const translations = selected.flatMap((part) => part.translations)
  const [translation] = translations
  if (translation === undefined || translations.length > 1) {
    throw new UsageError(
      `gitglot list: --format po writes one translation, found ${translations.length}: select it with --component and --language`,
    )
  }
  const rows = [...findUnits(selected, filter)].map(({ row }) => row)
  return writePo(documentOf(translation, { page: '', rows }))
}
