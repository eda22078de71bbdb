// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the syntax that is tested
import { expect, test } from 'vitest'
import { problems, withComponent, withProject } from './support.ts'

const long = 'x'.repeat(101)

/** A line of the component, and its problem. */
const wrongComponents: readonly (readonly [line: string, problem: string])[] = [
  ['slug: a b', 'slug: needs letters, digits, underscores or hyphens only'],
  ['slug: "-"', 'slug: is a prohibited name'],
  ['slug: ""', 'slug: is empty'],
  [`slug: ${long}`, 'slug: needs at most 100 characters'],
  [`name: ${long}`, 'name: needs at most 100 characters'],
  ['name: 12', 'name: needs a text, found 12: put it in quotes'],
  ['name: [a]', 'name: needs a text, found a list'],
  ['name:', "name: needs a text, found nothing; an empty text is ''"],
  ['tempalte: a', 'tempalte: unknown field; did you mean template?'],
  ['constructor: a', 'constructor: unknown field'],
  ['zzz: a', 'zzz: unknown field'],
  ['filemask: l10n/de.json', 'filemask: needs a *'],
  ['filemask: /l10n/*', 'filemask: needs a path relative to the root of the repository'],
  ['filemask: ../*.json', 'filemask: needs a path without ..'],
  ['filemask: a/../*.json', 'filemask: needs a path without ..'],
  ['filemask: ./a//*.json', 'filemask: needs the simplest form of the path: a/*.json'],
  ['filemask: a/*/', 'filemask: needs the simplest form of the path: a/*'],
  ['filemask: "a\\0/*"', 'filemask: needs a path without control characters'],
  [`filemask: ${'x/'.repeat(200)}*`, 'filemask: needs at most 400 characters'],
  ['template: .', 'template: needs the path of a file'],
  ['new_base: a/..', 'new_base: needs a path without ..'],
  ['screenshot_filemask: a', 'screenshot_filemask: needs a *'],
  ['file_format: jsonnested', 'file_format: is unknown; did you mean json-nested?'],
  ['file_format: aresource', 'template: is required for aresource'],
  ['file_format: document', 'template: is required for document'],
  [
    'file_format: document\n        filemask: docs/**/*/x.md\n        template: docs/x.md',
    'filemask: allows ** only at the end, as in docs/*/**',
  ],
  [
    'file_format: document\n        filemask: docs/*/**\n        template: docs/a.md',
    'template: needs the path of a folder, as the filemask has',
  ],
  [
    'file_format: document\n        filemask: "*.md"\n        template: docs/**',
    'template: needs the path of a document, as the filemask has',
  ],
  [
    'file_format: document\n        filemask: docs/**\n        template: doc/**',
    'filemask: needs a * for the language, or the folder of the template',
  ],
  [
    'file_format: document\n        filemask: a.md\n        template: a.md',
    'filemask: needs a * for the language',
  ],
  ['priority: 90', 'priority: needs one of 60, 80, 100, 120, 140'],
  ['priority: "80"', 'priority: needs a whole number'],
  ['priority: 80.5', 'priority: needs a whole number'],
  ['max_bytes: 1 MB', 'max_bytes: needs a size such as 64 MiB, or a whole number of bytes'],
  ['max_bytes: 9999999 TiB', 'max_bytes: needs a size such as 64 MiB, or a whole number of bytes'],
  ['max_bytes: 0 KiB', 'max_bytes: needs at least 1'],
  ['max_bytes: 1.5', 'max_bytes: needs a size such as 64 MiB, or a whole number of bytes'],
  ['update_interval: 0', 'update_interval: needs at least 1'],
  ['commit_pending_age: 2161', 'commit_pending_age: needs at most 2160'],
  ['is_glossary: yes', 'is_glossary: needs true or false'],
  ['enforced_checks: same', 'enforced_checks: needs a list of texts'],
  ['severity: error', 'severity: needs a mapping'],
  ['severity: { same: fatal }', 'severity: same needs one of error, warning, note'],
  ['source_language: "en us"', 'source_language: needs a language code'],
  ['intermediate: a.json', 'intermediate: needs a template'],
  ['key_filter: a', 'key_filter: needs a template'],
  ['suggestion_autoaccept: 1', 'suggestion_autoaccept: needs 0 or at least 2'],
  ['suggestion_autoaccept: 2', 'suggestion_autoaccept: needs suggestion_voting: true'],
  ['new_lang: url', 'new_lang: needs instructions in the project'],
  ['report_source_bugs: me', 'report_source_bugs: needs an e-mail address'],
  ['variant_regex: a?', 'variant_regex: matches the empty text'],
  ['repoweb: https://x/%(file)s', 'repoweb: needs {{filename}} instead of %(file)s'],
  ['repoweb: ftp://x/{{line}}', 'repoweb: needs an http or https address'],
  ['branch: a..b', 'branch: "a..b" is not the name of a branch'],
  ['check_flags: "a:\\""', 'check_flags: expected a closing quote at character 3 of the flags'],
  ['check_flags: "max-length:many"', 'check_flags: max-length needs one number'],
  ['check_flags: "read-only, ignore-smae"', 'check_flags: unknown flag ignore-smae'],
  ['repo: ""', 'repo: is required, here or in the project'],
  ['repo: --upload-pack=x', 'repo: "--upload-pack=x" is not the address of a repository'],
  [
    'repo: ftp://x/y',
    'repo: ftp://x/y: unknown scheme ftp, expected https, http, ssh, file or a path',
  ],
  ['repo: https://${HOST}/x', 'repo: the environment variable HOST is not set'],
  [
    'repo: https://${a-b}/x',
    'repo: needs the name of an environment variable in ${}; a plain ${ is $${',
  ],
  ['repo_file: x', 'repo_file: cannot be read: there are no files'],
  ['repo: "local:"\n        vcs: git', 'vcs: needs local because repo is local:'],
  ['vcs: local\n        repo: x', 'repo: needs local: because vcs is local'],
  ['repo: weblate://p/c', 'repo: links to itself'],
  ['repo: weblate://p/x', 'repo: there is no component p/x'],
  ['repo: weblate://p', 'repo: needs weblate://project/component'],
]

test.each(wrongComponents)('component: %s', (line, problem) => {
  const messages = problems(withComponent(...line.split(/\n */)))
  expect(
    messages.map((text) => text.replace(/^\d+: projects\[0\]\.components\[0\]\./, '')),
  ).toStrictEqual([problem])
})

const wrongProjects: readonly (readonly [line: string, problem: string])[] = [
  [`slug: ${'x'.repeat(61)}`, 'slug: needs at most 60 characters'],
  ['web: example.org', 'web: needs an http or https address'],
  ['web: "javascript://x"', 'web: needs an http or https address'],
  ['web: http://localhost/', 'web: needs a public host name'],
  ['web: http://[::1]/', 'web: needs a public host name'],
  ['web: http://127.0.0.1:80/', 'web: needs a public host name'],
  ['language_aliases: "a:b:c"', 'language_aliases: needs file_code:weblate_code, comma separated'],
  ['language_aliases: "a:b,"', 'language_aliases: needs file_code:weblate_code, comma separated'],
  ['enable_hooks: 1', 'enable_hooks: needs true or false'],
  ['filemask: "*"', 'filemask: unknown field'],
]

test.each(wrongProjects)('project: %s', (line, problem) => {
  const messages = problems(withProject([line]))
  expect(messages.map((text) => text.replace(/^\d+: projects\[0\]\./, ''))).toStrictEqual([problem])
})

test.each([
  ['base_url: ftp://x', '1: base_url: needs an http or https address'],
  ['base_url: https://x/?a', '1: base_url: needs an address without user, query and fragment'],
  [
    'trusted_proxies: [10.0.0.0/33]',
    '1: trusted_proxies: needs IP addresses or ranges such as 10.0.0.0/8, found "10.0.0.0/33"',
  ],
  [
    'trusted_proxies: [10.0.0.1/abc, 10.0.0.1, foo]',
    '1: trusted_proxies: needs IP addresses or ranges such as 10.0.0.0/8, found "10.0.0.1/abc", "foo"',
  ],
  [
    `tokens: [{ name: a, hash: 'sha256:${'0'.repeat(64)}', scopes: [bogus, read, admin] }]`,
    '1: tokens[0].scopes: needs read, refresh or metrics, found bogus, admin',
  ],
  [
    `tokens: [{ name: a, hash: 'sha256:${'0'.repeat(64)}', projects: [shop, app] }]`,
    '1: tokens[0].projects: needs slugs of projects, found shop, app',
  ],
  ...['http://localhost:9151', 'localhost:9151/', 'LOCALHOST:9151', ''].map((host) => [
    `redirect_hosts: [git.example.org, 'localhost:9151', '[::1]:80', '${host}']`,
    `1: redirect_hosts: needs hosts in lower case such as git.example.org:8443, found "${host}"`,
  ]),
  ['datadir: x', '1: datadir: unknown field; did you mean data_dir?'],
])('site: %s', (line, problem) => {
  expect(problems(`${line}\nprojects: []`)).toStrictEqual([problem])
})

test('all problems are reported at once, by line', () => {
  const text = [
    'site: x',
    'projects:',
    '  - slug: p',
    '    name: P',
    '    web: nowhere',
    '    components:',
    '      - slug: a',
    '        name: A',
    '        repo: x',
    '        file_format: tbx',
    '        filemask: a',
    '        template: t',
    '        intermediate: t',
    '      - slug: a',
    '        name: A',
    '        priority: 1',
    '        repo: weblate://p/b',
    '        branch: b',
    '      - slug: b',
    '        name: B',
    '        repo: weblate://p/a',
    '        file_format: json',
    '      - text',
    '  - {slug: p, name: P}',
  ]
  expect(problems(text.join('\n'))).toStrictEqual([
    '1: site: unknown field; did you mean site_title?',
    '5: projects[0].web: needs an http or https address',
    '11: projects[0].components[0].filemask: needs a *',
    '12: projects[0].components[0].template: needs to be empty for tbx',
    '13: projects[0].components[0].intermediate: needs to differ from the template',
    '14: projects[0].components[1].filemask: is required',
    '14: projects[0].components[1].file_format: is required',
    '14: projects[0].components[1].slug: a is already used by projects[0].components[0]',
    '15: projects[0].components[1].name: A is already used by projects[0].components[0]',
    '16: projects[0].components[1].priority: needs one of 60, 80, 100, 120, 140',
    '17: projects[0].components[1].repo: p/b is itself linked to another component',
    '18: projects[0].components[1].branch: needs to be empty: the linked component sets it',
    '19: projects[0].components[2].filemask: is required',
    '21: projects[0].components[2].repo: p/a is itself linked to another component',
    '23: projects[0].components[3]: needs a mapping',
    '24: projects[1].repo: is required in a project without components',
    '24: projects[1].slug: p is already used by projects[0]',
    '24: projects[1].name: P is already used by projects[0]',
  ])
})

test('messages contain no secrets', () => {
  const environment = { TOKEN: 'hunter2' }
  const lines = ['repo: https://x:${TOKEN}@/p.git', 'push: ftp://x:${TOKEN}@example.org/']
  expect(problems(withComponent(...lines), { environment }).join()).not.toContain('hunter2')
})

test('repo and repo_file conflict', () => {
  const text = withComponent('repo: x', 'repo_file: y')
  expect(problems(text)).toStrictEqual([
    '12: projects[0].components[0].repo_file: conflicts with repo: keep one',
  ])
})
