import fs from 'node:fs'
import * as git from 'isomorphic-git'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '../../src/api/endpoints.ts'
import { typicalAddresses } from '../support/addresses.ts'
import { appProject, serveProjects, type TestServer } from '../support/catalog.ts'
import { createRepository, writeFiles } from '../support/git-repository.ts'

const TIMES = ['-1', '-99999999999', '4102444800', '253402300799', '999999999999999']

let server: TestServer

beforeAll(async () => {
  const { path, commits } = await createRepository([{ 'l/en.json': '{"a":"One"}' }])
  let parent = commits[0]
  for (const [index, time] of TIMES.entries()) {
    const tree = await writeFiles(path, {
      'l/en.json': '{"a":"One"}',
      'l/cs.json': `{"a":"Jedna ${index}"}`,
    })
    const people = ['author', 'committer'].map((role) => `${role} A <a@b> ${time} +1400`)
    const lines = [`tree ${tree}`, `parent ${parent}`, ...people, '', 'Odd\n']
    const object = Buffer.from(lines.join('\n'))
    parent = await git.writeObject({ fs, gitdir: path, type: 'commit', object, format: 'content' })
    await git.writeRef({ fs, gitdir: path, ref: 'refs/heads/main', value: parent, force: true })
  }
  server = await serveProjects([appProject(path, 'l')])
  await server.catalog.complete
})
afterAll(() => server.catalog.close())

test('commits with extreme times break no endpoint', async () => {
  const patterns = Object.keys(ENDPOINTS)
  const addresses = [...(await typicalAddresses(server.app, patterns)).values()]
  const all = [
    '/',
    ...addresses,
    ...addresses.flatMap((path) => (path.includes('/file/') ? [] : [`${path}&ref=main`])),
    ...['zip', 'zip:po', 'zip:xlsx'].map((format) => `/api/projects/app/file/?format=${format}`),
    ...['po', 'xlsx', 'xliff'].map(
      (format) => `/api/translations/app/web/cs/file/?format=${format}`,
    ),
    '/api/units/?q=changed:>2020-01-01',
  ]
  const failed: string[] = []
  for (const address of all) {
    const { status } = await server.app.request(address)
    if (status >= 500) failed.push(`${status} ${address}`)
  }
  expect(failed).toEqual([])
})
