import fs from 'node:fs'
import * as git from 'isomorphic-git'
import { expect, onTestFinished, test } from 'vitest'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createHistory } from '../support/history.ts'

test('a tree with too many paths gives an alert with the limit, and other components are served', async () => {
  const { path, tip } = await createHistory([{ name: 'one', files: { 'l/en.json': '{"a":"b"}' } }])
  const write = (tree: { mode: string; path: string; oid: string; type: 'tree' }[]) =>
    git.writeTree({ fs, gitdir: path, tree })
  const commit = await git.readCommit({ fs, gitdir: path, oid: tip })
  const [l] = (await git.readTree({ fs, gitdir: path, oid: commit.commit.tree })).tree
  if (l === undefined) throw new Error('expected a folder')
  let oid = l.oid
  for (let level = 0; level < 8; level++) {
    const entries = Array.from({ length: 10 }, (_, i) => ({ path: `d${i}`, oid }))
    oid = await write(entries.map((entry) => ({ mode: '040000', type: 'tree' as const, ...entry })))
  }
  const tree = await write([
    { mode: '040000', path: 'bomb', oid, type: 'tree' },
    { mode: '040000', path: 'l', oid: l.oid, type: 'tree' },
  ])
  const person = { name: 'A', email: 'a@b.c', timestamp: 1_704_067_200, timezoneOffset: 0 }
  await git.commit({ fs, gitdir: path, ref: 'refs/heads/main', tree, message: 'x', author: person })
  const mask = `bomb/${'*/'.repeat(8)}*.json`
  const bomb = jsonComponent('bomb', 'l', { repo: path, filemask: mask })
  const { catalog } = await serveProjects([
    {
      slug: 'p',
      name: 'P',
      web: 'https://p.example',
      components: [bomb, jsonComponent('good', 'l', { repo: path })],
    },
  ])
  onTestFinished(catalog.close)
  const [project] = catalog.current().projects
  const components = project?.components.map(({ config, translations, alerts }) => [
    config.slug,
    translations.length,
    alerts.map(({ message }) => message),
  ])
  const message = `${mask}: expected at most 50000 files and folders, found more`
  expect(components).toEqual([
    ['bomb', 0, [message]],
    ['good', 1, []],
  ])
})
