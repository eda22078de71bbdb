import type { CheckReport, Finding } from '../../src/facts/records.ts'

/** A report with a finding of each kind, and one without. */

export const shop = 'shop/web'
const common = { component: shop, isFailing: true }
export const place = { language: 'de', filename: 'l/a b.json', line: 3, column: 5, message: '' }
export const failing: Finding = {
  ...common,
  rule: 'java_format',
  severity: 'error',
  languages: ['de', 'cs'],
  checksum: '00000000000000ff',
  context: 'say, <b>|\n',
  places: [
    { ...place, message: '100% "wrong" & @all.' },
    { ...place, language: 'cs', filename: 'l/cs.json', message: 'Wrong.' },
  ],
}
const stale: Finding = {
  ...failing,
  isFailing: false,
  rule: 'outdated',
  severity: 'warning',
  languages: ['cs'],
  places: [{ ...place, language: undefined, filename: 'l/en.json', message: 'It changed.' }],
}
const broken: Finding = {
  ...common,
  rule: 'parse-error',
  severity: 'error',
  languages: [],
  checksum: undefined,
  context: undefined,
  places: [
    {
      language: undefined,
      filename: undefined,
      line: 1,
      column: 1,
      message: 'It cannot be read.',
    },
  ],
}
export const report: CheckReport = {
  isPassed: false,
  base: '1234567890123456789012345678901234567890',
  accepted: 0,
  counts: [
    { rule: 'java_format', severity: 'error', isFailing: true, isListed: true, found: 1 },
    { rule: 'parse-error', severity: 'error', isFailing: true, isListed: true, found: 1 },
    { rule: 'outdated', severity: 'warning', isFailing: false, isListed: true, found: 1 },
    { rule: 'same', severity: 'note', isFailing: false, isListed: false, found: 7 },
    { rule: 'end_stop', severity: 'note', isFailing: false, isListed: false, found: 3 },
  ],
  findings: [broken, failing, stale],
  languages: [
    {
      component: shop,
      language: 'de',
      filename: 'l/a b.json',
      percentBefore: 40,
      percent: 50.5,
      found: { error: 1, warning: 0, note: 0 },
    },
    {
      component: shop,
      language: 'cs',
      filename: 'l/cs.json',
      percentBefore: 100,
      percent: undefined,
      found: { error: 1, warning: 1, note: 0 },
    },
    {
      component: shop,
      language: 'fr',
      filename: 'l/fr.json',
      percentBefore: 100,
      percent: 100,
      found: { error: 0, warning: 0, note: 0 },
    },
  ],
}
export const nothing: CheckReport = {
  isPassed: true,
  base: undefined,
  accepted: 0,
  counts: [],
  findings: [],
  languages: [],
}
