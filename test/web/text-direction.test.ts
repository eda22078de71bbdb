import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'
import { textOf } from '../support/web.ts'

test.each([
  ['ku_Arab', 'rtl', 'ltr'],
  ['az_Arab', 'rtl', 'ltr'],
  ['ar_Latn', 'ltr', 'rtl'],
  ['sd_Deva', 'ltr', 'rtl'],
  ['fa', 'rtl', 'rtl'],
  ['zh_Hant_TW', 'ltr', 'ltr'],
])(
  'texts in %s are %s on pages, after their script, and %s in the API, as in Weblate',
  async (file, direction, weblate) => {
    const { path: repo } = await createRepository([
      { 'l/en.json': '{"a": "Open"}', [`l/${file}.json`]: '{"a": "X"}' },
    ])
    const components = [jsonComponent('web', 'l', { repo })]
    const { app, catalog, get } = await serveProjects([{ slug: 'p', name: 'P', components }])
    onTestFinished(catalog.close)
    const translations = catalog.current().projects[0]?.components[0]?.translations ?? []
    const code = translations.find(({ isSource }) => !isSource)?.language.code ?? ''
    const html = await (await app.request(`/translate/p/web/${code}/`)).text()
    expect(html).toContain(`lang="${code.replaceAll('_', '-')}" dir="${direction}">X<`)
    expect(await textOf(app, `/projects/p/web/${code}/`)).toContain(
      `written ${direction === 'rtl' ? 'right to left' : 'left to right'}`,
    )
    expect(await get(`/api/languages/${code}/`)).toMatchObject({ direction: weblate })
  },
)
