import { execFileSync } from 'node:child_process'
import {
  createRows,
  type HistoryGroup,
  type HistoryRows,
  packGroups,
  readRows,
  updateIndex,
  type WalkMode,
} from '../../src/git/history/history.ts'
import { createMatcher, groupsOfPath } from '../../src/git/history/path-groups.ts'
import { MAX_OBJECT_BYTES } from '../../src/git/objects/object.ts'
import { openRepository } from '../../src/git/open.ts'
import type { Repository } from '../../src/git/repository.ts'
import { findLastChanges } from '../../src/history/changes/last-changes.ts'
import { fileTreeOfCommit } from '../../src/reading/file-tree.ts'
import { matchFiles } from '../../src/reading/filemask.ts'
import { openStore } from '../../src/store/store.ts'
import { readGitRows } from '../support/git-rows.ts'
import { readProjects } from './goldens.ts'
import { Section } from './report.ts'
import type { GoldenProject } from './server.ts'

const MODES: readonly WalkMode[] = ['first-parent-moves', 'ancestors', 'ancestors-moves']
const NO_BLOB = '0'.repeat(40)

interface GoldenComponent {
  readonly slug: string
  readonly filemask: string
  readonly template: string
  readonly intermediate: string
}

/**
 * Compares the rows of every golden component with `git log --raw`, in each way of walking, and the newest commit of each
 * translation with `git log -1`. Needs git.
 */
export async function compareHistoryRows({
  goldens,
  repositoryOf,
}: {
  goldens: string
  /** Path of the repository `owner/name`. */
  repositoryOf: (name: string) => string
}): Promise<Section[]> {
  const result: Section[] = []
  for (const project of readProjects(goldens)) {
    const [slug] = project.project
    const path = repositoryOf(project.repo)
    const repository = openRepository({ path })
    try {
      const rows = new Section(`${slug}: history rows`)
      const lastChanges = new Section(`${slug}: last commits`)
      await compareProject({ project, path, repository }, { rows, lastChanges })
      result.push(rows, lastChanges)
    } finally {
      repository.close()
    }
  }
  return result
}

interface Target {
  readonly project: GoldenProject
  readonly path: string
  readonly repository: Repository
}

async function compareProject(
  target: Target,
  sections: { readonly rows: Section; readonly lastChanges: Section },
): Promise<void> {
  const { project, path, repository } = target
  const components = componentsOf(project)
  const groups = components.map((component): HistoryGroup => {
    return { name: component.slug, patterns: patternsOf(component) }
  })
  const tip = tipOf(project, repository)
  const place = { gitDir: path, maxObjectBytes: MAX_OBJECT_BYTES, groups: packGroups(groups) }
  const store = openStore({ path: undefined })
  try {
    updateIndex(place, [tip], store)
    for (const component of components) {
      const rowsOf = (mode: WalkMode) =>
        createRows(readRows(place, { group: component.slug, tip, mode }, store))
      compareRows(target, component, rowsOf, sections.rows)
      await compareLastChanges(target, component, rowsOf, sections.lastChanges)
    }
  } finally {
    await store.close()
  }
}

function compareRows(
  { project, path, repository }: Target,
  component: GoldenComponent,
  rowsOf: (mode: WalkMode) => HistoryRows,
  section: Section,
): void {
  const tip = tipOf(project, repository)
  const matcher = createMatcher([patternsOf(component)])
  for (const mode of MODES) {
    // Git does not follow moves.
    const matching = [...rowsOf(mode)].filter(
      ({ path: file }) => groupsOfPath(matcher, file).length > 0,
    )
    const actual = matching.map(
      (row) => `${row.commit} ${row.old ?? NO_BLOB} ${row.new ?? NO_BLOB} ${row.path}`,
    )
    const expected = readGitRows(path, { tip, masks: masksOf(component), mode })
    compareLists(expected, actual, { name: `${component.slug} ${mode}`, section })
  }
}

function compareLists(
  expected: readonly string[],
  actual: readonly string[],
  { name, section }: { name: string; section: Section },
): void {
  for (let index = 0; index < Math.max(expected.length, actual.length); index++) {
    const row = { field: 'row', expected: expected[index], actual: actual[index] }
    section.add(`${name} [${index}]`, row.expected === row.actual ? [] : [row])
  }
}

async function compareLastChanges(
  { project, path, repository }: Target,
  component: GoldenComponent,
  rowsOf: (mode: WalkMode) => HistoryRows,
  section: Section,
): Promise<void> {
  const tip = tipOf(project, repository)
  const { files } = matchFiles(fileTreeOfCommit(repository, repository.readCommit(tip).tree), {
    ...component,
    isMonolingual: component.template !== '',
    languageRegex: '^[^.]+$',
    languageAliases: new Map(),
    sourceLanguage: 'en',
  })
  const shared = [component.template, component.intermediate]
  const groups = new Map(
    files.flatMap((file) => [
      [`${file.path} alone`, [file.path].filter(Boolean)],
      [file.path, [...new Set([file.path, ...shared])].filter(Boolean)],
    ]),
  )
  const rows = async (mode: WalkMode) => rowsOf(mode)
  const changes = await findLastChanges(groups, { repository, rows }, tip)
  for (const [name, paths] of groups) {
    if (paths.length === 0) continue
    const actual = changes.get(name)?.commit ?? ''
    const command = ['--literal-pathspecs', '-C', path, 'log', '-1', '--format=%H', tip, '--']
    const expected = execFileSync('git', [...command, ...paths], { encoding: 'utf8' }).trim()
    const commit = { field: 'commit', expected, actual }
    section.add(`${component.slug} ${name}`, expected === actual ? [] : [commit])
  }
}

function tipOf({ branch }: GoldenProject, repository: Repository): string {
  const tip = repository.resolve(branch)
  if (tip === undefined) throw new Error(`${repository.place.gitDir}: expected a branch ${branch}`)
  return tip
}

function componentsOf({ components }: GoldenProject): GoldenComponent[] {
  return components.map((component) => ({
    slug: String(component['slug']),
    filemask: String(component['filemask']),
    template: String(component['template'] ?? ''),
    intermediate: String(component['intermediate'] ?? ''),
  }))
}

function patternsOf(component: GoldenComponent): string[][] {
  return masksOf(component).map((mask) => mask.split('/'))
}

function masksOf({ filemask, template, intermediate }: GoldenComponent): string[] {
  return [filemask, template, intermediate].filter((mask) => mask !== '')
}
