import type { CHECK_FORMATS } from '../format-names.ts'
import { printableJson } from '../output/sanitize-terminal.ts'
import type { Screen } from '../output/terminal.ts'
import type { CheckReport } from './finding.ts'
import { githubReport } from './github.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import { sarifReport } from './sarif.ts'
import { textReport } from './text.ts'

/** A function for each format of a report; `schemas/check.schema.json` describes the JSON. */
export const reporters: Readonly<
  Record<(typeof CHECK_FORMATS)[number], (report: CheckReport, screen: Screen) => string>
> = {
  text: textReport,
  json: printableJson,
  github: githubReport,
  sarif: sarifReport,
  junit: junitReport,
  markdown: markdownReport,
}
