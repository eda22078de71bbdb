import type { Screen } from '../output/terminal.ts'
import type { CheckReport } from './finding.ts'
import { githubReport } from './github.ts'
import { jsonReport } from './json.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import { sarifReport } from './sarif.ts'
import { textReport } from './text.ts'

const printers: Readonly<Record<string, (report: CheckReport, screen: Screen) => string>> = {
  text: textReport,
  json: jsonReport,
  github: githubReport,
  sarif: sarifReport,
  junit: junitReport,
  markdown: markdownReport,
}

/** A report in one of the formats of `check`, which has a name that the command line took. */
export function printReport(report: CheckReport, format: string, screen: Screen): string {
  return `${(printers[format] ?? textReport)(report, screen)}\n`
}
