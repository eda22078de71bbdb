import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { HistoryScope } from '../../../src/history/component-history.ts'
import { failingRows } from '../../../src/model/failing-checks.ts'
import type { View } from '../../../src/model/model.ts'
import { serveProjects, type TestServer } from '../../support/catalog.ts'
import { addCommit, createRepository } from '../../support/git-repository.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.catalog.close()
  server = undefined
})

const json = (value: object) => JSON.stringify(value)
const component = (slug: string, repo: string) => ({
  slug,
  name: slug,
  repo,
  branch: 'main',
  file_format: 'json',
  filemask: 'l/*.json',
  template: 'l/en.json',
})
const project = (slug: string, ...components: object[]) => ({
  slug,
  name: slug,
  web: 'https://p.example',
  components,
})
const first = { 'l/en.json': json({ a: 'A', b: 'B' }), 'l/cs.json': '{}' }
const second = { ...first, 'l/cs.json': json({ a: 'Á' }), 'l/de.json': json({ a: 'Ä' }) }

/** `project/component language translated/total` of all translations. */
function lines(view: View): string[] {
  return view.projects
    .flatMap(({ components }) => components)
    .flatMap(({ project: { config }, config: { slug }, translations }) =>
      translations.map(
        ({ language, statistics: { translated, total } }) =>
          `${config.slug}/${slug} ${language.code} ${translated.units}/${total.units}`,
      ),
    )
}

describe('a view', () => {
  test('at a branch, a commit and HEAD shows what they hold', async () => {
    const { path, commits } = await createRepository([first, second])
    await addCommit(path, { 'l/en.json': json({ x: 'X' }) }, 2, 'next')
    server = await serveProjects([project('p', component('web', path))])
    const { catalog } = server
    const shown = await Promise.all(
      ['next', 'refs/heads/next', commits[0] ?? '', 'HEAD'].map((ref) => catalog.viewAt(ref)),
    )
    expect(shown.map(lines)).toEqual([
      ['p/web en 1/1'],
      ['p/web en 1/1'],
      ['p/web en 2/2', 'p/web cs 0/2'],
      ['p/web en 2/2', 'p/web cs 1/2', 'p/web de 1/2'],
    ])
  })

  test('that no request waits for is not read further, and the next request starts again', async () => {
    const { path } = await createRepository([first])
    server = await serveProjects([project('p', component('web', path), component('app', path))])
    const { catalog } = server
    const view = await catalog.refView('main')
    const controller = new AbortController()
    const steps: unknown[] = []
    let next: Promise<View> | undefined
    const stopped = view.read({
      signal: controller.signal,
      progress(...step) {
        steps.push(step)
        if (steps.length === 1) return
        controller.abort()
        next = view.read()
      },
    })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect(steps).toEqual([
      [0, 2, 'components'],
      [1, 2, 'components'],
    ])
    expect(lines((await next) as View)).toEqual([
      'p/web en 2/2',
      'p/web cs 0/2',
      'p/app en 2/2',
      'p/app cs 0/2',
    ])
    expect((await catalog.refView('main')).cached).toBe(await next)
  })

  test('is read again for other requests if the one that started it is cancelled', async () => {
    const { path } = await createRepository([first])
    server = await serveProjects([project('p', component('web', path))])
    const view = await server.catalog.refView('main')
    const controller = new AbortController()
    const stopped = view.read({ signal: controller.signal, progress: () => controller.abort() })
    const shared = view.read()
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect(lines(await shared)).toEqual(['p/web en 2/2', 'p/web cs 0/2'])
  })

  test('leaves out components whose repository does not have the ref, and projects without any', async () => {
    const [withRef, withoutRef] = [
      await createRepository([first]),
      await createRepository([second]),
    ]
    await addCommit(withRef.path, first, 2, 'next')
    server = await serveProjects([
      project('p', component('web', withRef.path), component('app', withoutRef.path)),
      project('q', component('doc', withoutRef.path)),
    ])
    expect(lines(await server.catalog.viewAt('next'))).toEqual(['p/web en 2/2', 'p/web cs 0/2'])
  })

  test('is read once for each commit, and again when the branch moves', async () => {
    const { path, commits } = await createRepository([first])
    server = await serveProjects([project('p', component('web', path))])
    const { catalog } = server
    const [branch, commit] = await Promise.all([
      catalog.viewAt('main'),
      catalog.viewAt(commits[0] ?? ''),
    ])
    expect(branch).toBe(commit)
    await addCommit(path, second, 1)
    expect(lines(await catalog.viewAt('main'))).toEqual([
      'p/web en 2/2',
      'p/web cs 1/2',
      'p/web de 1/2',
    ])
    expect(await catalog.viewAt(commits[0] ?? '')).toBe(commit)
  })

  test('shares what it has read with the view that is served', async () => {
    const { path } = await createRepository([first, second])
    server = await serveProjects([project('p', component('web', path))])
    const unitsOf = (view: View) =>
      view.projects[0]?.components[0]?.translations.map(({ units }) => units())
    const at = unitsOf(await server.catalog.viewAt('main'))
    const served = unitsOf(server.catalog.current())
    expect(at?.map((units, index) => units === served?.[index])).toEqual([true, true, true])
  })

  test('has failing checks', async () => {
    const files = { 'l/en.json': json({ a: 'Done.' }), 'l/cs.json': json({ a: 'Hotovo' }) }
    const { path, commits } = await createRepository([files, first])
    server = await serveProjects([project('p', component('web', path))])
    const view = await server.catalog.viewAt(commits[0] ?? '')
    expect(
      view.projects[0]?.components[0]?.translations.map(({ failing }) => [...failingRows(failing)]),
    ).toEqual([[], [[0, ['end_stop']]]])
  })

  test('has the last author of a translation on request', async () => {
    const { path, commits } = await createRepository([first, second, first])
    server = await serveProjects([project('p', component('web', path))])
    await server.catalog.complete
    const lastChangesIn = async (history: HistoryScope) => {
      const view = await server?.catalog.viewAt(commits[1] ?? '', { history })
      return view?.projects[0]?.components[0]?.translations.map(
        ({ lastChange }) => lastChange && commits.indexOf(lastChange.commit),
      )
    }
    expect([await lastChangesIn('all'), await lastChangesIn('states')]).toEqual([
      [0, 1, 1],
      [undefined, undefined, undefined],
    ])
  })
})

test('the history before the served commit and before others is known', async () => {
  const { path, commits } = await createRepository([first, second, first])
  for (let day = 3; day < 25; day++) {
    await addCommit(path, { ...first, 'l/cs.json': json({ a: String(day) }) }, day, `b${day}`)
  }
  server = await serveProjects([project('p', component('web', path))])
  await server.catalog.complete
  const steps = async (ref: string) => {
    const view = await server?.catalog.viewAt(ref, { history: 'all' })
    const component = view?.projects[0]?.components[0]
    const timeline = component && server?.catalog.historyOf(component)?.timeline
    return [timeline?.completeness, timeline?.steps.map(({ index }) => timeline.changed(index))]
  }
  const changed = ['l/cs.json', 'l/de.json']
  const initial = ['l/cs.json', 'l/en.json']
  const complete = { complete: true }
  expect(await steps('main')).toEqual([complete, [initial, changed, changed]])
  expect(await steps(commits[1] ?? '')).toEqual([complete, [initial, changed]])
  for (let day = 3; day < 25; day++) {
    expect(await steps(`b${day}`)).toEqual([complete, [initial]])
  }
  expect(await steps('b3')).toEqual([complete, [initial]])
})

describe('an unknown ref', () => {
  test.each([
    ['next'],
    ['0123456789012345678901234567890123456789'],
    [''],
    ['../../etc/passwd'],
    ['refs/stash'],
    ['config'],
    ['main^{tree}'],
    ['a b'],
    ['a\0b'],
    ['.lock'],
    ['a very long one', 'x'.repeat(5000)],
  ])('%j is not found', async (name, ref = name) => {
    const { path } = await createRepository([first])
    server = await serveProjects([project('p', component('web', path))])
    await expect(server.catalog.viewAt(ref)).rejects.toMatchObject({
      name: 'NotFoundError',
      message: expect.stringMatching(/^ref ".{0,120}": expected a branch, tag or commit/),
    })
  })
})

test('a damaged ref of one repository leaves the others alone', async () => {
  const [intact, damaged] = [await createRepository([first]), await createRepository([first])]
  await addCommit(intact.path, first, 2, 'next')
  writeFileSync(join(damaged.path, 'refs/heads/next'), 'nonsense\n')
  server = await serveProjects([
    project('p', component('web', intact.path), component('app', damaged.path)),
  ])
  expect(lines(await server.catalog.viewAt('next'))).toEqual(['p/web en 2/2', 'p/web cs 0/2'])
})

test('a damaged ref that no other repository has says what is wrong', async () => {
  const { path } = await createRepository([first])
  writeFileSync(join(path, 'refs/heads/next'), 'nonsense\n')
  server = await serveProjects([project('p', component('web', path))])
  await expect(server.catalog.viewAt('next')).rejects.toMatchObject({
    name: 'RepositoryError',
    message: expect.stringContaining('refs/heads/next: expected an object id'),
  })
})
