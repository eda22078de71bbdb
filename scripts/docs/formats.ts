import { conversions } from '../../formats/conversions.ts'
import type { Conversion } from '../../formats/format.ts'
import { formats } from '../../formats/index.ts'
import { formatParams } from '../../formats/params.ts'
import { groupBy } from '../../src/group-by.ts'
import { code, plain, table } from './markdown.ts'

/** Returns lists of the components' formats, by whether they require a template. */
export function formatTable(): string {
  const groups = {
    always: 'With a template:',
    never: 'Without a template:',
    both: 'With or without a template:',
  }
  return Object.entries(groups)
    .map(([template, heading]) => {
      const lines = [...formats.values()]
        .filter((format) => format.template === template)
        .map(({ id, name }) => `${code(id)} (${plain(name)})`)
      return `${heading} ${lines.join(', ')}.`
    })
    .join('\n\n')
}

/** Returns a table of the parameters that affect parsing, and the names of all others. */
export function paramTable(): string {
  const params = [...formatParams]
  const rows = params
    .filter(([, { isRead }]) => isRead)
    .map(([name, { formats: ids = ['all'], choices = [] }]) => [
      code(name),
      ids.map(code).join(', '),
      choices.map(code).join(', '),
    ])
  const others = params.filter(([, { isRead }]) => !isRead).map(([name]) => code(name))
  return `${table(['parameter', 'formats', 'values'], rows)}\n\nOnly shown to clients: ${others.join(', ')}.`
}

/** Returns a table of the formats in which translations can be downloaded, with the resulting files. */
export function conversionTable(): string {
  const byKeys = (a: Conversion, b: Conversion) => Number(a.needsKeys) - Number(b.needsKeys)
  const groups = groupBy([...conversions.values()].sort(byKeys), ({ needsKeys, onlyFor }) => {
    if (onlyFor !== undefined) return onlyFor.map(code).join(', ')
    return needsKeys ? 'with keys' : 'any'
  })
  return table(
    ['components', '`format`'],
    Array.from(groups, ([name, group]) => [name, group.map(({ id }) => code(id)).join(', ')]),
  )
}
