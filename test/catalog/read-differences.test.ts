import { expect, onTestFinished, test, vi } from 'vitest'
import { compareWork, readDifferences } from '../../src/catalog/read-differences.ts'
import { readReview } from '../../src/catalog/review/review.ts'
import { reviewWork } from '../../src/catalog/review/review-component.ts'
import type { Component } from '../../src/model/model.ts'
import { jsonComponent, serveProjects } from '../support/catalog.ts'
import { createRepository } from '../support/git-repository.ts'

const UNITS = 2000

test('differences are found once for all pages of a list, and only the last few megabytes are kept', async () => {
  const texts = (version: string) =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: UNITS }, (_, index) => [`k${index}`, version])),
    )
  const { path, commits } = await createRepository([
    { 'l/en.json': texts('one') },
    { 'l/en.json': texts('two') },
  ])
  const { catalog } = await serveProjects([
    {
      ...{ slug: 'p', name: 'P', web: 'https://p.example' },
      components: [jsonComponent('web', 'l', { repo: path })],
    },
  ])
  onTestFinished(catalog.close)
  const [before, after] = await Promise.all(
    commits.map(async (oid) => (await catalog.viewAt(oid)).projects[0]?.components[0] as Component),
  )
  const { askAbout } = catalog
  const compared = vi.spyOn(compareWork, 'run').mock.calls
  const compare = async (component: Component | undefined) => {
    const pair = { before: component as Component, after: after as Component }
    const [difference] = await readDifferences([pair], { askAbout })
    return difference?.languages[0]?.units
  }
  const first = await compare(before)
  expect(first?.length).toBe(UNITS)
  expect(first?.[0]).toEqual({ kinds: ['changed'], before: 0, after: 0, newlyFailing: [] })
  expect([await compare(before), compared.length]).toEqual([first, 1])
  // Many comparisons, of commits that are read again.
  for (let count = 0; count < 300; count++) await compare({ ...(before as Component) })
  expect([await compare(before), compared.length]).toEqual([first, 302])
})

test('a review looks at texts once for all pages of its strings', async () => {
  const { path, commits } = await createRepository([
    { 'l/en.json': '{"a": "Open"}', 'l/de.json': '{"a": "Auf"}' },
    { 'l/en.json': '{"a": "Open"}', 'l/de.json': '{"a": "https://evil.example/"}' },
  ])
  const { catalog } = await serveProjects([
    {
      ...{ slug: 'p', name: 'P', web: 'https://p.example' },
      components: [jsonComponent('web', 'l', { repo: path })],
    },
  ])
  onTestFinished(catalog.close)
  const views = await Promise.all(commits.map((oid) => catalog.viewAt(oid)))
  const [before, after] = views.map((view) => view.projects[0]?.components[0])
  const people = await catalog.people(views[1]!)
  const { askAbout } = catalog
  const reviewed = vi.spyOn(reviewWork, 'run').mock.calls
  const review = () =>
    readReview([{ before, after }], { askAbout, historyOf: () => undefined, people })
  const first = await review()
  expect(first.strings.map(({ context, risk }) => [context, risk])).toEqual([['a', 'high']])
  expect([await review(), reviewed.length]).toEqual([first, 1])
})
