import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { createCheckout, gitglot, shopConfig, writeFilesInto } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'
import { main } from '../support/programs.ts'

const config = `${shopConfig}      - { slug: app, name: App, file_format: arb, filemask: a/app_*.arb, template: a/app_en.arb }
`
const files = {
  'gitglot.yml': config,
  'l/en.json': '{"a": "Hello", "b": "Good bye."}',
  'l/de.json': '{"a": "Hallo", "b": "Auf Wiedersehen"}',
  'l/cs.json': '{"a": "Ahoj"}',
  'a/app_en.arb': '{"x": "Yes"}',
  'a/app_de.arb': '{"x": "Ja"}',
}

describe.skipIf(!hasGit())('status', () => {
  test('without the default branch of a bare repository, other refs can be read and are suggested', async () => {
    const bare = join(createTemporaryFolder(), 'shop.git')
    runGit('.', 'clone', '--bare', '--quiet', createCheckout(files), bare)
    const branch = runGit(bare, 'branch', '--format=%(refname:short)').trim()
    runGit(bare, 'symbolic-ref', 'HEAD', 'refs/heads/gone')
    const { code, out } = await gitglot(bare, ['status', '.', '--ref', branch])
    expect([code, out.split('\n', 1)[0]]).toEqual([0, 'shop/web  json l/*.json'])
    const why = `the default branch gone is gone; name another as branch or ref: ${branch}`
    for (const command of ['status', 'discover']) {
      const { code, err } = await gitglot(bare, [command, '.'])
      expect([code, err]).toEqual([3, `gitglot: .: ${why}\n`])
    }
  })

  test('a checkout is shown as it is on disk, a block for each component', async () => {
    const folder = createCheckout(files)
    writeFilesInto(folder, { 'l/cs.json': '{"a": "Ahoj", "b": "Nashledanou."}' })
    expect(await gitglot(folder, ['status'])).toStrictEqual({
      code: 0,
      err: '',
      out: `shop/web  json l/*.json
  100.0% of 6 strings, none left, no errors
  en  English (source)  100.0%  2/2
  cs  Czech             100.0%  2/2
  de  German            100.0%  2/2

shop/app  arb a/app_*.arb
  100.0% of 2 strings, none left, no errors
  en  English (source)  100.0%  1/1
  de  German            100.0%  1/1

2 components: 100.0% of 8 strings, none left, no errors
`,
    })
  })

  test('without a command a checkout is shown too, and elsewhere the commands are', async () => {
    const folder = createCheckout(files)
    expect(await gitglot(folder, [])).toStrictEqual(await gitglot(folder, ['status']))
    const { code, err } = await gitglot(createTemporaryFolder(), [])
    expect([code, err.split('\n', 1)[0]]).toEqual([
      2,
      'Usage: gitglot COMMAND [ARGUMENT...] [OPTION...]',
    ])
  })

  test('--ref takes steps back as Git does', async () => {
    const folder = createCheckout(files, { 'l/cs.json': '{}' })
    const args = ['status', '--ref', 'main~1', '--language', 'cs', '--format', 'csv']
    const { out } = await gitglot(folder, args)
    expect(out.split('\r\n')[1]).toBe('shop/web,cs,l/cs.json,false,2,1,50,0,0,0,3,,0,0,0\n')
  })

  test('components that did not exist at a ref are reported and left out', async () => {
    const { 'a/app_en.arb': en, 'a/app_de.arb': de, ...first } = files
    const folder = createCheckout(first, { 'a/app_en.arb': en, 'a/app_de.arb': de })
    const args = ['status', '--ref', 'main~1', '--format', 'csv']
    const { code, err, out } = await gitglot(folder, args)
    expect([code, err]).toEqual([0, 'did not exist at main~1: shop/app\n'])
    expect(out).not.toContain('app')
  })

  test('--ref shows a commit instead', async () => {
    const folder = createCheckout(files)
    writeFilesInto(folder, { 'l/cs.json': '{"a": "Ahoj", "b": "Nashledanou."}' })
    const args = ['status', '--ref', 'main', '--language', 'CS', '--component', 'web']
    const { out } = await gitglot(folder, args)
    expect(out.split('\n')).toStrictEqual(['shop/web  cs  Czech  50.0%  1/2  1 left', ''])
  })

  test('an unreadable file is reported, and the rest shown', async () => {
    const folder = createCheckout(files, { 'l/de.json': '{"a": 1,}' })
    const { code, out } = await gitglot(join(folder, 'l'), ['status', '--component', 'web'])
    expect([code, out.split('\n')]).toStrictEqual([
      3,
      [
        'shop/web  json l/*.json',
        '  75.0% of 4 strings, 1 left, no errors',
        '  en  English (source)  100.0%  2/2',
        '  cs  Czech              50.0%  1/2          1 left',
        '  de  German                         cannot be read',
        '  ! l/de.json:1:9: expected a key in double quotes, found `}`',
        '',
      ],
    ])
  })

  test('the JSON follows its schema', async () => {
    const folder = createCheckout(files)
    const { out } = await gitglot(folder, ['status', '--format', 'json', '--ref', 'HEAD'])
    const summary: unknown = JSON.parse(out)
    const schema: object = JSON.parse(readFileSync('schemas/status.schema.json', 'utf8'))
    const validate = new Ajv({ allowUnionTypes: true }).compile(schema)
    validate(summary)
    expect(validate.errors).toBe(null)
    const commit = runGit(folder, 'rev-parse', 'HEAD')
    expect(summary).toMatchObject({
      repository: '.',
      total: 8,
      translated: 7,
      translatedPercent: 87.5,
      failing: 1,
      errors: 0,
      warnings: 0,
      notes: 1,
      projects: [{ project: 'shop', name: 'Shop', total: 8, translatedPercent: 87.5 }],
      components: [
        {
          component: 'shop/web',
          commit,
          translations: [
            { language: 'en', isSource: true, filename: 'l/en.json', failingChecks: {} },
            { language: 'cs', translatedPercent: 50, words: 3, translatedWords: 1 },
            { language: 'de', failing: 1, failingChecks: { end_stop: 1 } },
          ],
          alerts: [],
        },
        { component: 'shop/app', commit },
      ],
    })
  })

  test('CSV has a line for each translation', async () => {
    const { out } = await gitglot(createCheckout(files), ['status', '--format', 'csv'])
    expect(out.split('\r\n')).toStrictEqual([
      'component,language,filename,isSource,total,translated,translatedPercent,fuzzy,readOnly,failing,words,outdated,errors,warnings,notes',
      'shop/web,en,l/en.json,true,2,2,100,0,0,0,3,,0,0,0',
      'shop/web,cs,l/cs.json,false,2,1,50,0,0,0,3,,0,0,0',
      'shop/web,de,l/de.json,false,2,2,100,0,0,1,3,,0,0,1',
      'shop/app,en,a/app_en.arb,true,1,1,100,0,0,0,1,,0,0,0',
      'shop/app,de,a/app_de.arb,false,1,1,100,0,0,0,1,,0,0,0\n',
    ])
  })

  test('Markdown is one table', async () => {
    const args = ['status', '--format', 'markdown', '--component', 'web']
    const { out } = await gitglot(createCheckout(files), args)
    expect(out).toBe(`| Component | Language | Translated | Strings | Left | Errors | Warnings |
| --- | --- | ---: | ---: | ---: | ---: | ---: |
| shop/web | English (en), source | 100.0% | 2/2 | 0 | 0 | 0 |
| shop/web | Czech (cs) | 50.0% | 1/2 | 1 | 0 | 0 |
| shop/web | German (de) | 100.0% | 2/2 | 0 | 0 | 0 |
| **All** |  | 83.3% | 5/6 | 1 | 0 | 0 |
`)
  })

  test('no format has a number for a file that cannot be read', async () => {
    const folder = createCheckout(files, { 'l/de.json': '{"a": 1,}' })
    const linesOf = async (format: string) => {
      const args = ['--format', format, '--component', 'web', '--language', 'de']
      return (await gitglot(folder, ['status', ...args])).out.split(/\r?\n/)
    }
    expect((await linesOf('table')).slice(0, 2)).toStrictEqual([
      'shop/web  de  German  cannot be read',
      '  ! l/de.json:1:9: expected a key in double quotes, found `}`',
    ])
    expect((await linesOf('markdown')).slice(2, 4)).toStrictEqual([
      '| shop/web | German (de) | cannot be read |',
      '| **All** |  | cannot be read |',
    ])
    expect((await linesOf('csv'))[1]).toBe('shop/web,de,l/de.json,false,,,,,,,,,,,')
    expect((await linesOf('openmetrics')).filter((line) => /^gitglot_units/.test(line))).toEqual([])
  })

  test('a repository that cannot be read has no percentage', async () => {
    const lost =
      '{ slug: lost, name: Lost, file_format: json, filemask: l/*.json, template: l/en.json }'
    const folder = createCheckout({
      ...files,
      'both.yml': `${config}  - { slug: p, name: P, web: https://p.example, repo: ./gone.git, components: [${lost}] }\n`,
    })
    const { code, out } = await gitglot(folder, ['status', '--config', 'both.yml'])
    expect([code, out.split('\n').filter((line) => /lost|read/.test(line))]).toEqual([
      3,
      [
        'p/lost  json l/*.json',
        '  cannot be read',
        'p: cannot be read',
        '3 components (1 cannot be read): 87.5% of 8 strings, 1 left, no errors',
      ],
    ])
  })

  test('OpenMetrics has a gauge for each state, check and component', async () => {
    const args = ['status', '--format', 'openmetrics', '--component', 'web', '--language', 'de']
    const { out } = await gitglot(createCheckout(files), args)
    expect(out.split('\n')).toStrictEqual([
      '# TYPE gitglot_units gauge',
      '# HELP gitglot_units Strings of a translation by state.',
      'gitglot_units{component="shop/web",language="de",state="total"} 2',
      'gitglot_units{component="shop/web",language="de",state="translated"} 2',
      'gitglot_units{component="shop/web",language="de",state="fuzzy"} 0',
      'gitglot_units{component="shop/web",language="de",state="read_only"} 0',
      'gitglot_units{component="shop/web",language="de",state="failing"} 1',
      'gitglot_units{component="shop/web",language="de",state="errors"} 0',
      'gitglot_units{component="shop/web",language="de",state="warnings"} 0',
      'gitglot_units{component="shop/web",language="de",state="notes"} 1',
      '# TYPE gitglot_failing_units gauge',
      '# HELP gitglot_failing_units Strings of a translation that fail a check.',
      'gitglot_failing_units{component="shop/web",language="de",check="end_stop"} 1',
      '# TYPE gitglot_alerts gauge',
      '# HELP gitglot_alerts Unreadable files and other problems of a component.',
      'gitglot_alerts{component="shop/web"} 0',
      '# EOF',
      '',
    ])
  })

  test('a remote repository is cloned into the cache, and fetched the next time', async () => {
    const folder = createCheckout(files)
    const args = ['status', `file://${folder}`, '--component', 'app', '--format', 'csv']
    const home = createTemporaryFolder()
    const environment = { XDG_CACHE_HOME: join(home, 'cache') }
    const first = await gitglot(home, args, environment)
    expect([first.code, first.out.split('\r\n').slice(1)]).toStrictEqual([
      0,
      [
        'shop/app,en,a/app_en.arb,true,1,1,100,0,0,0,1,,0,0,0',
        'shop/app,de,a/app_de.arb,false,1,1,100,0,0,0,1,,0,0,0\n',
      ],
    ])
    writeFilesInto(folder, { 'a/app_de.arb': '{}' })
    runGit(folder, 'commit', '--quiet', '--all', '--message', 'Second')
    const second = await gitglot(home, args, environment)
    expect(second.out.split('\r\n')[2]).toBe(
      'shop/app,de,a/app_de.arb,false,1,0,0,0,0,0,1,,0,0,0\n',
    )
  })

  test('a configuration without a repository here shows all its components', async () => {
    const folder = createCheckout(files)
    const elsewhere = createTemporaryFolder()
    writeFilesInto(elsewhere, { 'c.yml': config.replace('repo: .', `repo: ${folder}`) })
    const args = ['status', '--config', 'c.yml', '--language', 'cs', '--format', 'csv']
    const { out } = await gitglot(elsewhere, args)
    expect(out.split('\r\n')[1]).toBe('shop/web,cs,l/cs.json,false,2,1,50,0,0,0,3,,0,0,0\n')
  })

  test('a configuration that a repository brings reads no environment', async () => {
    const folder = createCheckout({
      ...files,
      'gitglot.yml': config.replace('name: Shop', `name: '\${SECRET}'`),
    })
    const { code, out, err } = await gitglot(folder, ['status'], { SECRET: 'hidden' })
    expect([code, out, err.includes('hidden')]).toStrictEqual([2, '', false])
  })
})

test.skipIf(!hasGit())('a closed pipe ends it silently', async () => {
  const folder = createCheckout(files)
  const child = spawn(process.execPath, [main, 'status'], { cwd: folder })
  child.stdout.destroy()
  let err = ''
  child.stderr.on('data', (text) => {
    err += text
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect([code, err]).toStrictEqual([141, ''])
})

test.skipIf(!hasGit())('a closed standard error does not end it', () => {
  const other = '{ slug: o, name: O, repo: https://git.example/o.git, filemask: o/*.json'
  const folder = createCheckout({
    ...files,
    'gitglot.yml': `${shopConfig}      - ${other}, file_format: json, template: o/en.json }\n`,
  })
  // The standard error is a pipe that `:` closes at once.
  const script = 'exec 4>&1; { "$@" 2>&1 >&4; echo "code $?" >&4; } | :'
  const command = [process.execPath, main, 'status', '--format', 'csv']
  const { stdout } = spawnSync('sh', ['-c', script, 'sh', ...command], { cwd: folder })
  expect(stdout.toString()).toMatch(/^component,.*l\/en\.json.*code 0\n$/s)
})

describe.skipIf(!hasGit())('status says what is wrong', () => {
  test('no repository: 3', async () => {
    const folder = createTemporaryFolder()
    expect(await gitglot(folder, ['status'])).toStrictEqual({
      code: 3,
      out: '',
      err: `gitglot: .: expected a Git repository, found no .git in ${folder} or above it\n`,
    })
  })

  test('nothing at the path: 2', async () => {
    const { code, err } = await gitglot(createTemporaryFolder(), ['status', './nothing'])
    expect([code, err]).toStrictEqual([
      2,
      './nothing: expected a folder, an address or OWNER/NAME; found nothing there\n',
    ])
  })

  test('an unknown ref: 3', async () => {
    const { code, err } = await gitglot(createCheckout(files), ['status', '--ref', 'nowhere'])
    expect([code, err]).toStrictEqual([
      3,
      'gitglot: nowhere: expected a branch, tag or commit; fetch it first if it is on a remote\n',
    ])
  })

  test.each([
    [['--component', 'wbe'], 'there is no component "wbe"; known: shop/web, shop/app\n'],
    [['--language', 'fr'], 'there is no language "fr"; known: cs, de, en\n'],
    [['--worktree', '--ref', 'main'], 'gitglot status: --worktree and --ref cannot be combined\n'],
  ])('%s: 2', async (args, message) => {
    const { code, err } = await gitglot(createCheckout(files), ['status', ...args])
    expect([code, err]).toStrictEqual([2, message])
  })

  test('a configuration of other repositories: 2', async () => {
    const folder = createCheckout(files)
    writeFilesInto(folder, {
      'other.yml': `${config.replace('repo: .', 'repo: https://git.example.org/a/b.git')}
  - slug: two
    name: Two
    web: https://two.example
    repo: https://git.example.org/c/d.git
    components: [{ slug: w, name: W, file_format: json, filemask: '*.json', template: en.json }]
`,
    })
    const { code, err } = await gitglot(folder, ['status', '.', '--config', 'other.yml'])
    expect([code, err]).toStrictEqual([
      2,
      'other.yml: expected a component of the repository ., found none: repo needs its path (.) or the address of one of its remotes\n',
    ])
  })
})
