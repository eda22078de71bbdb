import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { formatFile } from './format-files.ts'
import { benchFolder, git } from './sample.ts'

export const LANGUAGES: readonly string[] = (
  'ar be bg bn ca cs da de el es et eu fa fi fr gl he hi hr hu id ' +
  'it ja ko lt lv mk nb nl pl pt ro ru sk sl sr sv th tr uk vi zu'
).split(' ')

interface PoRepository {
  /** A new folder for the repository and its files. */
  readonly folder: string
  readonly repo: string
  readonly files: readonly string[]
  readonly configText: string
}

/**
 * Creates a repository of PO files with 6,000 units each (0.7 MB) and distinct headers: one file for each component and
 * language.
 */
export function poRepository(
  name: string,
  slugs: readonly string[],
  languages: readonly string[],
): PoRepository {
  const folder = join(benchFolder(), name)
  rmSync(folder, { recursive: true, force: true })
  const repo = join(folder, 'repo')
  const text = formatFile('po').toString()
  const files = slugs.flatMap((slug) => {
    mkdirSync(join(repo, slug), { recursive: true })
    return languages.map((language) => {
      const file = join(repo, slug, `${language}.po`)
      writeFileSync(file, text.replace('Content-Type', `Language: ${language}\\nContent-Type`))
      return file
    })
  })
  git(repo, ['init', '--quiet'])
  git(repo, ['add', '.'])
  git(repo, ['commit', '-qm', 'Add files'])
  const components = slugs.map((slug) => {
    return { slug, name: slug, repo, file_format: 'po', filemask: `${slug}/*.po` }
  })
  const project = { slug: 'po', name: 'PO', web: 'https://example.com/', components }
  return { folder, repo, files, configText: JSON.stringify({ projects: [project] }) }
}
