import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

const text = (value: string) => `{\n  "a": "${value}"\n}\n`
const files = {
  'l/en.json': text('Hello'),
  'l/zh-CN.json': text('你好'),
  'l/nb-NO.json': text('Hei'),
  'l/iw.json': text('שלום'),
}

describe.skipIf(!hasGit())('codes of languages on the command line', () => {
  test('required languages may have the codes of files, of Weblate and of BCP 47', async () => {
    const folder = createCheckout(files)
    const required = 'zh-CN,zh_Hans,zh-Hans-CN,nb-NO,nb,no,iw,he,EN'
    const args = ['check', '--fail-on', 'none', '--require-languages']
    expect(await gitglot(folder, [...args, required])).toMatchObject({ code: 0 })
    const { code, out } = await gitglot(folder, [...args, 'zh-TW,no,da'])
    expect([code, out.split('\n')]).toEqual([
      1,
      [
        'l/en.json:1:1: error require-languages: There is no translation into zh-TW.',
        'l/en.json:1:1: error require-languages: There is no translation into da.',
        'failed: found 2 require-languages',
        '',
      ],
    ])
  })

  test('only required languages must reach --fail-under, whichever code they have', async () => {
    const folder = createCheckout({ ...files, 'l/de.json': '{}', 'l/nb-NO.json': '{}' })
    const args = ['check', '--fail-under', '90', '--require-languages', 'no,iw']
    const { out } = await gitglot(folder, args)
    expect(out.split('\n')[0]).toBe(
      'l/nb-NO.json:1:1: error fail-under: Only 0.0% is translated; at least 90% is required.',
    )
    expect(out).toContain('found 1 fail-under')
  })

  test.each([
    [['list', '--format', 'json', '--language', 'zh-CN'], '"target": [\n        "你好"'],
    [['status', '--format', 'csv', '--language', 'no'], 'l,nb,l/nb-NO.json'],
    [['diff', '--format', 'json', '--language', 'iw-IL', 'HEAD~1'], '"language": "he"'],
  ])('gitglot %j finds the language', async (args, shown) => {
    const folder = createCheckout({ 'l/en.json': text('Hi') }, files)
    const { code, out } = await gitglot(folder, args)
    expect(code).toBe(0)
    expect(out).toContain(shown)
  })

  test('an unknown language code is reported with the known ones', async () => {
    const { code, err } = await gitglot(createCheckout(files), ['status', '--language', 'da'])
    expect([code, err]).toEqual([2, 'there is no language "da"; known: en, he, nb, zh_Hans\n'])
  })
})
