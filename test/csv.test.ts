import { expect, test } from 'vitest'
import { writeCsv } from '../src/csv.ts'

test.each([
  ['=cmd|calc.json', "'=cmd|calc.json'"],
  ['@SUM(A1)', "'@SUM(A1)'"],
  ['+1 (555) 0100', "'+1 (555) 0100'"],
  ['-2+3', "'-2+3'"],
  ['\t=1', "'\t=1'"],
  ['\r=1', '"\'\r=1\'"'],
  ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")\'"'],
  ['-9223372036854775808', '-9223372036854775808'],
  ['+5.5', '+5.5'],
  ['-1e-5', '-1e-5'],
  ['a=1', 'a=1'],
  ['%d files', '%d files'],
  ['', ''],
])('%j is written as %j: formulas are quoted, numbers are not', (text, cell) => {
  expect(writeCsv([[text, 'x']])).toBe(`${cell},x\r\n`)
})
