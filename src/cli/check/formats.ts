import type { CHECK_FORMATS } from '../format-names.ts'
import { printableJson } from '../output/sanitize-terminal.ts'
import type { Screen } from '../output/terminal.ts'
import type { CheckReport } from './finding.ts'
import { githubReport } from './github.ts'
import { junitReport } from './junit.ts'
import { markdownReport } from './markdown.ts'
import { sarifReport } from './sarif.ts'
import { textReport } from './text.ts'

/** A function for each format of a report. */
export const reporters: Readonly<
  Record<(typeof CHECK_FORMATS)[number], (report: CheckReport, screen: Screen) => string>
> = {
  text: textReport,
  json: jsonReport,
  github: githubReport,
  sarif: sarifReport,
  junit: junitReport,
  markdown: markdownReport,
}

/** The report for programs; `schemas/check.schema.json` describes it. */
function jsonReport({ languages, ...report }: CheckReport): string {
  const results = languages.map(({ findings, ...result }) => ({
    ...result,
    found: findings.length,
  }))
  return printableJson({ ...report, languages: results })
}
