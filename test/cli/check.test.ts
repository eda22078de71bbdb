import { readFileSync, symlinkSync } from 'node:fs'
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

/** In order but for an error, a warning and a note in German. */
const files = {
  'gitglot.yml': `${shopConfig}    check_flags: python-brace-format\n`,
  'l/en.json': '{\n  "a": "Hello {n}",\n  "b": "Good bye."\n}\n',
  'l/de.json': '{\n  "a": "Hallo ",\n  "b": "Auf Wiedersehen"\n}\n',
  'l/cs.json': '{\n  "a": "Ahoj {n}"\n}\n',
}

const lines = ({ out }: Pick<Ended, 'out'>) => out.trimEnd().split('\n')
const withoutMessage = (line: string) => line.replace(/: The .*/, ': …')

describe.skipIf(!hasGit())('the gate without a base', () => {
  test('fails on errors, shows warnings and counts notes', async () => {
    const { code, out } = await gitglot(createCheckout(files), ['check'])
    expect([code, lines({ out }).map(withoutMessage)]).toStrictEqual([
      1,
      [
        'l/de.json:2:3: error python_brace_format "a": …',
        'l/de.json:2:3: warning end_space "a": …',
        'failed: found 1 python_brace_format',
        'also 1 warning (1 end_space), 1 note (--fail-on note lists them)',
      ],
    ])
  })

  test.each([
    ['warning', 1, 'failed: found 1 python_brace_format, 1 end_space\nalso 1 note'],
    ['note', 1, 'failed: found 1 python_brace_format, 1 end_space, 1 end_stop'],
    ['none', 0, 'passed: found 1 error (1 python_brace_format), 1 warning (1 end_space), 1 note'],
  ])('--fail-on %s ends with %i', async (failOn, code, verdict) => {
    const ended = await gitglot(createCheckout(files), ['check', '--fail-on', failOn])
    const printed = ended.out.slice(ended.out.search(/^(?:passed|failed): /m))
    expect([ended.code, printed.trimEnd().split(' (--fail-on')[0]]).toStrictEqual([code, verdict])
  })

  test('ignored checks do not count', async () => {
    const args = ['check', '--ignore', 'python_brace_format, end_stop,outdated,untranslated']
    const { code, out } = await gitglot(createCheckout(files), args)
    expect([code, lines({ out }).at(-1)]).toStrictEqual([
      0,
      'passed: found 1 warning (1 end_space)',
    ])
  })

  test('the configuration may set severities, a component after its project', async () => {
    const severity = (text: string) => `    severity: { ${text} }\n`
    const config = `${files['gitglot.yml']}${severity('end_stop: error, end_space: note')}`
    const folder = createCheckout({
      ...files,
      'gitglot.yml': config.replace(' }\n', ', severity: { python_brace_format: warning } }\n'),
    })
    const { code, out } = await gitglot(folder, ['check'])
    expect([code, lines({ out }).map(withoutMessage)]).toStrictEqual([
      1,
      [
        'l/de.json:3:3: error end_stop "b": …',
        'l/de.json:2:3: warning python_brace_format "a": …',
        'failed: found 1 end_stop',
        'also 1 warning (1 python_brace_format), 1 note (--fail-on note lists them)',
      ],
    ])
    writeFilesInto(folder, {
      'gitglot.yml': `${files['gitglot.yml']}${severity('end_stopp: error')}`,
    })
    const wrong = await gitglot(folder, ['check'])
    expect([wrong.code, wrong.err]).toStrictEqual([
      2,
      'gitglot.yml:9: projects[0].severity: there is no check "end_stopp", did you mean end_stop?\n',
    ])
  })

  test('a string that fails in several languages is one finding', async () => {
    const folder = createCheckout(files, { 'l/cs.json': '{\n  "a": "Ahoj"\n}\n' })
    const [first] = lines(await gitglot(folder, ['check']))
    expect(withoutMessage(first ?? '')).toBe(
      'l/cs.json:2:3: error python_brace_format "a" (cs, de): …',
    )
  })

  test('checks not selected do not count, selected notes are listed', async () => {
    const args = ['check', '--checks', 'end_stop, end_colon']
    const { code, out } = await gitglot(createCheckout(files), args)
    expect([code, lines({ out }).map(withoutMessage)]).toStrictEqual([
      0,
      ['l/de.json:3:3: note end_stop "b": …', 'passed: found 1 note (1 end_stop)'],
    ])
  })

  test('a file that cannot be read fails, and the rest is checked', async () => {
    const folder = createCheckout(files, { 'l/cs.json': '{\n  "a": 1,\n}' })
    const ended = await gitglot(folder, ['check'])
    expect([ended.code, lines(ended)[0], ...lines(ended).slice(-2)]).toStrictEqual([
      1,
      'l/cs.json:3:1: error parse-error: expected a key in double quotes, found `}`',
      'failed: found 1 parse-error, 1 python_brace_format',
      'also 1 warning (1 end_space), 1 note (--fail-on note lists them)',
    ])
  })

  test('--report writes other formats of the same run to files', async () => {
    const folder = createCheckout(files)
    const args = ['check', '--format', 'json', '--report', 'sarif=a.sarif, junit=b=c.xml']
    const { code, out } = await gitglot(folder, args)
    const { runs } = JSON.parse(readFileSync(join(folder, 'a.sarif'), 'utf8'))
    expect([code, JSON.parse(out).findings.length, runs[0].results.length]).toStrictEqual([1, 2, 2])
    expect(readFileSync(join(folder, 'b=c.xml'), 'utf8')).toContain(' failures="1"')
    const refused = await gitglot(folder, ['check', '--report', 'a.sarif'])
    expect(refused).toStrictEqual({
      code: 2,
      out: '',
      err: 'gitglot check: --report needs comma-separated FORMAT=FILE; FORMAT is one of text, json, github, sarif, junit, markdown\n',
    })
    // A change under review may have put a link there.
    writeFilesInto(folder, { 'kept.txt': 'mine' })
    symlinkSync('kept.txt', join(folder, 'd.xml'))
    await gitglot(folder, ['check', '--report', 'junit=d.xml'])
    expect(readFileSync(join(folder, 'kept.txt'), 'utf8')).toBe('mine')
    expect(readFileSync(join(folder, 'd.xml'), 'utf8')).toContain(' failures="1"')
    const lost = await gitglot(folder, ['check', '--report', 'json=no/a.json'])
    expect([lost.code, lost.err]).toStrictEqual([
      2,
      'no/a.json: cannot be written: there is no folder no\n',
    ])
  })

  test.each([
    [
      ['--fail-under', '80'],
      'l/cs.json:1:1: error fail-under: Only 50.0% is translated; at least 80% is required.',
    ],
    [
      ['--require-languages', 'de,fr'],
      'l/en.json:1:1: error require-languages: There is no translation into fr.',
    ],
  ])('%s fails even with --fail-on none', async (args, line) => {
    const ended = await gitglot(createCheckout(files), ['check', '--fail-on', 'none', ...args])
    expect([ended.code, lines(ended)[0], lines(ended).at(-2)]).toStrictEqual([
      1,
      line,
      `failed: found 1 ${args[0]?.slice(2)}`,
    ])
  })

  test('with --require-languages only those must reach --fail-under', async () => {
    const args = ['check', '--fail-on=none', '--fail-under=100', '--require-languages=DE']
    const { code } = await gitglot(createCheckout(files), args)
    expect(code).toBe(0)
  })
})

describe.skipIf(!hasGit())('the gate with a base', () => {
  test('old failures pass', async () => {
    const folder = createTopic(files, {})
    const ended = await gitglot(folder, ['check', '--base', 'main'])
    const base = runGit(folder, 'rev-parse', 'main').slice(0, 12)
    expect(ended).toStrictEqual({ code: 0, out: `passed: found nothing since ${base}\n`, err: '' })
  })

  test.each([
    [
      'a translation that is lost',
      { 'l/cs.json': '{\n  "a": ""\n}\n' },
      'l/cs.json:2:3: error untranslated "a": The string is no longer translated.',
    ],
    [
      'a key that is removed, at the line of the template',
      { 'l/cs.json': '{}' },
      'l/en.json:2:3: error untranslated "a": Czech: The string is no longer translated.',
    ],
    [
      'a file that does not parse',
      { 'l/de.json': '{' },
      'l/de.json:1:2: error parse-error: expected a key in double quotes, found the end of the file',
    ],
  ])('%s fails', async (_, edits, line) => {
    const ended = await gitglot(createTopic(files, edits), ['check', '--base', 'main'])
    expect([ended.code, lines(ended)]).toStrictEqual([1, expect.arrayContaining([line])])
  })

  test('a changed source is one warning at its place, for all translations that did not follow', async () => {
    const folder = createTopic(files, {
      'l/en.json': '{\n  "a": "Hello, {n}",\n  "b": "Good bye."\n}\n',
    })
    const ended = await gitglot(folder, ['check', '--base', 'main'])
    const base = runGit(folder, 'rev-parse', 'main').slice(0, 12)
    expect([ended.code, lines(ended)]).toStrictEqual([
      0,
      [
        'l/en.json:2:3: warning outdated "a" (cs, de): The source changed; the translation did not.',
        `passed: found 1 warning (1 outdated) since ${base}`,
      ],
    ])
    const ignored = await gitglot(folder, ['check', '--base', 'main', '--ignore', 'outdated'])
    expect(lines(ignored)).toStrictEqual([`passed: found nothing since ${base}`])
  })

  test('a newly failing check fails, a new untranslated string does not', async () => {
    const folder = createTopic(files, {
      'l/en.json': '{\n  "a": "Hello {n}",\n  "b": "Good bye.",\n  "c": "See you {n}"\n}\n',
      'l/de.json': '{\n  "a": "Hallo ",\n  "b": "Auf Wiedersehen",\n  "c": "Bis dann"\n}\n',
    })
    const ended = await gitglot(folder, ['check', '--base', 'main'])
    expect([ended.code, lines(ended).slice(0, -1).map(withoutMessage)]).toStrictEqual([
      1,
      ['l/de.json:4:3: error python_brace_format "c": …'],
    ])
  })

  test('a language that is removed fails', async () => {
    const folder = createTopic(files, {})
    runGit(folder, 'rm', '--quiet', 'l/cs.json')
    const ended = await gitglot(folder, ['check', '--base', 'main'])
    expect([ended.code, lines(ended)[0]]).toStrictEqual([
      1,
      'l/en.json:1:1: error untranslated: The translation into Czech was removed.',
    ])
  })

  test('later commits of the base do not count as this change', async () => {
    const folder = createTopic(files, {})
    runGit(folder, 'checkout', '--quiet', 'main')
    writeFilesInto(folder, { 'l/cs.json': '{"a": "Ahoj", "b": "Nashledanou."}' })
    runGit(folder, 'commit', '--quiet', '--all', '--message', 'Translated')
    runGit(folder, 'checkout', '--quiet', 'topic')
    const { code } = await gitglot(folder, ['check', '--base', 'main'])
    expect(code).toBe(0)
  })
})

describe.skipIf(!hasGit())('the gate says why it has no verdict', () => {
  test.each([
    [
      ['--checks', 'end_stop,end_colom'],
      2,
      'gitglot check: --checks: there is no check "end_colom", did you mean end_colon?\n',
    ],
    [
      ['--ignore', 'end_colon,outdatet'],
      2,
      'gitglot check: --ignore: there is no check "outdatet", did you mean outdated?\n',
    ],
    [
      ['--fail-on', 'errors'],
      2,
      'gitglot check: --fail-on needs one of error, warning, note, none; found "errors", did you mean error?\n',
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

  test('an unknown component: 2, and each known one once', async () => {
    const folder = createCheckout({ 'gitglot.yml': shopConfig, 'l/en.json': '{}' })
    const { code, err } = await gitglot(folder, ['check', '--base', 'main', '--component', 'x'])
    expect([code, err]).toEqual([2, 'there is no component "x"; known: shop/web\n'])
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
      'gitglot: not enough history: this clone is shallow and ends at COMMIT; run git fetch --deepen=100, or git fetch --unshallow for all of it\n',
    ])
  })
})
