import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { NotFoundError } from '../../src/errors.ts'
import { openRepository } from '../../src/git/open.ts'
import { findMergeBase, parseRange, resolveRevision } from '../../src/git/revision.ts'
import { createCheckout, writeFilesInto } from '../support/command.ts'
import { commitAs } from '../support/commit-as.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

/** Three commits on `main`; `side` branches off after the second and has one more; `merged` merges both. */
function createHistory(): string {
  const folder = createCheckout({ a: '1' }, { a: '2' })
  runGit(folder, 'checkout', '--quiet', '-b', 'side')
  writeFilesInto(folder, { b: '1' })
  runGit(folder, 'add', '--all')
  runGit(folder, 'commit', '--quiet', '--message', 'Side')
  runGit(folder, 'checkout', '--quiet', 'main')
  writeFilesInto(folder, { a: '3' })
  runGit(folder, 'commit', '--quiet', '--all', '--message', 'Third')
  runGit(folder, 'checkout', '--quiet', '-b', 'merged')
  runGit(folder, 'merge', '--quiet', '--no-ff', '--message', 'Merge', 'side')
  runGit(folder, 'tag', '--annotate', 'v1', '--message', 'Tag', 'main')
  runGit(folder, 'update-ref', 'refs/remotes/upstream/topic', 'side')
  return folder
}

test.skipIf(!hasGit())('revisions resolve as in Git', () => {
  const path = createHistory()
  const repository = openRepository({ path })
  const revisions = [
    'HEAD',
    'main',
    'main~',
    'main~2',
    'v1',
    'v1^',
    'merged^2',
    'merged^2~1^0',
    'upstream/topic~1',
  ]
  expect(revisions.map((revision) => resolveRevision(repository, revision))).toStrictEqual(
    revisions.map((revision) => runGit(path, 'rev-parse', `${revision}^{commit}`)),
  )
  repository.close()
})

test('a time resolves to the last commit of the branch by then, a day until its end', async () => {
  const gitdir = createTemporaryFolder()
  const author = 'Ada <ada@example.org>'
  const oids: string[] = []
  for (const day of [0, 10, 20]) {
    oids.push(await commitAs({ gitdir, tree: { a: `${day}` }, author, day }))
  }
  const repository = openRepository({ path: gitdir })
  const at = (revision: string) => oids.indexOf(resolveRevision(repository, revision))
  expect(
    ['@2024-01-11', '@{2024-01-10}', 'main@{2024-01-20T23:59Z}', 'HEAD@{1 day ago}~1', '@~2'].map(
      at,
    ),
  ).toStrictEqual([1, 0, 1, 1, 0])
  expect(() => at('@2023-01-01')).toThrow(
    '@2023-01-01: its history begins only at 2024-01-01T00:00:00.000Z',
  )
  expect(() => at('main@{1}')).toThrow('main@{1}: expected a date such as 2024-06-01')
  expect(() => at('nope@{2024-01-11}')).toThrow('expected a branch, tag or commit')
  expect(() => at('main..HEAD')).toThrow('main..HEAD: expected one branch, tag or commit')
  repository.close()
})

test.skipIf(!hasGit())('three dots resolve to the merge base', () => {
  const path = createHistory()
  const repository = openRepository({ path })
  const base = runGit(path, 'merge-base', 'main', 'side')
  expect(
    ['main...side', 'side...main', 'main...side~1^0'].map((range) => {
      return resolveRevision(repository, range)
    }),
  ).toStrictEqual([base, base, base])
  expect([
    parseRange('main..side'),
    parseRange('main...side'),
    parseRange('..'),
    parseRange('main'),
  ]).toStrictEqual([
    { base: 'main', head: 'side' },
    { base: 'main...side', head: 'side' },
    { base: 'HEAD', head: 'HEAD' },
    undefined,
  ])
  repository.close()
})

test.skipIf(!hasGit())(
  'HEAD of a branch without commits is undefined, even if its remote has one',
  () => {
    const path = createHistory()
    runGit(path, 'update-ref', 'refs/remotes/origin/main', 'main')
    runGit(path, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main')
    runGit(path, 'symbolic-ref', 'HEAD', 'refs/heads/empty')
    const repository = openRepository({ path })
    expect([repository.resolve('HEAD'), repository.resolve('origin/HEAD')]).toStrictEqual([
      undefined,
      repository.resolve('main'),
    ])
    expect(() => resolveRevision(repository, 'HEAD')).toThrow(
      'HEAD: expected a branch, tag or commit; there is none yet on this branch',
    )
    repository.close()
  },
)

test.skipIf(!hasGit())('merge bases are those of Git', () => {
  const path = createHistory()
  const repository = openRepository({ path })
  const pairs = [
    ['main', 'side'],
    ['side', 'main'],
    ['main', 'merged'],
    ['side', 'merged'],
    ['main', 'main'],
    ['main~2', 'merged'],
  ] as const
  const oid = (name: string) => resolveRevision(repository, name)
  expect(
    pairs.map(([left, right]) => findMergeBase(repository, oid(left), oid(right))),
  ).toStrictEqual(pairs.map(([left, right]) => runGit(path, 'merge-base', left, right)))
  repository.close()
})

/** Seconds of commits by their number. */
const clocks: [string, (index: number) => number][] = [
  ['at the same time', () => 0],
  ['by clocks that differ', (index) => (index * 7) % 11],
]

test.skipIf(!hasGit()).each(clocks)('merge bases of commits %s are those of Git', (_, secondOf) => {
  const path = createTemporaryFolder()
  runGit(path, 'init', '--quiet', '--bare', '.')
  const numbers = Array.from({ length: 18 }, (_, index) => index)
  const history = numbers.flatMap((index) => {
    const parents = [index - 1 - ((index * index) % 5), index - 1 - ((3 * index) % 4)]
    const [first, second] = [...new Set(parents.filter((parent) => parent >= 0))]
    return [
      `commit refs/heads/c${index}`,
      `mark :${index + 1}`,
      `committer A <a@example.org> ${1_700_000_000 + secondOf(index)} +0000`,
      `data ${String(index).length}`,
      String(index),
      ...(first === undefined ? [] : [`from :${first + 1}`]),
      ...(second === undefined ? [] : [`merge :${second + 1}`]),
      '',
    ]
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: path, input: `${history.join('\n')}\n` })
  const repository = openRepository({ path })
  for (const later of numbers) {
    for (const earlier of numbers.slice(0, later)) {
      const [left, right] = [`c${later}`, `c${earlier}`] as const
      const { status, stdout } = spawnSync('git', ['merge-base', '--all', left, right], {
        cwd: path,
        encoding: 'utf8',
      })
      const find = () =>
        findMergeBase(repository, repository.resolve(left)!, repository.resolve(right)!)
      if (status === 1) expect(find, `${left} ${right}`).toThrow(NotFoundError)
      else expect(stdout.split('\n'), `${left} ${right}`).toContain(find())
    }
  }
  repository.close()
})

test.skipIf(!hasGit())('errors explain unknown revisions and missing parents', () => {
  const repository = openRepository({ path: createHistory() })
  expect(() => resolveRevision(repository, 'nowhere~1')).toThrow(
    'nowhere~1: expected a branch, tag or commit; fetch it first if it is on a remote',
  )
  expect(() => resolveRevision(repository, 'main~3')).toThrow(
    /^main~3: commit [0-9a-f]{40} has no such parent$/,
  )
  expect(() => resolveRevision(repository, 'main^2')).toThrow(
    /^main\^2: commit [0-9a-f]{40} has no such parent$/,
  )
  repository.close()
})

test.skipIf(!hasGit())('an error names the end of a shallow clone, and the fix', () => {
  const path = createTemporaryFolder()
  runGit(
    path,
    'clone',
    '--quiet',
    '--depth=1',
    '--no-single-branch',
    `file://${createHistory()}`,
    '.',
  )
  const repository = openRepository({ path })
  const tip = resolveRevision(repository, 'HEAD')
  const message = `not enough history: this clone is shallow and ends at ${tip}; run git fetch --deepen=100, or git fetch --unshallow for all of it`
  expect(() => resolveRevision(repository, 'HEAD~1')).toThrow(`HEAD~1: ${message}`)
  const main = resolveRevision(repository, 'origin/main')
  expect(() => findMergeBase(repository, tip, main)).toThrow(/^not enough history/)
  repository.close()
})

test.skipIf(!hasGit())('histories without a common commit have no merge base', () => {
  const path = createHistory()
  runGit(path, 'checkout', '--quiet', '--orphan', 'other')
  runGit(path, 'commit', '--quiet', '--message', 'Other')
  const repository = openRepository({ path })
  const [main, unrelated] = [
    resolveRevision(repository, 'main'),
    resolveRevision(repository, 'other'),
  ]
  expect(() => findMergeBase(repository, main, unrelated)).toThrow(
    new NotFoundError(`${main} and ${unrelated}: expected a common history, found none`),
  )
  repository.close()
})
