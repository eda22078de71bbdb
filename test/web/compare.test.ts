import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { textOf } from '../support/web.ts'

test('a comparison of two refs counts the states that history gives, as the API does', async () => {
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
  const answer = await app.request(`/api/projects/p/compare/?${query}&format=json`)
  const { languages } = (await answer.json()) as { languages: readonly object[] }
  expect(languages).toMatchObject([
    { code: 'en', changed: 1, untranslated: 0 },
    { code: 'cs', base: { translated: 2 }, head: { translated: 1, fuzzy: 1 }, untranslated: 1 },
  ])
})

test('a language that was removed since has no link', async () => {
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
