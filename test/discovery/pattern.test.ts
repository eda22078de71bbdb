import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/read.ts'
import { discover } from '../../src/discovery/discover.ts'

/** Slug, filemask, template and languages of components found with the `discover` settings of a project. */
function discoverWith(settings: object, paths: readonly string[], names = {}) {
  const project = { slug: 'p', name: 'P', web: 'https://p.example', repo: '.', discover: settings }
  const [{ discover: only } = {}] = readConfig({
    text: JSON.stringify({ projects: [project] }),
    file: '/gitglot.yml',
    environment: {},
    readSecretFile: () => '',
  }).projects
  const { components, nearMisses } = discover({ paths, read: () => undefined, only, names })
  return [
    ...components.map((component) => [
      component.slug,
      component.filemask,
      component.template,
      component.languages,
    ]),
    ...nearMisses.map(({ filemask, explanation }) => [filemask, explanation]),
  ]
}

const layout = {
  pattern: 'apps/<component>/t.<component>.<language>.json',
  template: 'apps/<component>/en.json',
  file_format: 'json',
}

test('a pattern gives a component for each name with a template', () => {
  const paths = [
    ...['apps/Web UI/en.json', 'apps/Web UI/t.Web UI.de.json', 'apps/Web UI/t.Web UI.cs.json'],
    ...['apps/api/t.api.de.json', 'apps/api/t.web.de.json', 'apps/api/t.api.x.de.json'],
  ]
  expect(discoverWith(layout, paths)).toEqual([
    ['web-ui', 'apps/Web UI/t.Web UI.*.json', 'apps/Web UI/en.json', ['cs', 'de']],
    ['apps/api/t.api.*.json', 'There is no template apps/api/en.json.'],
  ])
})

test('other characters of a pattern match literally', () => {
  const settings = { pattern: 'a-+(b)/<component>$.<language>.po', file_format: 'po' }
  expect(discoverWith(settings, ['a-+(b)/x$.de.po', 'a-ab/x$.de.po', 'a-+(b)/x*$.de.po'])).toEqual([
    ['x', 'a-+(b)/x$.*.po', '', ['de']],
  ])
})

const files = ['a', 'b/i18n', 'c/deep'].flatMap((folder) =>
  ['en', 'de', 'fr'].map((code) => `${folder}/${code}.json`),
)

test('take and leave select components by filemask', () => {
  const masks = (settings: object) =>
    discoverWith(settings, files).map(([slug, mask]) => [slug, mask])
  expect(masks({ take: ['a/*', 'c*'] })).toEqual([
    ['a', 'a/*.json'],
    ['deep', 'c/deep/*.json'],
    ['b/i18n/*.json', 'Excluded by the configuration.'],
  ])
  expect(masks({ leave: ['*deep*', 'b/i18n/*.json'] }).slice(0, 1)).toEqual([['a', 'a/*.json']])
})

test('a star in take matches any text, also a leading dot', () => {
  const settings = { pattern: '.l10n/<component>.<language>.po', file_format: 'po', take: ['*'] }
  expect(discoverWith(settings, ['.l10n/x.de.po'])).toEqual([['x', '.l10n/x.*.po', '', ['de']]])
})

test('a filemask keeps its earlier slug and name', () => {
  const named = (paths: readonly string[], names: object) =>
    discoverWith({}, paths, names).map(([slug, mask]) => [slug, mask])
  const more = ['x/web/en.json', 'x/web/de.json', 'y/web/en.json', 'y/web/de.json']
  expect(named(more, {})).toEqual([
    ['x-web', 'x/web/*.json'],
    ['y-web', 'y/web/*.json'],
  ])
  expect(named(more, { 'y/web/*.json': { slug: 'web', name: 'web' } })).toEqual([
    ['x-web', 'x/web/*.json'],
    ['web', 'y/web/*.json'],
  ])
})
