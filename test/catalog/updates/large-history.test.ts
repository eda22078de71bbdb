import { randomBytes } from 'node:crypto'
import { basename, dirname } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { appProject, serveProjects } from '../../support/catalog.ts'
import { createRepository, createTemporaryFolder } from '../../support/git-repository.ts'
import { hasHttpBackend, startGitServer } from '../../support/git-server.ts'

const tip = { 'l/en.json': '{"a": "A"}', 'l/de.json': '{"a": "Ä"}' }
/** Nothing compresses it. */
const withLargeFile = () => ({ ...tip, 'large.bin': randomBytes(3 << 20) })

test.skipIf(!hasHttpBackend())(
  'without git, a history over an eighth of max_git_memory stays shallow, and says so',
  async () => {
    const { path } = await createRepository([
      withLargeFile(),
      withLargeFile(),
      withLargeFile(),
      tip,
    ])
    const remote = await startGitServer({ root: dirname(path) })
    onTestFinished(() => remote.close())
    const { catalog, get } = await serveProjects(
      [appProject(`${remote.origin}/${basename(path)}`, 'l')],
      { max_git_memory: '64 MiB' },
      { environment: { PATH: '/nonexistent', HOME: createTemporaryFolder() } },
    )
    onTestFinished(catalog.close)
    await catalog.complete
    expect(await get('/api/components/app/web/statistics/')).toMatchObject({ count: 2 })
    const outdated = await get('/api/components/app/web/outdated/')
    expect(outdated).toMatchObject({ history: { complete: false, since: expect.any(String) } })
    const alerts = await get<{ message: string }[]>('/api/components/app/web/alerts/')
    expect(alerts).toMatchObject([
      {
        name: 'RepositoryError',
        message: expect.stringMatching(/8 MiB.*: install git to read the whole history$/),
      },
    ])
  },
)
