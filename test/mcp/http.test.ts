import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { App } from '../../src/app.ts'
import { hashOf } from '../../src/http/access.ts'
import { listen } from '../../src/http/listen.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { openDemo } from '../support/demo.ts'
import { createRepository, createTemporaryFolder, runGit } from '../support/git-repository.ts'
import { main } from '../support/programs.ts'

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

/** Serves an app, and connects a client of the official SDK. */
async function connect(
  app: App,
  token?: string,
  mode: 'legacy' | { pin: string } = 'legacy',
): Promise<Client> {
  const server = await listen({ respond: app.respond, host: '127.0.0.1', port: 0 })
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}mcp`), { requestInit: { headers } }),
  )
  closing.push(
    () => server.stop(0),
    () => client.close(),
  )
  return client
}

interface ToolResult {
  readonly isError?: boolean
  readonly content: readonly [{ readonly text: string }]
  readonly structuredContent?: object
}

/** The structured result of a tool, or its error message. */
async function call(client: Client, name: string, input: Record<string, unknown> = {}) {
  const result = (await client.callTool({ name, arguments: input })) as unknown as ToolResult
  return result.isError ? result.content[0].text : result.structuredContent
}

describe('the MCP server of the demo', () => {
  let client: Client
  let demo: Awaited<ReturnType<typeof openDemo>>
  beforeAll(async () => {
    demo = await openDemo({}, undefined, 2)
    client = await connect(demo.app)
    closing.unshift(() => demo.catalog.close())
  })

  const calls: readonly [tool: string, input: Record<string, unknown>][] = [
    ['list_components', {}],
    ['list_components', { ref: 'v1.0.0', limit: 1 }],
    ['get_statistics', { language: 'cs' }],
    ['find_strings', { component: 'web', language: 'cs', other_languages: ['de'], limit: 200 }],
    ['find_strings', { outdated: true }],
    ['find_strings', { query: 'state:translated', offset: 3, limit: 3 }],
    ['compare', { base: 'v1.1.0', head: 'v2.0.0' }],
    ['compare', { base: 'v1.1.0...v2.0.0', kinds: ['failing'] }],
    ['review', { base: 'v1.1.0', head: 'v2.0.0' }],
    ['review', { base: 'v1.1.0', language: 'cs' }],
    ['history', { key: 'account.delete', language: 'cs' }],
  ]

  test.each(calls)('returns results of its schema for %s with %j', async (tool, input) => {
    const { tools } = await client.listTools()
    const schema: object | undefined = tools.find(({ name }) => name === tool)?.outputSchema
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema ?? {})
    const output = await call(client, tool, input)
    validate(output)
    expect([validate.errors, typeof schema, typeof output]).toEqual([null, 'object', 'object'])
    expect((output as { items: unknown[] }).items.length).toBeGreaterThan(0)
  })

  test('returns the same as the command for a commit', async () => {
    const command = new Client({ name: 'test', version: '1' })
    const env = { PATH: process.env['PATH'] ?? '', HOME: createTemporaryFolder() }
    const args = [main, 'mcp', 'fixtures/demo.git', '--config', 'fixtures/demo.yml']
    await command.connect(new StdioClientTransport({ command: process.execPath, args, env }))
    closing.push(() => command.close())
    const same: readonly [tool: string, input: Record<string, unknown>][] = [
      ['list_components', { ref: 'main' }],
      ['get_statistics', { ref: 'main', limit: 200 }],
      ['find_strings', { ref: 'main', language: 'cs', other_languages: ['de'] }],
      ['find_strings', { ref: 'main', outdated: true }],
      ['history', { ref: 'main', key: 'account.delete', language: 'cs' }],
      ['check_keys', { ref: 'main' }],
    ]
    for (const [tool, input] of same) {
      expect(await call(client, tool, input)).toStrictEqual(await call(command, tool, input))
    }
    for (const tool of ['compare', 'review']) {
      const input = { base: 'v1.1.0', head: 'v2.0.0', limit: 200 }
      // The command returns full ids of commits.
      const shown = {
        ...((await call(command, tool, input)) as object),
        base: 'v1.1.0',
        head: 'v2.0.0',
      }
      expect(await call(client, tool, input)).toStrictEqual(shown)
    }
  })

  test('returns the same to clients of the newest protocol', async () => {
    const newest = await connect(demo.app, undefined, { pin: '2026-07-28' })
    const input = { component: 'web', language: 'cs' }
    expect(await call(newest, 'get_statistics', input)).toStrictEqual(
      await call(client, 'get_statistics', input),
    )
  })

  const errors: readonly [tool: string, input: Record<string, unknown>, message: string][] = [
    ['get_statistics', { language: 'xx' }, 'there is no language "xx"; known: ar, cs, de, en'],
    ['find_strings', { query: 'state:x' }, 'wrong query "state:x": Unsupported state: x'],
    [
      'find_strings',
      { query: 'added:2026' },
      'wrong query "added:2026": only the pages and the API of gitglot serve know when strings changed',
    ],
    ['history', { key: 'nope' }, 'no string has the key'],
    ['list_components', { ref: 'nope' }, 'nope'],
    ['compare', { base: 'nope' }, 'nope'],
    ['compare', {}, 'compare: the argument base is missing'],
    ['compare', { base: '' }, 'base: This field is required.'],
  ]
  test.each(errors)('reports an error for %s with %j', async (tool, input, message) => {
    expect(await call(client, tool, input)).toContain(message)
  })

  test('refuses invalid messages', async () => {
    const post = async (body: string, headers: Record<string, string> = {}) => {
      const response = await demo.app.request('/mcp', {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...headers,
        },
      })
      const text = await response.text()
      return [response.status, text.startsWith('{') ? JSON.parse(text).error.message : text]
    }
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
    expect([
      await post(list, { 'Content-Type': 'text/plain' }),
      await post(list, { Accept: 'text/html' }),
      await post(list, { Origin: 'https://evil.example' }),
      (await post(list, { Origin: 'http://localhost:6274' }))[0],
      await post(`[${list}]`),
      (await post('{'))[0],
      await post('{"jsonrpc":"2.0"}'),
      await post(JSON.stringify('x'.repeat(1 << 20))),
    ]).toEqual([
      [415, 'Unsupported media type "text/plain" in request: expected application/json.'],
      [406, 'Not Acceptable: Client must accept both application/json and text/event-stream'],
      [403, 'Invalid Origin: evil.example'],
      200,
      [400, 'Expected one JSON-RPC message, as an object.'],
      400,
      [400, 'Bad Request: the request body is not a valid JSON-RPC message'],
      [413, 'The body is too large.'],
    ])
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await demo.app.request('/mcp', { method })
      expect([method, status, headers.get('Allow')]).toEqual([method, 405, 'POST'])
    }
  })
})

describe('the MCP server of a private project', () => {
  let app: App
  beforeAll(async () => {
    const [open, hidden] = await Promise.all(
      ['Sail', 'Secret'].map((text) =>
        createRepository([
          { 'l/en.json': `{"a": "${text}"}`, 'l/de.json': '{}', 'a.js': "$t('a'); $t('gone')" },
        ]),
      ),
    )
    runGit(hidden?.path ?? '', 'branch', 'side')
    const project = (slug: string, repo: string, more: object = {}) => {
      const web = 'https://p.example'
      return { slug, name: slug, web, ...more, components: [jsonComponent('web', 'l', { repo })] }
    }
    const server = await serveProjects(
      [
        project('open', open?.path ?? ''),
        project('hidden', hidden?.path ?? '', { access_control: 'private' }),
      ],
      {
        base_url: 'https://l10n.example.org',
        tokens: [
          { name: 'all', hash: hashOf('all') },
          { name: 'other', hash: hashOf('other'), projects: ['open'] },
          { name: 'metrics', hash: hashOf('metrics'), scopes: ['metrics'] },
        ],
      },
    )
    await server.catalog.complete
    app = server.app
    closing.unshift(() => server.catalog.close())
  })

  const components = async (token?: string) => {
    const { items } = (await call(await connect(app, token), 'list_components')) as {
      items: { component: string }[]
    }
    return items.map(({ component }) => component)
  }

  test('shows everybody only what the API shows them', async () => {
    // In this order: a cached response of one token must not be shown to others.
    expect(await components('all')).toEqual(['open/web', 'hidden/web'])
    expect(await components()).toEqual(['open/web'])
    expect(await components('other')).toEqual(['open/web'])
    const nobody = await connect(app)
    const asked = [
      await call(nobody, 'find_strings', { component: 'hidden/web' }),
      await call(nobody, 'find_strings', { query: 'Secret' }),
      await call(nobody, 'history', { key: 'Secret' }),
    ]
    expect(await call(nobody, 'check_keys', { component: 'hidden/web' })).toBe(
      'there is no component "hidden/web"; known: open/web',
    )
    expect(JSON.stringify(asked)).not.toMatch(/hidden\/web.*known:.*hidden|"total":[1-9]/)
  })

  test('explains which refs can be compared if only another repository has the ref', async () => {
    const input = { base: 'side', component: 'open/web' }
    expect(await call(await connect(app, 'all'), 'compare', input)).toBe(
      'Expected a branch, tag or commit that has these components.',
    )
  })

  test('names the file of a key that the code uses but no template has', async () => {
    expect(await call(await connect(app), 'check_keys')).toStrictEqual({
      total: 1,
      items: [
        {
          ...{ component: 'open/web', rule: 'undefined-key', key: 'gone' },
          message: 'The code asks for the key "gone"; no template has it.',
          ...{ filename: 'a.js', line: 1, column: 14 },
        },
      ],
      next: null,
    })
  })

  test('rejects tokens that are unknown or may not read', async () => {
    for (const token of ['wrong', 'metrics']) await expect(connect(app, token)).rejects.toThrow()
    const { status, headers } = await app.request('/mcp', {
      method: 'POST',
      headers: { Authorization: 'Bearer wrong' },
    })
    expect([status, headers.get('WWW-Authenticate')]).toEqual([401, 'Token'])
  })

  test('accepts requests from pages of its own site only', async () => {
    const ask = async (origin: string) => {
      const headers = {
        ...{ Origin: origin, 'Content-Type': 'application/json' },
        Accept: 'application/json, text/event-stream',
      }
      const body = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'
      return (await app.request('/mcp', { method: 'POST', headers, body })).status
    }
    expect(await ask('https://l10n.example.org')).toBe(200)
    expect(await ask('http://localhost:6274')).toBe(403)
  })
})
