import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { openDemo } from '../support/demo.ts'
import { createRepository } from '../support/git-repository.ts'
import { addressesIn, readable, textOf } from '../support/web.ts'

test('a comparison counts states from the history, as the API does', async () => {
  const { path, commits } = await createRepository([
    { 'l/en.json': '{"a":"A","b":"B"}', 'l/cs.json': '{"a":"Á","b":"Bé"}' },
    { 'l/en.json': '{"a":"New","b":"B"}', 'l/cs.json': '{"a":"Á","b":"Bé"}' },
    { 'l/en.json': '{"a":"New","b":"B","c":"C"}', 'l/cs.json': '{"a":"Á","b":"Bé"}' },
  ])
  const web = jsonComponent('web', 'l', { repo: path, state_from: 'follow' })
  const { app, catalog } = await serveProjects([{ slug: 'p', name: 'P', components: [web] }])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const query = `base=${commits[0]}&head=${commits[1]}`
  expect(await textOf(app, `/compare/p/?${query}`)).toContain('Czech 100.0 50.0 −50.0 0 0 1 0 1 0')
  const response = await app.request(`/api/projects/p/compare/?${query}&format=json`)
  const { languages } = (await response.json()) as { languages: readonly object[] }
  expect(languages).toMatchObject([
    { code: 'en', changed: 1, untranslated: 0 },
    { code: 'cs', base: { translated: 2 }, head: { translated: 1, fuzzy: 1 }, untranslated: 1 },
  ])
})

test('a language that the newer ref lacks has no link', async () => {
  const { path, commits } = await createRepository([
    { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}', 'l/da.json': '{"a":"A"}' },
    { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}' },
  ])
  const web = jsonComponent('web', 'l', { repo: path })
  const { app, catalog } = await serveProjects([{ slug: 'p', name: 'P', components: [web] }])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const html = await (await app.request(`/compare/p/?base=${commits[0]}&head=${commits[1]}`)).text()
  const names = html
    .match(/<th scope="row"[^>]*>.*?<\/th>/g)
    ?.map((cell) => cell.replace(/href="[^"]*"/, ''))
  expect(names).toEqual([
    '<th scope="row"><a >Czech</a></th>',
    '<th scope="row">Danish</th>',
    '<th scope="row"><a >English</a></th>',
  ])
})

test('a file that became unreadable is named once, with the line', async () => {
  const { path, commits } = await createRepository([
    { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":"Á"}' },
    { 'l/en.json': '{"a":"A"}', 'l/cs.json': '{"a":' },
  ])
  const web = jsonComponent('web', 'l', { repo: path })
  const { app, catalog } = await serveProjects([{ slug: 'p', name: 'P', components: [web] }])
  onTestFinished(() => catalog.close())
  await catalog.complete
  const text = await textOf(app, `/compare/p/?base=${commits[0]}&head=${commits[1]}`)
  expect(text).toMatch(/WEB: 1 new alert\. l\/cs\.json:1:6: /)
  expect(text.match(/cs\.json/g)).toHaveLength(1)
})

test('an unknown ref is named, and the page suggests similar ones', async () => {
  const { app, catalog } = await openDemo()
  onTestFinished(() => catalog.close())
  const messages: unknown[] = []
  for (const path of [
    'compare/tidewatch/?base=v1.9.0&head=main',
    'compare/tidewatch/?base=v1.1.0&head=xyzzy',
    'compare/tidewatch/?base=main&head=ai',
    'compare/tidewatch/?base=v9.0.0~2',
    'compare/tidewatch/?base=main@{2001-13-41}',
    'review/tidewatch/v1.9.0..main/',
  ]) {
    const html = await (await app.request(`/${path}`)).text()
    const [note = ''] = /<section class="note is-bad" id="no-ref".*?<\/section>/s.exec(html) ?? []
    const fields = [...html.matchAll(/name="(?:base|head)" value="([^"]*)" list/g)]
    messages.push([readable(note), addressesIn(note), fields.map(([, value]) => value)])
  }
  const title = 'There is no such branch, tag or commit.'
  expect(messages).toEqual([
    [
      `${title} Nothing here is called v1.9.0. Did you mean v1.1.0 ?`,
      ['../../compare/tidewatch/?base=v1.1.0&head=main'],
      ['v1.9.0', 'main'],
    ],
    [
      `${title} Nothing here is called xyzzy. Try main, release/1.x, v2.0.0, v1.1.0, v1.0.0.`,
      ['main', 'release%2F1.x', 'v2.0.0', 'v1.1.0', 'v1.0.0'].map(
        (name) => `../../compare/tidewatch/?base=v1.1.0&head=${name}`,
      ),
      ['v1.1.0', 'xyzzy'],
    ],
    [
      `${title} Nothing here is called ai. Did you mean main ?`,
      ['../../compare/tidewatch/?base=main&head=main'],
      ['main', 'ai'],
    ],
    [
      `${title} Nothing here is called v9.0.0. Did you mean v2.0.0 ?`,
      ['../../compare/tidewatch/?base=v2.0.0%7E2'],
      ['v9.0.0~2', ''],
    ],
    [
      `These two cannot be compared. main@{2001-13-41}: expected a date such as 2024-06-01, 2024-06-01T12:00Z or "2 weeks ago", found "2001-13-41"; main~2 is two commits back`,
      [],
      ['main@{2001-13-41}', ''],
    ],
    [
      `${title} Nothing here is called v1.9.0. Did you mean v1.1.0 ?`,
      ['../../../review/tidewatch/v1.1.0..main/'],
      [],
    ],
  ])
})
