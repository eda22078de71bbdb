import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  createCheckout,
  createTopic,
  type Ended,
  gitglot,
  shopConfig,
  writeFilesInto,
} from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

/** In order but for one failing check in German. */
const files = {
  'gitglot.yml': shopConfig,
  'l/en.json': '{\n  "a": "Hello there",\n  "b": "Good bye."\n}\n',
  'l/de.json': '{\n  "a": "Hallo",\n  "b": "Auf Wiedersehen"\n}\n',
  'l/cs.json': '{\n  "a": "Ahoj"\n}\n',
}

const lines = ({ out }: Ended) => out.trimEnd().split('\n')

describe.skipIf(!hasGit())('the gate without a base', () => {
  test('a failing check fails, at the line of its string', async () => {
    const { code, out } = await gitglot(createCheckout(files), ['check'])
    expect([code, out.replace(/: The .*/, ': …')]).toStrictEqual([
      1,
      'l/de.json:3:3: end_stop "b": …\nfailed: found 1 end_stop\n',
    ])
  })

  test('checks that are not asked for do not count', async () => {
    const args = ['check', '--checks', 'same, end_colon']
    expect(await gitglot(createCheckout(files), args)).toStrictEqual({
      code: 0,
      out: 'passed: found nothing\n',
      err: '',
    })
  })

  test('a file that cannot be read fails, and the rest is checked', async () => {
    const folder = createCheckout(files, { 'l/cs.json': '{\n  "a": 1,\n}' })
    const ended = await gitglot(folder, ['check'])
    expect([ended.code, lines(ended)[0], lines(ended).at(-1)]).toStrictEqual([
      1,
      'l/cs.json:3:1: parse-error: expected a key in double quotes, found `}`',
      'failed: found 1 end_stop, 1 parse-error',
    ])
  })

  test('--report writes other formats of the same run to files', async () => {
    const folder = createCheckout(files)
    const args = ['check', '--format', 'json', '--report', 'sarif=a.sarif, junit=b=c.xml']
    const { code, out } = await gitglot(folder, args)
    const { runs } = JSON.parse(readFileSync(join(folder, 'a.sarif'), 'utf8'))
    expect([code, JSON.parse(out).findings.length, runs[0].results.length]).toStrictEqual([1, 1, 1])
    expect(readFileSync(join(folder, 'b=c.xml'), 'utf8')).toContain(' failures="1"')
    const refused = await gitglot(folder, ['check', '--report', 'a.sarif'])
    expect(refused).toStrictEqual({
      code: 2,
      out: '',
      err: 'gitglot check: --report needs comma-separated FORMAT=FILE; FORMAT is one of text, json, github, sarif, junit, markdown\n',
    })
    const lost = await gitglot(folder, ['check', '--report', 'json=no/a.json'])
    expect([lost.code, lost.err.includes("open 'no/a.json'")]).toStrictEqual([3, true])
  })

  test('--fail-on none reports and passes', async () => {
    const ended = await gitglot(createCheckout(files), ['check', '--fail-on', 'none'])
    expect([ended.code, lines(ended).at(-1)]).toStrictEqual([0, 'passed: found 1 end_stop'])
  })

  test.each([
    [
      ['--fail-under', '80'],
      'l/cs.json:1:1: fail-under: Only 50.0% is translated; at least 80% is required.',
    ],
    [
      ['--require-languages', 'de,fr'],
      'l/en.json:1:1: require-languages: There is no translation into fr.',
    ],
  ])('%s fails even with --fail-on none', async (args, line) => {
    const ended = await gitglot(createCheckout(files), ['check', '--fail-on', 'none', ...args])
    expect([ended.code, lines(ended).filter((one) => !one.includes('end_stop'))]).toStrictEqual([
      1,
      [line],
    ])
  })

  test('with --require-languages only those must reach --fail-under', async () => {
    const args = ['check', '--fail-on=none', '--fail-under=100', '--require-languages=DE']
    const { code } = await gitglot(createCheckout(files), args)
    expect(code).toBe(0)
  })
})

describe.skipIf(!hasGit())('the gate with a base', () => {
  test('what was wrong before passes', async () => {
    const folder = createTopic(files, {})
    const ended = await gitglot(folder, ['check', '--base', 'main'])
    const base = runGit(folder, 'rev-parse', 'main').slice(0, 12)
    expect(ended).toStrictEqual({ code: 0, out: `passed: found nothing since ${base}\n`, err: '' })
  })

  test.each([
    [
      'a translation that is lost',
      { 'l/cs.json': '{\n  "a": ""\n}\n' },
      'l/cs.json:2:3: untranslated "a": The string is no longer translated.',
    ],
    [
      'a key that is removed, at the line of the template',
      { 'l/cs.json': '{}' },
      'l/en.json:2:3: untranslated "a": Czech: The string is no longer translated.',
    ],
    [
      'a source that is changed without its translation',
      {
        'l/en.json': '{\n  "a": "Hello",\n  "b": "Good bye."\n}\n',
        'l/de.json': '{}',
        'l/cs.json': files['l/cs.json'],
      },
      'l/cs.json:2:3: outdated "a": The source changed; the translation did not.',
    ],
    [
      'a file that does not parse',
      { 'l/de.json': '{' },
      'l/de.json:1:2: parse-error: expected a key in double quotes, found the end of the file',
    ],
  ])('%s fails', async (_, edits, line) => {
    const ended = await gitglot(createTopic(files, edits), ['check', '--base', 'main'])
    expect([ended.code, lines(ended)]).toStrictEqual([1, expect.arrayContaining([line])])
  })

  test('a check that newly fails fails, what is untranslated from the start does not', async () => {
    const folder = createTopic(files, {
      'l/en.json': '{\n  "a": "Hello there",\n  "b": "Good bye.",\n  "c": "See you:"\n}\n',
      'l/de.json': '{\n  "a": "Hallo",\n  "b": "Auf Wiedersehen",\n  "c": "Bis dann"\n}\n',
    })
    const ended = await gitglot(folder, ['check', '--base', 'main'])
    expect([ended.code, lines(ended).length, lines(ended)[0]?.slice(0, 27)]).toStrictEqual([
      1,
      2,
      'l/de.json:4:3: end_colon "c',
    ])
  })

  test('a language that is removed fails', async () => {
    const folder = createTopic(files, {})
    runGit(folder, 'rm', '--quiet', 'l/cs.json')
    const ended = await gitglot(folder, ['check', '--base', 'main'])
    expect([ended.code, lines(ended)[0]]).toStrictEqual([
      1,
      'l/en.json:1:1: untranslated: The translation into Czech was removed.',
    ])
  })

  test('what came to the base in the meantime is nothing that this change broke', async () => {
    const folder = createTopic(files, {})
    runGit(folder, 'checkout', '--quiet', 'main')
    writeFilesInto(folder, { 'l/cs.json': '{"a": "Ahoj", "b": "Nashledanou."}' })
    runGit(folder, 'commit', '--quiet', '--all', '--message', 'Translated')
    runGit(folder, 'checkout', '--quiet', 'topic')
    const { code } = await gitglot(folder, ['check', '--base', 'main'])
    expect(code).toBe(0)
  })

  test('--fail-on any counts everything', async () => {
    const { code } = await gitglot(createTopic(files, {}), [
      'check',
      '--base',
      'main',
      '--fail-on',
      'any',
    ])
    expect(code).toBe(1)
  })
})

describe.skipIf(!hasGit())('the gate says what keeps it from deciding', () => {
  test.each([
    [['--fail-on', 'new'], 2, 'gitglot check: --fail-on new needs --base REF\n'],
    [
      ['--checks', 'end_stop,end_colom'],
      2,
      'gitglot check: --checks: there is no check "end_colom", did you mean end_colon?\n',
    ],
    [['--fail-under', '101'], 2, 'gitglot check: --fail-under needs a percentage: 0 to 100\n'],
    [
      ['--base', 'nowhere'],
      3,
      'gitglot: nowhere: expected a branch, tag or commit; fetch it first if it is on a remote\n',
    ],
  ])('%s', async (args, code, err) => {
    const ended = await gitglot(createCheckout(files), ['check', ...args])
    expect(ended).toStrictEqual({ code, out: '', err })
  })

  test('a base outside of a shallow clone: 3, and how to deepen it', async () => {
    const folder = createTemporaryFolder()
    const origin = createCheckout(files, { 'l/cs.json': '{}' })
    runGit(origin, 'branch', 'old', 'main~1')
    const options = ['--quiet', '--depth=1', '--no-single-branch']
    runGit(folder, 'clone', ...options, `file://${origin}`, '.')
    const { code, err } = await gitglot(folder, ['check', '--base', 'origin/old'])
    expect([code, err.replace(/[0-9a-f]{40}/, 'COMMIT')]).toStrictEqual([
      3,
      'gitglot: not enough history: this clone is shallow and ends at COMMIT; git fetch --deepen=100 brings more, git fetch --unshallow all of it\n',
    ])
  })
})
