import { describe, expect, test } from 'vitest'
import { createTopic, gitglot, shopConfig } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'

const json = (texts: Readonly<Record<string, string>>) => JSON.stringify(texts, null, 1)
const files = {
  'gitglot.yml': shopConfig,
  'l/en.json': json({
    help: 'Read our help',
    site: 'See https://shop.example.org/a',
    pay: 'Pay now',
    bye: 'Good bye',
  }),
  'l/cs.json': json({ help: 'Nápověda', site: 'Viz', pay: 'Zaplatit', bye: 'Na shledanou' }),
}
const poisoned = {
  'l/cs.json': json({
    help: 'Nápověda &lt;script src=x&gt;&lt;/script&gt;',
    site: 'Viz https://evil.cz',
    pay: 'Zаplatit',
    bye: 'Na \u202eunoanadelhs',
  }),
}

describe.skipIf(!hasGit())('a translation with unsafe content', () => {
  test('is found in a change, by check, diff, list and as a comment', async () => {
    const folder = createTopic(files, poisoned)
    const { code, out } = await gitglot(folder, ['check', '--base', 'main'])
    expect([
      code,
      out
        .trimEnd()
        .replace(/[0-9a-f]{12}$/m, 'X')
        .split('\n'),
    ]).toStrictEqual([
      1,
      [
        'l/cs.json:2:2: error unsafe-markup "help": The translation adds `<script>`',
        'l/cs.json:3:2: error new-link "site": The translation links to `evil.cz`, which no source of the component names',
        'l/cs.json:5:2: error bidi-control "bye": The translation has the invisible character U+202E (right-to-left override)',
        'l/cs.json:4:2: warning mixed-script "pay": The word `Zаplatit` mixes Latin and Cyrillic letters that look alike',
        'failed: found 1 bidi-control, 1 new-link, 1 unsafe-markup since X',
        'also 1 warning (1 mixed-script)',
      ],
    ])
    const diff = await gitglot(folder, ['diff', 'main'])
    expect(diff.out).toContain('newly failing: new-link')
    const comment = await gitglot(folder, ['check', '--base', 'main', '--format', 'markdown'])
    expect(comment.out).toContain('unsafe-markup')
    const list = await gitglot(folder, ['list', '--check', 'mixed-script', '--format', 'json'])
    expect(JSON.parse(list.out).units).toMatchObject([
      { context: 'pay', checks: [{ id: 'mixed-script' }] },
    ])
  })

  test('is accepted with a flag', async () => {
    const flags = 'check_flags: "ignore-new-link, ignore-unsafe-markup, ignore-bidi-control"'
    const config = shopConfig.replace('slug: web,', `slug: web, ${flags},`)
    const folder = createTopic({ ...files, 'gitglot.yml': config }, poisoned)
    const { code, out } = await gitglot(folder, ['check'])
    expect([code, out.trimEnd().split('\n').at(-1)]).toStrictEqual([
      0,
      'passed: found 1 warning (1 mixed-script)',
    ])
  })
})
