import { describe, expect, test } from 'vitest'
import {
  aboutProject,
  configureProject,
  learn,
  type ProjectState,
  shownOf,
  stateOf,
  unreadProject,
} from '../../../src/catalog/updates/project-state.ts'
import type { ComponentConfig, ProjectConfig } from '../../../src/config/config.ts'
import { readConfig } from '../../../src/config/read.ts'
import { nothingKnown } from '../../../src/view/component-state.ts'

/** A project with components, by their slugs and filemasks. */
function projectOf(masks: Readonly<Record<string, string>>, more: object = {}): ProjectConfig {
  const components = Object.entries(masks).map(([slug, filemask]) => {
    return { slug, name: slug, repo: '/r', file_format: 'json', filemask }
  })
  const project = { slug: 'p', name: 'P', web: 'https://p.example', components, ...more }
  const text = JSON.stringify({ projects: [project] })
  const read = { text, file: '/g.yml', environment: {}, readSecretFile: () => '' }
  return readConfig(read).projects[0] as ProjectConfig
}

/** The project with some of its components read. */
function read(state: ProjectState, slugs: readonly string[]): ProjectState {
  const states = new Map(state.states)
  for (const component of state.config.components) {
    const content = { translations: [], alerts: [] }
    if (slugs.includes(component.slug))
      states.set(component, { ...nothingKnown(component), files: content, content })
  }
  return { ...state, states }
}

function shown(state: ProjectState | undefined): readonly string[] | undefined {
  return state?.config.components.map(
    (component) =>
      `${component.filemask} ${stateOf(state, component).content === undefined ? 'unread' : 'read'}`,
  )
}

const served = read(unreadProject(projectOf({ a: 'a/*', b: 'b/*' })), ['a', 'b'])

describe('a project with a new configuration shows', () => {
  test('all components at startup, also unread ones', () => {
    const first = unreadProject(projectOf({ a: 'a/*', b: 'b/*' }))
    expect(shown(shownOf(read(first, ['a']), first))).toEqual(['a/* read', 'b/* unread'])
  })

  test('nothing of a new project until all of it has been read', () => {
    const came = unreadProject(projectOf({ a: 'a/*', b: 'b/*' }))
    expect(
      [['a'], ['a', 'b']].map((slugs) => shown(shownOf(read(came, slugs), undefined))),
    ).toEqual([undefined, ['a/* read', 'b/* read']])
  })

  test('a new component once it has been read, and its predecessor until then', () => {
    const next = configureProject(served, projectOf({ a: 'a/*', b: 'c/*', d: 'd/*' }))
    const before = shownOf(next, served)
    const between = shownOf(read(next, ['d']), before)
    const after = shownOf(read(next, ['b', 'd']), between)
    expect([before, between, after].map(shown)).toEqual([
      ['a/* read', 'b/* read'],
      ['a/* read', 'b/* read', 'd/* read'],
      ['a/* read', 'c/* read', 'd/* read'],
    ])
  })

  test('its new settings at once', () => {
    const next = configureProject(
      served,
      projectOf({ a: 'a/*', b: 'b/*' }, { access_control: 'private' }),
    )
    const now = shownOf(next, served)
    expect([now?.config.accessControl, shown(now)]).toEqual(['private', ['a/* read', 'b/* read']])
  })

  test('its old components until discovery ends', () => {
    const { components: _, ...discovered } = { ...projectOf({}), discover: { repo: '/r' } }
    const next = configureProject(served, { ...discovered, components: [] } as never)
    const now = shownOf(next, served) as ProjectState
    expect([shown(now), aboutProject(now)]).toEqual([
      ['a/* read', 'b/* read'],
      { reading: 'files', alerts: [] },
    ])
  })
})

test('an equal configuration changes nothing, and equal components stay the same objects', () => {
  const same = configureProject(served, projectOf({ a: 'a/*', b: 'b/*' }))
  const [a] = configureProject(served, projectOf({ a: 'a/*', b: 'c/*' })).config.components
  expect([same, a]).toEqual([served, served.config.components[0]])
  expect([same === served, a === served.config.components[0]]).toEqual([true, true])
})

test('results for the former configuration are kept for unchanged components', () => {
  const next = configureProject(served, projectOf({ b: 'b/*', c: 'c/*' }))
  const commit = { oid: '1' } as never
  const later: ProjectState = {
    ...served,
    states: new Map(
      [...served.states].map(([component, state]) => [component, { ...state, commit }]),
    ),
  }
  const { config, states, checkedAs } = learn(next, later)
  const commitOf = (component: ComponentConfig) => states.get(component)?.commit
  expect([config, config.components.map(commitOf), checkedAs]).toEqual([
    next.config,
    [commit, undefined],
    undefined,
  ])
})
