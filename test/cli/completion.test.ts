import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { manPage } from '../../scripts/man-page.ts'
import { parseArguments } from '../../src/cli/arguments.ts'
import type { Command } from '../../src/cli/command.ts'
import { commands as all } from '../../src/cli/commands.ts'
import { completionScript } from '../../src/cli/completion/completion.ts'
import { packageVersion } from '../../src/cli/package.ts'
import { UsageError } from '../../src/errors.ts'
import { createCheckout, gitglot, shopConfig } from '../support/command.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

const examples = { 'gitglot show': 'Show it.' }

/** Commands with everything that completion knows, in texts that need quotes. */
const commands: readonly Command[] = [
  {
    name: 'show',
    summary: "Show what's there: [all].",
    operands: [{ name: 'PATH|URL', description: 'Where.' }],
    options: [
      { name: 'format', value: 'FORMAT', choices: ['text', 'json'], description: 'How: text.' },
      { name: 'output', value: 'FILE', description: 'Where to.' },
      { name: 'token', value: 'TOKEN', description: "Anybody's." },
      { name: 'base', short: 'b', value: 'REF', description: 'Since when.' },
      { name: 'force', description: 'Overwrite.' },
    ],
    examples,
    run: async () => 0,
  },
  {
    name: 'shell',
    summary: 'Print.',
    operands: [{ name: 'SHELL', description: 'Which.', choices: ['bash', 'fish'] }],
    options: [],
    examples,
    run: async () => 0,
  },
  {
    name: 'log',
    summary: 'Log.',
    operands: [{ name: 'BASE', description: 'Since when.' }],
    options: [],
    examples,
    run: async () => 0,
  },
]

function hasShell(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).status === 0
}

/** A folder with the script and two files. */
function folderFor(shell: string): string {
  const folder = createTemporaryFolder()
  writeFileSync(join(folder, 'script'), completionScript(shell, commands))
  const names = '#!/bin/sh\n[ "$*" = "completion refs" ] && printf "main\\nv1.0\\nv2.0\\n"\n'
  writeFileSync(join(folder, 'gitglot'), names, { mode: 0o755 })
  writeFileSync(join(folder, 'my file.txt'), '')
  writeFileSync(join(folder, 'other.txt'), '')
  return folder
}

/** Its `gitglot` is the one that a script finds. */
function inFolder(folder: string) {
  return { cwd: folder, env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` } }
}

/** What each line is completed with; the last word is what is typed so far. */
const lines: readonly (readonly [line: string, expected: readonly string[]])[] = [
  ['gitglot sh', ['show', 'shell']],
  ['gitglot show --fo', ['--format', '--force']],
  ['gitglot show --format ', ['text', 'json']],
  ['gitglot show --format j', ['json']],
  ['gitglot show --output m', ['my file.txt']],
  ['gitglot show o', ['other.txt']],
  ['gitglot show --force --t', ['--token']],
  ['gitglot show --base ', ['main', 'v1.0', 'v2.0']],
  ['gitglot show --base v', ['v1.0', 'v2.0']],
  ['gitglot log m', ['main']],
  ['gitglot log --h', ['--help']],
  ['gitglot shell b', ['bash']],
]

describe.skipIf(!hasShell('bash'))('bash', () => {
  const folder = folderFor('bash')
  function complete(words: readonly string[]): string[] {
    const quoted = words.map((word) => `'${word}'`).join(' ')
    const script = `source ./script; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _gitglot; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], {
      ...inFolder(folder),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout.split('\n').filter((line) => line !== '')
  }

  test.each(lines)('%s', (line, expected) => {
    expect(complete(line.split(' '))).toEqual(expected)
  })

  // bash takes = for a word of its own.
  test.each([
    [
      ['gitglot', 'show', '--format', '='],
      ['text', 'json'],
    ],
    [['gitglot', 'show', '--format', '=', 'te'], ['text']],
    [['gitglot', 'show', '--token', ''], []],
    [['gitglot', 'nothing', ''], []],
  ])('%j', (words, expected) => {
    expect(complete(words)).toEqual(expected)
  })
})

// Not on every machine.
describe.skipIf(!hasShell('fish'))('fish', () => {
  const folder = folderFor('fish')
  test.each(lines)('%s', (line, expected) => {
    const script = `source ./script; complete --do-complete '${line}'`
    const { stdout } = spawnSync('fish', ['-c', script], {
      ...inFolder(folder),
      encoding: 'utf8',
    })
    const completions = stdout.split('\n').filter((line) => line !== '')
    expect(completions.map((line) => line.split('\t')[0]).sort()).toEqual([...expected].sort())
  })
})

describe.skipIf(!hasGit())('the names of a checkout', () => {
  const folder = createCheckout({
    'gitglot.yml': shopConfig,
    'l/en.json': '{"a": "b"}',
    'l/de.json': '{"a": "c"}',
  })
  runGit(folder, 'branch', '$(touch,x)')
  runGit(folder, 'tag', 'v1.0')
  test.each([
    ['refs', 'main\nv1.0\n'],
    ['components', 'shop/web\n'],
    ['languages', 'de\nen\n'],
  ])('%s', async (kind, out) => {
    expect(await gitglot(folder, ['completion', kind])).toStrictEqual({ code: 0, out, err: '' })
  })

  test('of checks are known everywhere, others only in a checkout', async () => {
    const elsewhere = createTemporaryFolder()
    const { out } = await gitglot(elsewhere, ['completion', 'checks'])
    expect(out.split('\n').slice(0, 2)).toStrictEqual(['same', 'accelerator'])
    const none = await gitglot(elsewhere, ['completion', 'languages'])
    expect(none).toStrictEqual({ code: 0, out: '', err: '' })
  })
})

// Not on every machine; pressing keys needs a terminal, so it is only read.
describe.skipIf(!hasShell('zsh'))('zsh', () => {
  test('the script is read without errors', () => {
    const args = ['-f', '-c', 'compdef() { print $1 $2 }; source ./script']
    const { status, stdout, stderr } = spawnSync('zsh', args, {
      cwd: folderFor('zsh'),
      encoding: 'utf8',
    })
    expect([status, stdout, stderr]).toEqual([0, '_gitglot gitglot\n', ''])
  })
})

test('the zsh script quotes what separates its parts', () => {
  const script = completionScript('zsh', commands)
  expect(script).toContain(`'show:Show what'\\''s there: [all].'`)
  expect(script).toContain(`'--format=[How\\: text.]:FORMAT:(text json)'`)
  expect(script).toContain(`'1:PATH|URL:_files'`)
})

test('a shell that is not known is refused', () => {
  expect(() => parseArguments(['completion', 'fisch'], all)).toThrow(
    new UsageError(
      'gitglot completion: SHELL|NAMES needs one of bash, zsh, fish, refs, checks, components, languages; found "fisch", did you mean fish?',
    ),
  )
})

describe('the manual page', () => {
  test('agrees with the commands: npm run man writes it', () => {
    expect(readFileSync('man/gitglot.1', 'utf8')).toBe(manPage(all, packageVersion()))
  })

  test('has no line that a formatter would read as a request', () => {
    const [first] = commands
    const odd = [{ ...first, summary: '.so /etc/passwd', operands: [] } as Command]
    const page = manPage(odd, '1')
    expect(page).toContain('\n\\&.so /etc/passwd\n')
    expect(page).toContain('\n.B \\-\\-format text|json\nHow: text.\n')
  })

  test.skipIf(spawnSync('groff', ['--version']).status !== 0)(
    'is formatted without warnings',
    () => {
      const args = ['-man', '-ww', '-Tutf8', 'man/gitglot.1']
      const { status, stderr } = spawnSync('groff', args, { encoding: 'utf8' })
      expect([status, stderr]).toEqual([0, ''])
    },
  )
})
