import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseConfig } from '../../src/parse-config.ts'
import { currentShop, type Reply, serveApi, shop } from '../support/api-server.ts'
import { type Ended, gitglot } from '../support/command.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

/** Runs `gitglot import` with a token on a server with these responses. */
async function importFrom(
  responses: Readonly<Record<string, Reply>>,
  args: readonly string[] = ['--token', 'wlu_1'],
): Promise<Ended & { readonly text: string; readonly tokens: readonly (string | undefined)[] }> {
  const server = await serveApi(responses)
  const folder = createTemporaryFolder()
  const ended = await gitglot(folder, ['import', `${server.origin}/projects/shop/`, ...args])
  const [text, out] = [readFileSync(join(folder, 'gitglot.yml'), 'utf8'), ended.out].map((text) =>
    text.replaceAll(server.origin, 'https://h.example'),
  ) as [string, string]
  return { ...ended, out, text, tokens: server.tokens }
}

/** The fields of the one project or its components in a written file. */
const projectOf = (text: string) => parse(text).projects[0]

const NAMED = 'list who sees it under members, or under projects of a token'

test.each([
  [0, 'public', []],
  [1, 'protected', []],
  [100, 'private', ['it is 100 there']],
  [200, 'private', ['it is 200 there']],
  [300, 'private', ['expected 0, 1, 100 or 200, found 300']],
  ['0', 'private', ['expected 0, 1, 100 or 200, found "0"']],
  [null, 'private', ['expected 0, 1, 100 or 200, found null']],
  [false, 'private', ['expected 0, 1, 100 or 200, found false']],
])('a project with access_control %j is %s', async (accessControl, expected, reasons) => {
  const { code, out, text } = await importFrom(currentShop(accessControl, [{}]))
  const [project] = parseConfig({ text, file: 'gitglot.yml' }).projects
  expect([code, project?.accessControl]).toEqual([0, expected])
  const warnings = reasons.map((reason) => `access_control: private, because ${reason}; ${NAMED}`)
  expect(out).toBe(
    ['shop: 1 component', ...warnings.map((warning) => `warning: shop: ${warning}`), ''].join('\n'),
  )
  expect(text.match(/^ *# access_control.*$/gm) ?? []).toEqual(
    warnings.map((warning) => `  # ${warning}`),
  )
})

/** Replies to requests with a token, and to others with a status or a text. */
function onlyWithToken(reply: unknown, status: number, body: string): Reply {
  return ({ headers }: IncomingMessage, response: ServerResponse) => {
    const isKnown = headers.authorization !== undefined
    response.writeHead(isKnown ? 200 : status, { location: '/accounts/login/' })
    response.end(isKnown ? JSON.stringify(reply) : body)
  }
}

test.each([
  ['404', 404, '{"errors":[{"detail":"Not found."}]}', 'answered 404: Not found.'],
  ['401', 401, '{"detail":"No."}', 'answered 401: No; set an API token with --token'],
  ['a page', 200, '<p>Sign in', 'expected JSON, found <p>Sign in'],
  ['an error', 200, '{"errors":[]}', 'expected a project'],
])(
  'an older server shows a project only with the token: %s without',
  async (_, status, body, reason) => {
    const path = '/api/projects/shop/'
    const responses = shop([{}])
    const { code, out, text, tokens } = await importFrom({
      ...responses,
      [path]: onlyWithToken(responses[path], status, body),
    })
    expect([code, projectOf(text).access_control]).toEqual([0, 'private'])
    expect(out).toContain(
      `warning: shop: access_control: private, because it is hidden without the token (https://h.example${path}: ${reason}); ${NAMED}\n`,
    )
    expect(tokens).toEqual(['Token wlu_1', undefined, 'Token wlu_1'])
  },
)

test('a project that an older server shows without a token is public', async () => {
  const { out, text } = await importFrom(shop([{}]))
  expect([out, projectOf(text).access_control]).toEqual(['shop: 1 component\n', undefined])
  const withoutToken = await importFrom(shop([{}]), [])
  expect(withoutToken.tokens).toEqual([undefined, undefined])
})

test('a restricted component is left out of a project that everybody sees, not of a private one', async () => {
  const components = [{ restricted: true }, { slug: 'open' }]
  const seen = await importFrom(currentShop(0, components))
  expect(
    projectOf(seen.text).components.map((component: { slug: string }) => component.slug),
  ).toEqual(['open'])
  expect(seen.out).toBe(
    'shop: 1 component\nleft out: shop/web: restricted: only some people see it on the server, but everybody would here; add it to a private project\n',
  )
  const hidden = await importFrom(currentShop(100, components))
  expect(projectOf(hidden.text).components[0]).toMatchObject({ slug: 'web', restricted: true })
})

test.each([
  ['properties', { properties_encoding: 'utf-8' }],
  ['strings', {}],
  ['csv', { csv_encoding: 'utf-8', csv_escape_formulas: true }],
  ['csv-multi', { csv_encoding: 'auto' }],
  ['xliff', { xliff_placeables: 'plain', xml_whitespace_handling: 'normalize' }],
  ['po-mono', { po_line_wrap: -1, po_set_language_team: true }],
  ['nextcloud-json', {}],
])('%s with %j of a newer server is unchanged', async (file_format, params) => {
  const isNextcloud = file_format === 'nextcloud-json'
  const { out, text } = await importFrom(
    currentShop(0, [
      { file_format, file_format_params: params, ...(isNextcloud && { template: '' }) },
    ]),
  )
  const [component] = projectOf(text).components
  expect([out, component.file_format, component.file_format_params ?? {}]).toEqual([
    'shop: 1 component\n',
    file_format,
    params,
  ])
})

test.each([
  ['properties', undefined],
  ['properties-utf8', undefined],
  ['strings', { strings_encoding: 'utf-16' }],
  ['csv', undefined],
  ['gwt-iso', undefined],
  ['xliff', { xml_whitespace_handling: 'standard' }],
  ['plainxliff', undefined],
])('%s of an older server gets %j, which keeps its meaning', async (file_format, params) => {
  const { out, text } = await importFrom(shop([{ file_format, file_format_params: {} }]))
  const [component] = projectOf(text).components
  expect([out, component.file_format, component.file_format_params]).toEqual([
    'shop: 1 component\n',
    file_format,
    params,
  ])
})

test.each([
  [
    'properties',
    { properties_encoding: 'koi8-r' },
    'properties_encoding needs one of iso-8859-1, utf-8, utf-16, found "koi8-r"',
  ],
  [
    'strings',
    { strings_encoding: 'constructor' },
    'strings_encoding needs one of utf-8, utf-16, found "constructor"',
  ],
  [
    'tbx',
    { anything_new: [1] },
    'anything_new is not a parameter; known for tbx: dos_eol, xml_closing_tags, found [1]',
  ],
  [
    'tbx',
    { constructor: 'a' },
    'constructor is not a parameter; known for tbx: dos_eol, xml_closing_tags, found "a"',
  ],
  ['json', { json_indent: {} }, 'json_indent needs a text, a number, true or false, found {}'],
])('of %s with %j the parameter is left out', async (file_format, file_format_params, remark) => {
  const isTerms = file_format === 'tbx'
  const { code, out, text } = await importFrom(
    currentShop(0, [{ file_format, file_format_params, ...(isTerms && { template: '' }) }]),
  )
  const [component] = projectOf(text).components
  expect([code, component.file_format, component.file_format_params]).toEqual([
    0,
    file_format,
    undefined,
  ])
  expect(out).toBe(`shop: 1 component\nleft out: shop/web: file_format_params: ${remark}\n`)
})

test('a component with a format unknown to Weblate is left out', async () => {
  const { out } = await importFrom(currentShop(0, [{ file_format: 'xcstrings' }]))
  expect(out).toBe(
    'shop: 0 components\nleft out: shop/web: file_format "xcstrings" is not supported\n',
  )
})

test('a license may be any text, new languages only known values', async () => {
  const free = {
    ...{ license: 'Our own terms, see LICENSE', inherit_license: false },
    ...{ new_lang: 'existing', inherit_new_lang: false },
  }
  const { out, text } = await importFrom(currentShop(0, [{ ...free, vcs_params: { a: 1 } }]))
  const [component] = projectOf(text).components
  expect([out, component.license, component.new_lang]).toEqual([
    'shop: 1 component\nleft out: shop/web: vcs_params: {"a":1}, which gitglot does not follow\n',
    free.license,
    free.new_lang,
  ])
})

test('inherited settings of a component apply, and its own where it does not inherit', async () => {
  const effective = {
    ...{ license: 'MIT', agreement: 'Sign here', new_lang: 'contact' },
    ...{ language_code_style: 'bcp', secondary_language: 151, enforced_checks: ['same'] },
  }
  const fields = {
    slug: 'own',
    license: 'CC0-1.0',
    inherit_license: false,
    new_lang: 'none',
    inherit_new_lang: false,
    check_flags: 'md-text',
    inherit_check_flags: true,
    effective_check_flags: 'ignore-end-stop, md-text',
  }
  const { out, text } = await importFrom(currentShop(0, [{}, fields], effective))
  const inherited = {
    agreement: 'Sign here',
    language_code_style: 'bcp',
    enforced_checks: ['same'],
  }
  const { check_flags, components } = projectOf(text)
  expect(check_flags).toBe('ignore-end-stop')
  const common = { template: expect.any(String), filemask: expect.any(String), file_format: 'json' }
  expect(components).toEqual([
    { slug: 'web', name: 'web', ...common, ...inherited, license: 'MIT', new_lang: 'contact' },
    {
      ...{ slug: 'own', name: 'own', ...common, ...inherited },
      ...{ license: 'CC0-1.0', new_lang: 'none', check_flags: 'md-text' },
    },
  ])
  expect(out).toBe(`shop: 2 components
left out: shop/web: secondary_language: only translators see it
left out: shop/own: secondary_language: only translators see it
`)
})
