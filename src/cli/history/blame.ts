import { commitRecord } from '../../facts/unit-history.ts'
import { blameTranslation } from '../../history/states/blame.ts'
import type { Translation } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { keyOrSource, targetForms } from '../../model/unit.ts'
import { printableJson, sanitizeTerminal } from '../../text.ts'
import type { Arguments } from '../command.ts'
import { alignColumns } from '../output/columns.ts'
import { screenOf } from '../output/terminal.ts'
import { commitText, textOf } from '../output/texts.ts'
import { findReadTarget, printSelected, type SelectedPart } from '../read-selected.ts'

/** Prints the last change of each text of a translation, in the order of its file. Resolves and throws like `list`. */
export async function blame(args: Arguments): Promise<number> {
  const [component, language, ...operands] = args.operands
  const { ref, format } = args.values
  const target = await findReadTarget({ ...args, operands }, 'blame')
  const options = { ref, component, language, needs: 'history' } as const
  return printSelected(target, options, async (part) => {
    const translations = []
    for (const translation of part.selected.flatMap((selected) => selected.translations)) {
      const component = placeOf(translation.component)
      const strings = await blameRecords(translation, part)
      translations.push({ component, language: translation.language.code, strings })
    }
    return format === 'json'
      ? `${printableJson({ repository: part.name, translations })}\n`
      : translations.map(({ strings }) => blameText(strings)).join('')
  })
}

/** Returns who changed each text last: a commit, the key (or the source text without keys), and the plural forms. */
async function blameRecords(translation: Translation, { historyOf, people }: SelectedPart) {
  const { component } = translation
  const history = historyOf(component)
  const blamed = history === undefined ? [] : await blameTranslation(translation, history)
  const units = translation.units()
  return blamed.map(({ row, writtenIn, step: { seconds } }) => ({
    ...commitRecord(people, component, writtenIn, seconds),
    context: keyOrSource(units, row),
    target: targetForms(units, row),
  }))
}

function blameText(records: Awaited<ReturnType<typeof blameRecords>>): string {
  const screen = screenOf(process.stdout)
  const lines = alignColumns(
    records.map((blameRecord) => [
      commitText(blameRecord, screen),
      sanitizeTerminal(blameRecord.context),
      textOf(blameRecord.target),
    ]),
  )
  return lines.map((line) => `${line}\n`).join('')
}
