import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { textOf } from '../support/web.ts'

test('pages show a check with the worst severity among their components', async () => {
  const texts = { en: 'Stop.', de: 'Halt' }
  const files = Object.fromEntries(
    ['a', 'b', 'c'].flatMap((folder) =>
      Object.entries(texts).map(([code, text]) => [`${folder}/${code}.json`, `{"k": "${text}"}`]),
    ),
  )
  const { path: repo } = await createRepository([files])
  const component = (slug: string, severity: string) =>
    jsonComponent(slug, slug, { repo, branch: 'main', severity: { end_stop: severity } })
  const components = [component('a', 'note'), component('b', 'error'), component('c', 'warning')]
  const { app, catalog } = await serveProjects([
    { slug: 'p', name: 'P', web: 'https://p.example/', components },
  ])
  onTestFinished(catalog.close)
  await catalog.complete
  const titleAt = async (place: string) =>
    /(?:Errors|Warnings|Notes): /.exec(await textOf(app, `/checks/${place}`))?.[0]
  expect(await titleAt('p/')).toBe('Errors: ')
  expect(await titleAt('p/a/')).toBe('Notes: ')
  expect(await titleAt('p/b/de/')).toBe('Errors: ')
  expect(await titleAt('p/c/')).toBe('Warnings: ')
  const marks = ['a', 'b', 'c'].map(async (slug) => {
    const html = await (await app.request(`/projects/p/${slug}/de/`)).text()
    return /<svg class="(k \w)"(?:(?!<svg).)*Failing checks<\/a>/.exec(html)?.[1]
  })
  expect(await Promise.all(marks)).toEqual(['k u', 'k f', 'k e'])
  const overview = await (await app.request('/projects/p/')).text()
  expect(overview).toMatch(/<svg class="k f"[^>]*><use href="#f"><\/use><\/svg> <a[^>]*end_stop/)
})
