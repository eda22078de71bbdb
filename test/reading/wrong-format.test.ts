import { expect, test } from 'vitest'
import { packFolder, unpackFolder } from '../../formats/folder.ts'
import { readConfig } from '../../src/config/read.ts'
import { openRepository } from '../../src/git/open.ts'
import type { Repository } from '../../src/git/repository.ts'
import { readComponent } from '../../src/reading/component.ts'
import { Library } from '../../src/reading/library.ts'
import { createRepository } from '../support/git-repository.ts'

test.each(['md', 'txt'])(
  'files with an extension of folder formats (%s) are not taken for folders',
  async (end) => {
    const text = 'Hello world\n'
    const { path } = await createRepository([
      { [`l/cs.${end}`]: text, [`l/de.${end}`]: text, [`l/fr.${end}`]: text },
    ])
    const filemask = `l/*.${end}`
    const component = { slug: 'c', name: 'C', repo: path, file_format: 'json', filemask }
    const { projects } = readConfig({
      text: JSON.stringify({ projects: [{ slug: 'p', name: 'P', components: [component] }] }),
      file: '/gitglot.yml',
    })
    const repository = openRepository({ path })
    const { alerts } = readComponent({
      ...{ project: projects[0]!, config: projects[0]!.components[0]!, repository },
      library: new Library({ maxBytes: 1 << 20 }),
      commit: repository.readCommit(repository.resolve('HEAD')!),
    })
    expect(alerts.map(({ message }) => message)).toEqual([`${filemask}: 3 files are not json`])
  },
)

test('bytes other than a packed folder are refused', () => {
  const packed = packFolder([['a.md', Buffer.from('A')]])
  expect([...unpackFolder(packed).keys()]).toEqual(['a.md'])
  expect(() => unpackFolder(Buffer.from('Hello world\n'))).toThrow(RangeError)
})

test('the format that files look like is determined only once', async () => {
  const nested = JSON.stringify({ a: { b: 'A' } })
  const { path } = await createRepository([
    { 'l/cs.json': nested, 'l/de.json': nested, 'l/fr.json': nested },
  ])
  const component = { slug: 'c', name: 'C', repo: path, file_format: 'po', filemask: 'l/*.json' }
  const { projects } = readConfig({
    text: JSON.stringify({ projects: [{ slug: 'p', name: 'P', components: [component] }] }),
    file: '/gitglot.yml',
  })
  const [project] = projects
  const repository = openRepository({ path })
  const options = {
    ...{ project: project!, config: project!.components[0]! },
    library: new Library({ maxBytes: 1 << 20 }),
    commit: repository.readCommit(repository.resolve('HEAD')!),
  }
  const read: string[] = []
  const noting: Repository = {
    ...repository,
    readBlob(oid) {
      read.push(oid)
      return repository.readBlob(oid)
    },
  }
  const first = readComponent({ ...options, repository: noting })
  const count = read.length
  const second = readComponent({ ...options, repository: noting })
  expect(first.alerts).toEqual([
    {
      ...{ name: 'ParseError', filename: '' },
      message: 'l/*.json: 3 files are not po; they look like json-nested',
    },
  ])
  expect([second.alerts, count > 0, read.length]).toEqual([first.alerts, true, count])
})
