import { expect, test } from 'vitest'
import { ANONYMOUS, headOf, parseRequest } from '../../src/http/request-info.ts'

/** The request information for a URL, without the functions. */
function parse(url: string): object {
  const request = new Request(url)
  const { signal } = request
  const client = '192.0.2.1'
  const facts = {
    url,
    principal: ANONYMOUS,
    client,
    origin: 'https://status.example',
    isPublic: true,
    signal,
    since: 0,
  }
  const {
    query,
    header: _,
    signal: __,
    since: ___,
    ...rest
  } = parseRequest(headOf(request, '192.0.2.1'), facts)
  return { ...rest, query: [...query] }
}

test('a request is parsed into everything that its response depends on', () => {
  expect(parse('http://localhost/api/a%20b/?q=x+y&ref=v1')).toEqual({
    method: 'GET',
    target: '/api/a%20b/?q=x+y&ref=v1',
    peer: '192.0.2.1',
    principal: ANONYMOUS,
    client: '192.0.2.1',
    origin: 'https://status.example',
    isPublic: true,
    path: '/api/a%20b/',
    search: '?q=x+y&ref=v1',
    query: [
      ['q', 'x y'],
      ['ref', 'v1'],
    ],
    ref: 'v1',
  })
})

test('an empty ref is ignored', () => {
  expect(parse('http://localhost/?ref=')).toMatchObject({ path: '/', ref: undefined })
})

test('headers are read by name, and the host defaults to that of the URL', () => {
  const header = (headers: Record<string, string>, name: string) =>
    headOf(new Request('http://one.example:81/', { headers })).header(name)
  expect(header({ Accept: 'text/csv' }, 'accept')).toBe('text/csv')
  expect(header({}, 'accept')).toBe(undefined)
  expect(header({}, 'host')).toBe('one.example:81')
  expect(header({ Host: 'two.example' }, 'host')).toBe('two.example')
})
