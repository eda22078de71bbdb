import { expect, test } from 'vitest'
import { parseArguments } from '../../src/cli/arguments.ts'
import type { Command } from '../../src/cli/command.ts'
import { commandHelp, helpText } from '../../src/cli/help.ts'
import { UsageError } from '../../src/errors.ts'

const serve: Command = {
  name: 'serve',
  summary: 'Serve it.',
  operands: [],
  options: [
    { name: 'config', value: 'FILE', description: 'What to serve.' },
    {
      name: 'port',
      value: 'NUMBER',
      description: 'Where.',
      check: (value) => (/^\d+$/.test(value) ? undefined : 'needs a port'),
    },
  ],
  examples: {
    'gitglot serve': 'Serve.',
    'gitglot serve --port 1': 'Serve there.',
  },
  run: async () => 0,
}
const diff: Command = {
  name: 'diff',
  summary: 'Compare.',
  operands: [
    { name: 'BASE', description: 'From where.', isRequired: true },
    { name: 'HEAD', description: 'To where.' },
  ],
  options: [
    { name: 'format', value: 'FORMAT', choices: ['text', 'json'], description: 'How: text.' },
    { name: 'all', description: 'Everything.' },
  ],
  examples: {
    'gitglot diff main': 'Since main.',
    'gitglot diff v1 v2': 'Between two tags.',
  },
  run: async () => 0,
}
const commands = [serve, diff]

test.each([
  ['serve', serve, [], {}, []],
  ['serve --config a.yml --port 1', serve, [], { config: 'a.yml', port: '1' }, []],
  ['serve --config=a.yml --config=b.yml', serve, [], { config: 'b.yml' }, []],
  ['diff main', diff, ['main'], {}, []],
  ['diff main --all --format json v2', diff, ['main', 'v2'], { format: 'json' }, ['all']],
  ['diff -- --all', diff, ['--all'], {}, []],
] as const)('%s runs', (line, command, operands, values, switches) => {
  expect(parseArguments(line.split(' '), commands)).toStrictEqual({
    kind: 'run',
    command,
    args: { operands, values, switches: new Set(switches) },
  })
})

test.each([
  ['--', { kind: 'missing' }],
  ['--help', { kind: 'help', command: undefined }],
  ['-h', { kind: 'help', command: undefined }],
  ['serve --port 1 --help', { kind: 'help', command: serve }],
  ['diff -h', { kind: 'help', command: diff }],
  ['--version', { kind: 'version' }],
  ['serve -V', { kind: 'version' }],
] as const)('%s is answered', (line, expected) => {
  expect(parseArguments(line.split(' '), commands)).toStrictEqual(expected)
})

const options = 'known: --config, --port, --help, --version'

test.each([
  ['sevre', 'gitglot: unknown command "sevre", did you mean serve?; known: serve, diff'],
  ['--config x', 'gitglot: unknown option --config; known: --help, --version'],
  ['--help=x', 'gitglot: --help takes no value'],
  ['serve --help=x', 'gitglot serve: --help takes no value'],
  ['serve --prot 1', `gitglot serve: unknown option --prot, did you mean --port?; ${options}`],
  ['serve -x', `gitglot serve: unknown option -x; ${options}`],
  ['serve x', `gitglot serve: unexpected argument "x"; ${options}`],
  ['serve --port', 'gitglot serve: --port needs a value: --port NUMBER'],
  ['serve --config=', 'gitglot serve: --config needs a value: --config FILE'],
  ['serve --port x', 'gitglot serve: --port needs a port'],
  ['diff', 'gitglot diff: BASE is missing: From where.'],
  ['diff a --all=b', 'gitglot diff: --all takes no value'],
  ['diff a --format', 'gitglot diff: --format needs a value: --format text|json'],
  [
    'diff a --format jsn',
    'gitglot diff: --format needs one of text, json; found "jsn", did you mean json?',
  ],
])('%s is refused', (line, message) => {
  expect(() => parseArguments(line.split(' '), commands)).toThrow(new UsageError(message))
})

test('the help lists the commands', () => {
  expect(helpText(commands).split('\n')).toStrictEqual([
    'Usage: gitglot COMMAND [ARGUMENT...] [OPTION...]',
    '',
    '  serve  Serve it.',
    '  diff   Compare.',
    '',
    '  -h, --help     Print this help.',
    '  -V, --version  Print the version.',
    '',
    'Run gitglot COMMAND --help for the options of a command.',
  ])
})

test('the help of a command lists its operands and options, and shows two examples', () => {
  expect(commandHelp(diff).split('\n')).toStrictEqual([
    'Usage: gitglot diff BASE [HEAD] [OPTION...]',
    '',
    'Compare.',
    '',
    '  BASE                From where.',
    '  HEAD                To where.',
    '  --format text|json  How: text.',
    '  --all               Everything.',
    '  -h, --help          Print this help.',
    '  -V, --version       Print the version.',
    '',
    'Examples:',
    '  gitglot diff main',
    '      Since main.',
    '  gitglot diff v1 v2',
    '      Between two tags.',
  ])
})
