import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

const plural = (forms: Readonly<Record<string, string>>) => {
  const texts = Object.entries({
    NSStringFormatSpecTypeKey: 'NSStringPluralRuleType',
    NSStringFormatValueTypeKey: 'd',
    ...forms,
  })
  const pairs = texts.map(([key, text]) => `<key>${key}</key><string>${text}</string>`).join('')
  return `<plist version="1.0"><dict><key>days</key><dict>
<key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict>${pairs}</dict>
</dict></dict></plist>`
}

describe.skipIf(!hasGit())('plurals of a stringsdict', () => {
  test('may lack the form for zero, unless the language has one, but no other', async () => {
    const folder = createCheckout({
      'en.lproj/L.stringsdict': plural({ one: '%d day', other: '%d days' }),
      'de.lproj/L.stringsdict': plural({ one: '%d Tag', other: '%d Tage' }),
      'cs.lproj/L.stringsdict': plural({ one: '%d den', other: '%d dní' }),
      'lv.lproj/L.stringsdict': plural({ one: '%d diena', other: '%d dienas' }),
    })
    const { out } = await gitglot(folder, [
      'check',
      '--format',
      'json',
      '--fail-on',
      'note',
      '--ignore',
      'multiple_failures',
    ])
    const { findings } = JSON.parse(out) as {
      findings: { rule: string; severity: string; languages: string[] }[]
    }
    const found = findings.map(({ rule, severity, languages }) => [rule, severity, languages])
    expect(found).toStrictEqual([
      ['plurals', 'error', ['cs', 'lv']],
      ['zero-form', 'note', ['de']],
    ])
  })
})
