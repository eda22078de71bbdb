import { conversions } from '../../formats/conversions.ts'
import { formats } from '../../formats/index.ts'
import { formatParams } from '../../formats/params.ts'
import { code, plain, table } from './markdown.ts'

/** A table of the formats of components. */
export function formatTable(): string {
  const ways = { always: ['always', 'no'], never: ['no', 'always'], both: ['yes', 'yes'] }
  return table(
    ['`file_format`', 'files', 'with a template', 'without'],
    [...formats.values()].map(({ id, name, template }) => [
      code(id),
      plain(name),
      ...ways[template],
    ]),
  )
}

/** A table of the parameters that change how files are read, and the names of all others. */
export function paramTable(): string {
  const rows = [...formatParams].map(([name, { formats: ids = ['all'], choices = [], isRead }]) => [
    code(name),
    ids.map((id) => (id === 'all' ? id : code(id))).join(', '),
    choices.map(code).join(', '),
    isRead ? 'yes' : 'no',
  ])
  return table(['parameter', 'formats', 'values', 'changes reading'], rows)
}

/** A table of the formats that translations can be downloaded in. */
export function conversionTable(): string {
  return table(
    ['`format`', 'extension', 'needs keys'],
    [...conversions.values()].map(({ id, extension, needsKeys }) => [
      code(id),
      code(`.${extension}`),
      needsKeys ? 'yes' : 'no',
    ]),
  )
}
