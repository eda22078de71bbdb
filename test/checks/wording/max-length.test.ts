import { expect, test } from 'vitest'
import { maxLengthCheck } from '../../../src/checks/wording/max-length.ts'
import { unitOf } from '../support.ts'

test.each([
  ['max-length:3, xml-text', 'a\r\nb', false],
  ['max-length:3, xml-text', '<b>a\r\nb</b>', false],
  ['max-length:3', 'a\r\nb', true],
  ['max-length:5, xml-text', '&nbsp;', true],
  ['max-length:1, xml-text', '<![CDATA[&]]>', false],
  ['max-length:-1', '', true],
  ['max-length:2, replacements:a:x:ab:xxx', 'ab', false],
])('%s: %j is too long: %s', (flags, target, expected) => {
  expect(maxLengthCheck.fails(unitOf('x', target, flags))).toBe(expected)
})
