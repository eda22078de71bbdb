import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A component to measure: its repository on disk, and its settings as in a configuration file. */
export interface Sample {
  /** `project/component`. */
  readonly name: string
  /** A bare repository. */
  readonly repo: string
  readonly branch: string
  readonly settings: Readonly<Record<string, string>> & {
    readonly file_format: string
    readonly filemask: string
    readonly template: string
  }
}

/** A file of a sample at the tip of its branch. */
export interface SampleFile {
  readonly path: string
  readonly oid: string
}

type Bundled = Omit<Sample, 'repo'> & { readonly bundle: string }

const BUNDLED: readonly Bundled[] = [
  {
    name: 'homepage/homepage',
    bundle: 'gethomepage+homepage',
    branch: 'dev',
    settings: {
      file_format: 'json-nested',
      filemask: 'public/locales/*/common.json',
      template: 'public/locales/en/common.json',
    },
  },
  {
    name: 'calculator/app',
    bundle: 'LineageOS+android_packages_apps_ExactCalculator',
    branch: 'lineage-21.0',
    settings: {
      file_format: 'aresource',
      filemask: 'res/values-*/strings.xml',
      template: 'res/values/strings.xml',
    },
  },
]

const LONG: Bundled = {
  name: 'glossary/glossary',
  bundle: 'WeblateOrg+glossary',
  branch: 'main',
  settings: { file_format: 'tbx', filemask: '*.tbx', template: '' },
}

const DEMO: readonly Omit<Sample, 'repo'>[] = [
  {
    name: 'tidewatch/help',
    branch: 'main',
    settings: {
      file_format: 'json-nested',
      filemask: 'web/help/*.json',
      template: 'web/help/en.json',
    },
  },
  {
    name: 'tidewatch/android',
    branch: 'main',
    settings: {
      file_format: 'aresource',
      filemask: 'android/app/src/main/res/values-*/strings.xml',
      template: 'android/app/src/main/res/values/strings.xml',
    },
  },
]

/** Returns the folder that keeps repositories for benches between runs. */
export function benchFolder(): string {
  const folder = join(tmpdir(), 'gitglot-bench')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Runs the system's git in a repository, as one person at one time. Returns its output without white space at both ends. */
export function git(repo: string, args: readonly string[], input = ''): string {
  const env = { ...process.env, ...PERSON }
  const options = { input, encoding: 'utf8', env, maxBuffer: 1 << 30 } as const
  return execFileSync('git', ['-C', repo, ...args], options).trim()
}

const PERSON = {
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_AUTHOR_DATE: '1700000000 +0000',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
  GIT_COMMITTER_DATE: '1700000000 +0000',
}

/** Returns the bundled repositories, cloning any that are missing; undefined without their folder. */
export function bundledSamples(folder: string): Sample[] | undefined {
  if (!BUNDLED.every((name) => existsSync(bundlePath(folder, name)))) return undefined
  return BUNDLED.map((name) => cloneBundle(folder, name))
}

/** Returns the bundled repository with the most commits, cloned like the others. */
export function longSample(folder: string): Sample | undefined {
  return existsSync(bundlePath(folder, LONG)) ? cloneBundle(folder, LONG) : undefined
}

function bundlePath(folder: string, { bundle }: Bundled): string {
  return join(folder, `${bundle}.bundle`)
}

function cloneBundle(folder: string, bundled: Bundled): Sample {
  const { bundle, ...sample } = bundled
  const repo = join(benchFolder(), `${bundle}.git`)
  if (!existsSync(repo)) {
    git('.', ['clone', '--quiet', '--mirror', bundlePath(folder, bundled), repo])
  }
  return { ...sample, repo }
}

/** Returns components of the demo project, which is too small for meaningful ratios. */
export function demoSamples(root: string): Sample[] {
  return DEMO.map((sample) => ({ ...sample, repo: join(root, 'fixtures/demo.git') }))
}

/** Returns the text of a configuration that serves one sample. */
export function configText({ name, repo, branch, settings }: Sample): string {
  const [project, component] = name.split('/')
  return JSON.stringify({
    projects: [
      {
        slug: project,
        name: project,
        web: 'https://example.org/',
        components: [{ slug: component, name: component, repo, branch, ...settings }],
      },
    ],
  })
}

/** Lists the language files of a sample with the system's git. */
export function filesOf({ repo, branch, settings }: Sample): SampleFile[] {
  const { filemask, template } = settings
  const pattern = filemask
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]*')
  const mask = new RegExp(`^${pattern}$`)
  const listing = git(repo, ['ls-tree', '-r', '-z', branch])
  return listing.split('\0').flatMap((line) => {
    const [, oid, path] = /^\d+ blob ([0-9a-f]{40})\t(.*)$/.exec(line) ?? []
    if (oid === undefined || path === undefined) return []
    return path === template || mask.test(path) ? [{ path, oid }] : []
  })
}
