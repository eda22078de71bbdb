import { describe, expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createCheckout, gitglot, shopConfig } from '../support/command.ts'
import { hasGit } from '../support/git-repository.ts'
import { textOf } from '../support/web.ts'

describe.skipIf(!hasGit())('a component of two projects', () => {
  test('counts in each project, and once in totals, in status, pages, badges and searches', async () => {
    const folder = createCheckout({
      'gitglot.yml': `${shopConfig.replace('template: l/en.json', 'template: l/en.json, links: [app]')}  - slug: app
    name: App
    repo: .
    components:
      - { slug: app, name: App, file_format: json, filemask: a/*.json, template: a/en.json }
`,
      'l/en.json': '{"a": "Hello", "b": "Good bye."}',
      'l/de.json': '{"a": "Hallo", "b": ""}',
      'a/en.json': '{"x": "Yes"}',
      'a/de.json': '{"x": ""}',
    })
    const { out } = await gitglot(folder, ['status'])
    expect(out.split('\n').slice(-4, -1)).toEqual([
      'shop: 75.0% of 4 strings, 1 left, no errors',
      'app: 66.6% of 6 strings, 2 left, no errors',
      '2 components: 66.6% of 6 strings, 2 left, no errors',
    ])
    const web = jsonComponent('web', 'l', { repo: folder, links: ['app'] })
    const app = jsonComponent('app', 'a', { repo: folder })
    const server = await serveProjects([
      { slug: 'shop', name: 'Shop', components: [web] },
      { slug: 'app', name: 'App', components: [app] },
    ])
    onTestFinished(server.catalog.close)
    for (const [page, badge, sum] of [
      ['projects/shop/', 'shop', '75.0 % translated 3 translated'],
      ['projects/app/', 'app', '66.6 % translated 4 translated'],
      ['', '-/-/-', '66.6 % translated 4 translated'],
    ] as const) {
      expect(await textOf(server.app, `/${page}`)).toContain(sum)
      const response = await server.app.request(`/widget/${badge}/translated-badge.json`)
      expect(await response.json()).toMatchObject({ message: sum.replace(/ .*/, '%') })
    }
    for (const [page, strings] of [
      ['search/app/?q=state:empty', 2],
      ['translate/app/-/de/?q=state:empty', 2],
      ['search/app/app/?q=state:empty', 1],
      ['search/shop/?q=state:empty', 1],
    ] as const) {
      const html = await (await server.app.request(`/${page}`)).text()
      expect([page, html.match(/<div class="row">/g)?.length]).toEqual([page, strings])
    }
  })
})
