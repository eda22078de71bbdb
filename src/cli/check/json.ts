import type { CheckReport } from './finding.ts'

/** The report for programs; `schemas/check.schema.json` describes it. */
export function jsonReport({ isPassed, base, findings, languages }: CheckReport): string {
  const results = languages.map(({ findings: own, ...result }) => ({
    ...result,
    percentBefore: result.percentBefore ?? null,
    found: own.length,
  }))
  const found = findings.map((finding) => ({
    ...finding,
    language: finding.language ?? null,
    filename: finding.filename ?? null,
    checksum: finding.checksum ?? null,
    context: finding.context ?? null,
  }))
  return JSON.stringify(
    { isPassed, base: base ?? null, findings: found, languages: results },
    null,
    2,
  )
}
