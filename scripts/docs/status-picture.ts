import { openCatalog } from '../../src/catalog/catalog.ts'
import { readDemoConfig } from '../../src/cli/config-file.ts'
import { screenOf } from '../../src/cli/output/terminal.ts'
import { statusTable } from '../../src/cli/status/table.ts'
import { select } from '../../src/facts/selection.ts'
import { summarizeStatus } from '../../src/facts/status.ts'
import { componentsOf } from '../../src/view/view.ts'

const COLUMNS = 110
/** Size of a character, line height and margin in pixels. */
const [CHARACTER, LINE, MARGIN] = [7.8, 19, 16] as const

/** Colors by SGR code. The picture has its own background, so it is legible on light and dark pages. */
const COLORS: Readonly<Record<string, string>> = {
  0: '#e6edf3',
  1: '#ffffff',
  2: '#8b949e',
  31: '#ff7b72',
  32: '#3fb950',
  33: '#d29922',
}

/** Returns the terminal output of `gitglot status` for a component of the demo as SVG. */
export async function statusPicture(): Promise<string> {
  const component = 'web'
  const command = `gitglot status --component ${component}`
  const output = await printStatus(component)
  return drawTerminal(command, [`$ ${command}`, '', ...output.split('\n')])
}

async function printStatus(component: string): Promise<string> {
  const catalog = await openCatalog({
    config: readDemoConfig({}),
    environment: {},
    history: 'none',
  })
  await catalog.complete
  const summary = summarizeStatus(
    '.',
    select(componentsOf(catalog.current()), { component }),
    undefined,
  )
  await catalog.close()
  return statusTable(summary, screenOf({ isTTY: true, columns: COLUMNS }, {}), {
    notes: false,
    all: false,
    oneLanguage: false,
  })
}

function drawTerminal(title: string, lines: readonly string[]): string {
  const width = Math.ceil(COLUMNS * CHARACTER + 2 * MARGIN)
  const height = lines.length * LINE + 2 * MARGIN
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<title>${title}</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117" />
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="13">
${lines.flatMap(drawLine).join('\n')}
</g>
</svg>
`
}

function drawLine(line: string, index: number): string[] {
  const y = MARGIN + index * LINE
  let column = 0
  return `0m${line}`.split('\x1b[').flatMap((part) => {
    const [, code = '', colored = ''] = /^(\d+)m(.*)$/.exec(part) ?? []
    const start = column
    column += colored.length
    // Words with a single space between them stay together.
    return [...colored.matchAll(/[█░]+|[^ █░]+(?: [^ █░]+)*/g)].map(({ 0: text, index }) =>
      drawText({ text, x: MARGIN + (start + index) * CHARACTER, y, color: COLORS[code] ?? '' }),
    )
  })
}

/** Draws a text that is as wide as its characters in any font; draws bars as boxes. */
function drawText(one: { text: string; x: number; y: number; color: string }): string {
  const { text, y, color } = one
  const x = one.x.toFixed(1)
  const width = (text.length * CHARACTER).toFixed(1)
  if (/^[█░]/.test(text)) {
    const opacity = text.startsWith('█') ? 1 : 0.3
    return `<rect x="${x}" y="${y + 4}" width="${width}" height="${LINE - 6}" fill="${color}" opacity="${opacity}" />`
  }
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<text x="${x}" y="${y + 14}" textLength="${width}" fill="${color}">${escaped}</text>`
}
