// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is the syntax that is tested
import { expect, test } from 'vitest'
import { onlyComponent, read, withComponent, withProject } from './support.ts'

test('every default is filled in', () => {
  expect(read(withComponent())).toStrictEqual({
    check: { failOn: '', failUnder: undefined, requireLanguages: [], ignore: [] },
    dataDir: '/etc/.gitglot',
    baseUrl: undefined,
    siteTitle: 'gitglot',
    trustedProxies: [],
    maxAge: 0,
    staleWhileRevalidate: 0,
    staleIfError: 0,
    redis: '',
    requestTimeout: 10,
    rateLimit: '',
    maxObjectBytes: 67_108_864,
    memory: undefined,
    disk: 10_737_418_240,
    maxRemoteBytes: 2_147_483_648,
    maxGitMemory: 1_073_741_824,
    remoteTimeout: 60,
    transferTimeout: 3600,
    weblate: '2026.10',
    redirectHosts: [],
    hookSecret: '',
    logLevel: 'info',
    logFormat: 'text',
    requireLogin: false,
    userHeader: '',
    groupsHeader: '',
    authors: true,
    bots: [],
    tokens: [],
    projects: [
      {
        slug: 'p',
        name: 'P',
        web: 'https://example.org/',
        weblate: '',
        instructions: '',
        languageAliases: '',
        checkFlags: '',
        translationReview: false,
        sourceReview: false,
        severity: {},
        accessControl: 'public',
        check: { failOn: '', failUnder: undefined, requireLanguages: [], ignore: [] },
        members: [],
        enableHooks: true,
        categories: [],
        components: [
          {
            slug: 'c',
            name: 'C',
            category: '',
            links: [],
            vcs: 'git',
            repo: 'https://example.org/p.git',
            branch: '',
            weblate: '2026.10',
            linkedComponent: undefined,
            filemask: 'l10n/*.json',
            template: '',
            editTemplate: true,
            intermediate: '',
            newBase: '',
            fileFormat: 'json',
            fileFormatParams: {},
            sourceLanguage: 'en',
            languageRegex: '^[^.]+$',
            keyFilter: '',
            maxBytes: 1024 ** 3,
            maxUnits: 10_000_000,
            license: '',
            newLang: 'add',
            languageCodeStyle: '',
            checkFlags: '',
            severity: {},
            priority: 100,
            repoweb: '',
            gitExport: false,
            reportSourceBugs: '',
            agreement: '',
            isGlossary: false,
            glossaryColor: 'silver',
            allowTranslationPropagation: true,
            manageUnits: false,
            enableSuggestions: true,
            suggestionVoting: false,
            suggestionAutoaccept: 0,
            pushBranch: '',
            push: '',
            screenshotFilemask: '',
            variantRegex: '',
            restricted: false,
            enforcedChecks: [],
            mergeStyle: 'rebase',
            pushOnCommit: true,
            commitPendingAge: 24,
            autoLockError: true,
            stateFrom: 'commit',
            mirrorBaseline: '',
            updateInterval: 300,
          },
        ],
      },
    ],
  })
})

test('the configuration is deeply frozen', () => {
  const config = read(withComponent('enforced_checks: [same]'))
  const parts = [config, config.projects, config.projects[0], onlyComponent(config).enforcedChecks]
  expect(parts.map(Object.isFrozen)).toStrictEqual([true, true, true, true])
})

test('the fields of the site are read, and base_url loses its last slash', () => {
  const text = [
    "weblate: '5.14'",
    'data_dir: ../var/gitglot',
    'base_url: https://l10n.example.org/status/',
    'site_title: Translations',
    "trusted_proxies: [10.0.0.0/8, '::1']",
    'max_age: 60',
    'stale_while_revalidate: 3600',
    'stale_if_error: 86400',
    'redis: redis://cache.example:6379',
    'request_timeout: 30',
    'rate_limit: 100/minute',
    'max_object_bytes: 1000',
    'memory: 96 MiB',
    'disk: 512 MiB',
    'max_remote_bytes: 100 MiB',
    'max_git_memory: 64 MiB',
    'remote_timeout: 5',
    'transfer_timeout: 60',
    'redirect_hosts: [git.example.org]',
    'hook_secret: s',
    'require_login: true',
    'user_header: X-User',
    'groups_header: X-Groups',
    'authors: false',
    'bots: ["*-bot@example.org"]',
    `tokens: [{name: a, hash: 'sha256:${'0'.repeat(64)}', scopes: [read]}]`,
    'projects: []',
  ]
  expect(read(text.join('\n'))).toStrictEqual({
    weblate: '5.14',
    dataDir: '/var/gitglot',
    baseUrl: 'https://l10n.example.org/status',
    siteTitle: 'Translations',
    trustedProxies: ['10.0.0.0/8', '::1'],
    maxAge: 60,
    staleWhileRevalidate: 3600,
    staleIfError: 86_400,
    redis: 'redis://cache.example:6379',
    requestTimeout: 30,
    rateLimit: '100/minute',
    maxObjectBytes: 1000,
    memory: 100_663_296,
    disk: 536_870_912,
    maxRemoteBytes: 104_857_600,
    maxGitMemory: 67_108_864,
    remoteTimeout: 5,
    transferTimeout: 60,
    redirectHosts: ['git.example.org'],
    hookSecret: 's',
    logLevel: 'info',
    logFormat: 'text',
    requireLogin: true,
    userHeader: 'X-User',
    groupsHeader: 'X-Groups',
    authors: false,
    bots: ['*-bot@example.org'],
    check: { failOn: '', failUnder: undefined, requireLanguages: [], ignore: [] },
    projects: [],
    tokens: [{ name: 'a', hash: `sha256:${'0'.repeat(64)}`, scopes: ['read'], projects: [] }],
  })
})

const shared = ['branch: next', 'state_from: commit', 'update_interval: 60']

test.each([
  { name: 'a project', component: [], expected: ['next', 'commit', 60] },
  {
    name: 'a component before its project',
    component: ['branch: ""', 'state_from: commit', 'update_interval: 7'],
    expected: ['', 'commit', 7],
  },
])('branch, state_from and update_interval come from $name', ({ component, expected }) => {
  const { branch, stateFrom, updateInterval } = onlyComponent(read(withProject(shared, component)))
  expect([branch, stateFrom, updateInterval]).toStrictEqual(expected)
})

test.each([
  { given: 'demo.git', expected: '/etc/demo.git' },
  { given: '../srv/x', expected: '/srv/x' },
  { given: '/srv/x', expected: '/srv/x' },
  { given: 'file:///srv/x', expected: 'file:///srv/x' },
  { given: 'git@example.org:x.git', expected: 'git@example.org:x.git' },
  { given: 'example.org:x.git', expected: 'example.org:x.git' },
  { given: 'ssh://git@example.org/x', expected: 'ssh://git@example.org/x' },
  { given: 'https://u:p@example.org/x', expected: 'https://u:p@example.org/x' },
])('the repository $given is read as $expected', ({ given, expected }) => {
  expect(onlyComponent(read(withComponent(`repo: ${given}`))).repo).toBe(expected)
})

test('a glossary, a tbx component and a component without a repository have the defaults of Weblate', () => {
  const of = (...lines: readonly string[]) => {
    const component = onlyComponent(read(withComponent(...lines)))
    const { vcs, repo, branch, filemask, fileFormat, newLang, manageUnits } = component
    const { allowTranslationPropagation } = component
    return [
      vcs,
      repo,
      branch,
      filemask,
      fileFormat,
      newLang,
      manageUnits,
      allowTranslationPropagation,
    ]
  }
  const url = 'https://example.org/p.git'
  expect([
    of('file_format: tbx', 'is_glossary: true'),
    of('file_format: tbx'),
    of('vcs: local', 'is_glossary: true'),
    of('is_glossary: true', 'new_lang: add', 'manage_units: false'),
  ]).toStrictEqual([
    ['git', url, '', 'l10n/*.json', 'tbx', 'none', true, false],
    ['git', url, '', 'l10n/*.json', 'tbx', 'none', false, true],
    ['local', 'local:', 'main', 'l10n/*.json', 'json', 'none', true, false],
    ['git', url, '', 'l10n/*.json', 'json', 'add', false, false],
  ])
})

test('a component without a repository needs no files', () => {
  const text = [
    'projects:',
    '  - {slug: p, name: P, web: "https://example.org", components: [',
    '    {slug: a, name: A, vcs: local}, {slug: b, name: B, repo: "local:"}]}',
  ]
  const components = read(text.join('\n')).projects[0]?.components
  expect(
    components?.map(({ vcs, repo, filemask, fileFormat }) => [vcs, repo, filemask, fileFormat]),
  ).toStrictEqual([
    ['local', 'local:', '*.tbx', 'tbx'],
    ['local', 'local:', '*.tbx', 'tbx'],
  ])
})

test('a linked component has the repository, branch and push address of its target', () => {
  const linked = 'repo: "weblate://p/c", filemask: "m/*.json", file_format: json'
  const fields = [
    'branch: v2',
    'push: "https://x:secret@example.org/push.git"',
    'push_branch: l10n',
  ]
  const text = `${withComponent(...fields)}\n      - {slug: d, name: D, ${linked}}`
  const [target, component] = read(text).projects[0]?.components ?? []
  const shared = {
    repo: 'https://example.org/p.git',
    branch: 'v2',
    push: 'https://example.org/push.git',
    pushBranch: 'l10n',
  }
  expect(target).toMatchObject({ ...shared, linkedComponent: undefined })
  expect(component).toMatchObject({ ...shared, linkedComponent: 'p/c' })
})

test('a public component does not show the push address of a private one', () => {
  const fields = ['push: "https://example.org/push.git"', 'push_branch: l10n']
  const text = `${withComponent(...fields)}
  - slug: q
    name: Q
    web: https://q.example
    components:
      - {slug: d, name: D, repo: "weblate://p/c", filemask: "m/*.json", file_format: json}
`
  const hidden = text.replace('slug: p', 'slug: p\n    access_control: private')
  const linked = read(hidden).projects[1]?.components[0]
  expect(linked).toMatchObject({ push: '', pushBranch: '', linkedComponent: undefined })
})

test('a linked component ignores the branch of its project', () => {
  const linked = 'repo: "weblate://p/c", filemask: "m/*.json", file_format: json'
  const text = `${withProject(['branch: v1'], ['branch: v2'])}\n      - {slug: d, name: D, ${linked}}`
  expect(read(text).projects[0]?.components[1]?.branch).toBe('v2')
})

test('variables in texts are expanded once, and $${ is a plain ${', () => {
  const environment = { TOKEN: 'a${B}', NAME: 'Site' }
  const lines = [
    'repo: https://x:${TOKEN}@example.org/${NAME}.git',
    "agreement: '$${TOKEN} $NAME $'",
  ]
  const { repo, agreement } = onlyComponent(read(withComponent(...lines), { environment }))
  expect([repo, agreement]).toStrictEqual([
    'https://x:a${B}@example.org/Site.git',
    '${TOKEN} $NAME $',
  ])
})

test('a secret is read from a file beside the configuration, without its last line break', () => {
  const asked: string[] = []
  const readSecretFile = (path: string) => {
    asked.push(path)
    return 'https://x:secret@example.org/p.git\r\n'
  }
  const text = withComponent('repo_file: secrets/repo')
  expect(onlyComponent(read(text, { readSecretFile })).repo).toBe(
    'https://x:secret@example.org/p.git',
  )
  expect(asked).toStrictEqual(['/etc/secrets/repo'])
})

test('aliases and merge keys share settings, and own fields override them', () => {
  const text = [
    'projects:',
    '  - &base {slug: p, name: P, web: "https://example.org", components: []}',
    '  - <<: *base',
    '    slug: q',
    '    name: Q',
  ]
  expect(read(text.join('\n')).projects.map(({ slug, web }) => [slug, web])).toStrictEqual([
    ['p', 'https://example.org'],
    ['q', 'https://example.org'],
  ])
})

test.each([
  ['100', 100],
  ['100 B', 100],
  ['1KiB', 1024],
  ['64 MiB', 64 * 1024 ** 2],
  ['10 GiB', 10 * 1024 ** 3],
])('a size of %s is %s bytes', (text, bytes) => {
  expect(onlyComponent(read(withComponent(`max_bytes: ${text}`))).maxBytes).toBe(bytes)
})

test.each([
  ['https://user@git.example.org/ada/shop.git', 'https://git.example.org/ada/shop'],
  ['git@git.example.org:ada/shop.git', 'https://git.example.org/ada/shop'],
  ['https://localhost/ada/shop.git', ''],
  ['./shop.git', ''],
])('web defaults to the site of the repository %s: %j', (repo, web) => {
  const fields = 'slug: c, name: C, file_format: json, filemask: l/*.json, template: l/en.json'
  const { projects } = read(
    `projects: [{ slug: p, name: P, repo: ${JSON.stringify(repo)}, components: [{ ${fields} }] }]`,
  )
  expect(projects[0]?.web).toBe(web)
})
