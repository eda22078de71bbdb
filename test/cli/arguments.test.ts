import { expect, test } from 'vitest'
import { type Command, helpText, parseArguments } from '../../src/cli/arguments.ts'

const serve: Command = {
  name: 'serve',
  summary: 'Serve it.',
  options: [
    { name: 'config', value: 'FILE', description: 'What to serve.' },
    {
      name: 'port',
      value: 'NUMBER',
      description: 'Where.',
      check: (value) => (/^\d+$/.test(value) ? undefined : 'needs a port'),
    },
  ],
  run: async () => 0,
}
const commands = [serve]

test.each([
  ['serve', {}],
  ['serve --config a.yml --port 1', { config: 'a.yml', port: '1' }],
  ['serve --config=a.yml --config=b.yml', { config: 'b.yml' }],
])('%s runs', (line, values) => {
  expect(parseArguments(line.split(' '), commands)).toStrictEqual({
    kind: 'run',
    command: serve,
    values,
  })
})

test.each([
  ['--help', 'help'],
  ['-h', 'help'],
  ['serve --port 1 --help', 'help'],
  ['--version', 'version'],
  ['-V', 'version'],
])('%s is answered', (line, kind) => {
  expect(parseArguments(line.split(' '), commands)).toStrictEqual({ kind })
})

const known = 'known: --config, --port, --help, --version'

test.each([
  ['', 'gitglot: a command is missing; known: serve (see gitglot --help)'],
  ['sevre', 'gitglot: unknown command "sevre", did you mean serve?; known: serve'],
  ['--config x', 'gitglot: unknown option --config; known: --help, --version'],
  ['--help=x', 'gitglot: --help takes no value'],
  ['serve --prot 1', `gitglot serve: unknown option --prot, did you mean --port?; ${known}`],
  ['serve -x', `gitglot serve: unknown option -x; ${known}`],
  ['serve x', `gitglot serve: unexpected argument "x"; ${known}`],
  ['serve --port', 'gitglot serve: --port needs a value: --port NUMBER'],
  ['serve --config=', 'gitglot serve: --config needs a value: --config FILE'],
  ['serve --port x', 'gitglot serve: --port needs a port'],
])('%s is refused', (line, message) => {
  const args = line.split(' ').filter((arg) => arg !== '')
  expect(parseArguments(args, commands)).toStrictEqual({ kind: 'wrong', message })
})

test('the help lists commands and their options', () => {
  expect(helpText(commands).split('\n')).toStrictEqual([
    'Usage: gitglot COMMAND [OPTION...]',
    '',
    '  serve  Serve it.',
    '    --config FILE     What to serve.',
    '    --port NUMBER     Where.',
    '',
    '  -h, --help          Print this help.',
    '  -V, --version       Print the version.',
  ])
})
