import { WIDGETS } from '../../src/widgets/widgets.ts'
import { code, plain, table } from './markdown.ts'

/** Returns a table of all badges. */
export function widgetTable(): string {
  return table(
    ['file', 'shows', 'colors'],
    [...WIDGETS].map(([name, { summary, colors, extension }]) => [
      code(`${name}-${colors[0]}.${extension}`),
      plain(summary),
      colors.length === 1 ? '' : colors.map(code).join(', '),
    ]),
  )
}
