import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseAddress } from '../../../src/address.ts'
import { readCredentials } from '../../../src/git/remote/credentials.ts'
import { createTemporaryFolder } from '../../support/git-repository.ts'

function readLogin(
  address: string,
  environment: Record<string, string | undefined>,
): string | undefined {
  const header = readCredentials(parseAddress(address), environment)?.authorization
  return header && Buffer.from(header.slice('Basic '.length), 'base64').toString()
}

test('credentials come from the address, the environment or a file, in this order', () => {
  const folder = createTemporaryFolder()
  const tokenFile = join(folder, 'token')
  const loginFile = join(folder, 'logins')
  writeFileSync(tokenFile, 'file-token\n')
  writeFileSync(loginFile, '# mine\nhttps://other:no@example.org\nhttps://me:stored@example.com\n')
  const environment: Record<string, string | undefined> = { GITGLOT_CREDENTIALS_FILE: loginFile }

  expect(readLogin('https://example.com/a', environment)).toBe('me:stored')
  environment['GITGLOT_TOKEN_EXAMPLE_COM_FILE'] = tokenFile
  expect(readLogin('https://example.com/a', environment)).toBe('x-access-token:file-token')
  environment['GITGLOT_TOKEN_EXAMPLE_COM'] = 'token'
  environment['GITGLOT_USER_EXAMPLE_COM'] = 'bot'
  expect(readLogin('https://example.com/a', environment)).toBe('bot:token')
  expect(readLogin('https://me:mine@example.com/a', environment)).toBe('me:mine')
  expect(readLogin('https://mine@example.com/a', environment)).toBe('x-access-token:mine')
  expect(readLogin('https://example.com:8443/a', environment)).toBe(undefined)
})

test('a token of the environment is not sent without TLS, except to localhost', () => {
  const environment = { GITGLOT_TOKEN_EXAMPLE_COM: 'token', GITGLOT_TOKEN_LOCALHOST_1: 'token' }
  expect(readLogin('http://example.com/a', environment)).toBe(undefined)
  expect(readLogin('http://localhost:1/a', environment)).toBe('x-access-token:token')
})

test('an error about a missing credentials file names its variable', () => {
  const environment = { GITGLOT_CREDENTIALS_FILE: '/missing/file' }
  expect(() => readLogin('https://example.com/a', environment)).toThrow(
    'the file that GITGLOT_CREDENTIALS_FILE names cannot be read',
  )
})
