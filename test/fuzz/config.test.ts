// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the syntax that is read
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'vitest'
import { ConfigError } from '../../src/errors.ts'
import { read, withComponent, withProject } from '../config/support.ts'
import { fuzz } from './mutate.ts'

const fixtures = join(import.meta.dirname, '../../fixtures')

const seeds = [
  readFileSync(join(fixtures, 'demo.yml'), 'utf8'),
  withProject(
    ['language_aliases: a:b', 'check_flags: placeholders:r"a+"', 'branch: main'],
    ['key_filter: ^a', 'template: l10n/en.json', 'max_bytes: 64 MiB', 'push: a@b.cz:c.git'],
  ),
  withComponent('<<: &a {priority: 80}', 'links: [x]', 'variant_regex: (a)', 'repoweb: "{{a}}"'),
  'a: &a [x]\nb: &b [*a, *a]\n<<: {c: *b}\nprojects: []\nmax_object_bytes: 1 KiB\n',
]

const tokens = [
  ...[': ', '- ', '? ', '\n', '\n  ', '\t', '{', '}', '[', ']', ', ', '"', "'", '|\n', '>\n', '#'],
  ...['&a ', '*a', '<<: ', '<<: *a', '!!str ', '!x ', '---\n', '...\n', '%YAML 1.2\n', '\u0000'],
  ...['${HOME}', '$${', '~', 'null', '.inf', '0x10', '1e3', '2001-01-01', '__proto__: ', '\ufeff'],
  ...[
    'filemask: ',
    'key_filter: "(a+)+$"',
    'language_regex: "["',
    'repo: ',
    'https://a:b@c/',
    '../',
  ],
  ...['64 MiB', '9'.repeat(20), '-1', 'components:\n', 'projects:\n', 'slug: ', '\u{1f600}', '* '],
]

test('damaged configurations are read or fail with ConfigError', () => {
  fuzz({
    rounds: 400,
    seeds: seeds.map((text) => Buffer.from(text)),
    tokens,
    expected: ConfigError,
    run: (bytes) => void read(bytes.toString()),
  })
})
