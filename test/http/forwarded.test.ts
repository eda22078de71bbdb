import { expect, test } from 'vitest'
import { createClientReader, createTrust } from '../../src/http/forwarded.ts'

const read = createClientReader(createTrust(['10.0.0.0/8', '::1']))

test.each<[peer: string | undefined, forwarded: string | undefined, client: string]>([
  [undefined, undefined, ''],
  ['192.0.2.1', undefined, '192.0.2.1'],
  ['::ffff:192.0.2.1', undefined, '192.0.2.1'],
  ['192.0.2.1', '192.0.2.9', '192.0.2.1'],
  ['10.0.0.1', '192.0.2.9', '192.0.2.9'],
  ['::1', 'nonsense, 192.0.2.8, 192.0.2.9, 10.0.0.2', '192.0.2.9'],
  ['10.0.0.1', '192.0.2.9:52132', '192.0.2.9'],
  ['10.0.0.1', '192.0.2.9:52132, 10.0.0.2:443', '192.0.2.9'],
  ['10.0.0.1', '[2001:db8::4]:52132', '2001:db8:0:0'],
  ['10.0.0.1', 'nonsense', '10.0.0.1'],
  ['10.0.0.1', undefined, '10.0.0.1'],
  ['2001:db8:0:7::1', undefined, '2001:db8:0:7'],
  ['2001:db8:0:7:1:2:3:4', undefined, '2001:db8:0:7'],
  ['2001:db8::4', undefined, '2001:db8:0:0'],
])('the peer %s that forwards for %s is the client %s', (peer, forwarded, client) => {
  const header = (name: string) => (name === 'x-forwarded-for' ? forwarded : undefined)
  expect(read({ peer, header })).toBe(client)
})
