import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

describe.skipIf(!hasGit())('the gate in a checkout without a configuration', () => {
  test('names the file in a folder that is a translation', async () => {
    const folder = createCheckout({
      'metadata/en-US/title.txt': 'Tidewatch',
      'metadata/en-US/short_description.txt': 'Tides of all harbours\n',
      'metadata/de/title.txt': 'Tidewatch, der Wächter der Gezeiten',
    })
    const { code, out } = await gitglot(folder, ['check', '--fail-on', 'note'])
    expect(code).toBe(1)
    expect(out).toMatch(/^metadata\/de\/title\.txt:1:1: error max-length "title\.txt:1": German/)
  })
  test('names the line of the language in a file of all languages', async () => {
    const unit = (value: string) => ({ stringUnit: { state: 'translated', value } })
    const catalog = {
      sourceLanguage: 'en',
      strings: {
        'Hello %@': { localizations: { de: unit('Hallo'), fr: unit('Bonjour %@') } },
        '%@ of 100%%': { localizations: { de: unit('von 100%') } },
      },
      version: '1.0',
    }
    const files = { 'App/Localizable.xcstrings': JSON.stringify(catalog, null, 2) }
    const { code, out } = await gitglot(createCheckout(files), ['check'])
    expect([code, out.split('\n').slice(0, 3)]).toEqual([
      1,
      [
        'App/Localizable.xcstrings:6:9: error objc_format "Hello %@": The translation has no `%@`',
        'App/Localizable.xcstrings:22:9: error objc_format "%@ of 100%%": The translation has no `%@`; `%` is not in the source',
        'failed: found 2 objc_format',
      ],
    ])
  })
})
