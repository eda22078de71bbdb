import { expect, test } from 'vitest'
import { parseAddress, redact, withoutCredentials, withoutServerPaths } from '../src/address.ts'
import { checkBranchName } from '../src/git/refs.ts'
import { cloneName } from '../src/git/remote/clone-folder.ts'

const shown: readonly (readonly [address: string, shown: string])[] = [
  ['https://example.com/a.git', 'https://example.com/a.git'],
  ['https://user:secret@example.com/a.git', 'https://example.com/a.git'],
  ['https://secret@example.com:8443/a.git', 'https://example.com:8443/a.git'],
  ['https://user:se/cr@et@example.com/a.git', 'https://example.com/a.git'],
  ['https://user:s%40t@example.com/a@b.git', 'https://example.com/a@b.git'],
  ['https://example.com/a.git?token=secret#secret', 'https://example.com/a.git'],
  ['HTTPS://user:secret@example.com', 'HTTPS://example.com'],
  ['ssh://git:secret@example.com/a.git', 'ssh://git@example.com/a.git'],
  ['git@example.com:a/b.git', 'git@example.com:a/b.git'],
  ['file:///srv/a@b.git', 'file:///srv/a@b.git'],
  ['http:///user:secret@host/x', 'http://host/x'],
  ['user:secret@host:x', 'host:x'],
  ['a@b.example:secret@host:x', 'host:x'],
  ['file://user:secret@host/srv/a@b.git', 'file://host/srv/a@b.git'],
  ['https://u:secret@host/x,https://u:secret@host/y', 'https://host/x,https://host/y'],
  ['/srv/a@b.git', '/srv/a@b.git'],
]

test.each(shown)('%s is shown without its credentials', (address, expected) => {
  expect(withoutCredentials(address)).toBe(expected)
})

const parsed: readonly (readonly [address: string, expected: object])[] = [
  ['/srv/a.git', { transport: 'local', url: '/srv/a.git', host: '' }],
  ['./a:b', { transport: 'local', url: './a:b', host: '' }],
  ['file:///srv/a.git', { transport: 'file', url: 'file:///srv/a.git' }],
  ['file://user:secret@/srv/a.git', { transport: 'file', url: 'file:///srv/a.git' }],
  ['git@example.com:a/b.git', { transport: 'ssh', host: 'example.com', username: 'git' }],
  ['ssh://git@example.com:22/a', { transport: 'ssh', host: 'example.com:22', username: 'git' }],
  [
    'https://user:s%40t@example.com/a.git',
    {
      transport: 'http',
      url: 'https://example.com/a.git',
      host: 'example.com',
      username: 'user',
      password: 's@t',
    },
  ],
]

test.each(parsed)('%s is parsed', (address, expected) => {
  expect(parseAddress(address)).toMatchObject(expected)
})

const refused: readonly (readonly [address: string, message: string])[] = [
  ['', '"" is not the address of a repository'],
  ['--upload-pack=touch /tmp/x', '"--upload-pack=touch /tmp/x" is not the address of a repository'],
  ['/srv/a\nb', '"/srv/a\\nb" is not the address of a repository'],
  ['ext::sh -c id', 'ext::sh -c id: addresses that name a helper program are refused'],
  ['fd::17', 'fd::17: addresses that name a helper program are refused'],
  [
    'ftp://user:secret@example.com/a',
    'ftp://example.com/a: unknown scheme ftp, expected https, http, ssh, file or a path',
  ],
  ['ssh://-oProxyCommand=id/a', 'ssh://-oProxyCommand=id/a: expected a host name'],
  ['-oProxyCommand=id:a', '"-oProxyCommand=id:a" is not the address of a repository'],
  ['git@-oProxyCommand=id:a', 'git@-oProxyCommand=id:a: expected a host name'],
  [' ext::sh -c id', ' ext::sh -c id: expected a host name'],
  ['file:/a/b', 'file:/a/b: expected two slashes after file:'],
  ['HTTPS:/h/a', 'HTTPS:/h/a: expected two slashes after HTTPS:'],
  ['ssh://-oProxyCommand=id@host/a', 'ssh://-oProxyCommand=id@host/a: expected a user name'],
  ['https://user:secret@/a', 'https:///a: not a valid address'],
  ['http:///user:secret@host/x', 'http://host/x: expected two slashes'],
  [
    'user:secret@host:x',
    'host:x: expected no password before the host: write ssh://user@host/path',
  ],
  [
    'a@b.example:secret@host:x',
    'host:x: expected no password before the host: write ssh://user@host/path',
  ],
  [
    'https://host/x?private_token=secret',
    'https://host/x: expected no query, found one (credentials go before the host)',
  ],
]

test.each(refused)('%j is refused', (address, message) => {
  expect(() => parseAddress(address)).toThrow(message)
})

test('secrets and credentials in addresses are removed from messages', () => {
  const text = 'fatal: p@ss, p%40ss and https://me:other@example.com/a; ssh://git@example.com/a'
  expect(redact(text, ['p@ss', ''])).toBe(
    'fatal: ***, *** and https://example.com/a; ssh://git@example.com/a',
  )
  expect(redact('_https://me:other@example.com/a', [])).toBe('_https://example.com/a')
})

test.each([
  ['/srv/data/clones/x.git: cannot be read', 'x.git: cannot be read'],
  ["fatal: '/srv/my data/x.git' does not exist", "fatal: 'x.git' does not exist"],
  ['object 12ab: missing in /srv/my data/x.git', 'object 12ab: missing in x.git'],
  ['file:///srv/x.git: no such repository', 'x.git: no such repository'],
  ['open "/srv/x.git/objects/pack/" failed', 'open "" failed'],
  [
    'l/cs.json:3:1: expected </string>, found </a>',
    'l/cs.json:3:1: expected </string>, found </a>',
  ],
  ['https://example.com/a/b.git: gone', 'https://example.com/a/b.git: gone'],
  ['git@example.com:a/b.git, and / or a/b/c', 'git@example.com:a/b.git, and / or a/b/c'],
])('paths of the server are removed from %s', (text, shown) => {
  expect(withoutServerPaths(text)).toBe(shown)
})

test("the name of a clone's folder is readable and unique for each address", () => {
  expect(cloneName('https://example.com/Some/Repo.git')).toBe('example-com-some-repo-f62fcea882a2')
  expect(cloneName('https://example.com/some/repo')).toBe('example-com-some-repo-ad7749a4ae32')
})

test('names that Git does not allow for branches are refused', () => {
  for (const name of ['', 'main', 'feature/a-b', 'übersetzung']) checkBranchName(name)
  for (const name of ['-x', 'a..b', 'a b', 'a:b', 'a.lock', '/a', 'a/', '../a', 'a\n', '.a']) {
    expect(() => checkBranchName(name)).toThrow(
      `${JSON.stringify(name)} is not the name of a branch`,
    )
  }
})
