import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../../src/app.ts'
import { openCatalog } from '../../src/catalog/catalog.ts'
import { readConfig } from '../../src/config/read.ts'
import { failingRows } from '../../src/model/failing-checks.ts'
import { idHashText } from '../../src/model/unit.ts'
import type { WeblateVersion } from '../../src/weblate-version.ts'
import { cutHistory } from '../support/shallow.ts'
import { parseExact } from './compare.ts'

const ORIGIN = 'http://golden.test'

export interface GoldenProject {
  readonly repo: string
  readonly branch: string
  readonly project: readonly [slug: string, name: string]
  readonly source?: string
  readonly components: readonly Record<string, unknown>[]
  /** Whether components that were recorded are left out. */
  readonly isPartial?: boolean
}

/** A server in this process. */
export interface Server {
  get(path: string, headers?: Record<string, string>, method?: string): Promise<ServerResponse>
  /** The ids of the failing checks of a translation's units, by checksum as signed decimal text. */
  failing(path: string): ReadonlyMap<string, readonly string[]>
  close(): Promise<void>
}

export interface ServerResponse {
  readonly status: number
  readonly headers: Headers
  /** Undefined for other than JSON. */
  readonly json: unknown
  readonly text: string
  readonly bytes: Uint8Array
}

/** Serves a golden project, as just imported, from a repository under the recorded settings, as a version of Weblate. */
export async function serve(
  golden: GoldenProject,
  path: string,
  weblate: WeblateVersion,
): Promise<Server> {
  const repo = cutHistory(path, golden.branch)
  const [slug, name] = golden.project
  const components = golden.components.map(({ source = golden.source, ...component }) => ({
    repo,
    branch: golden.branch,
    ...(source === undefined ? {} : { source_language: source }),
    ...component,
    ...(component['is_glossary'] === true
      ? { allow_translation_propagation: false, manage_units: true }
      : {}),
    ...(component['file_format'] === 'tbx' ? { new_lang: 'none' } : {}),
  }))
  const web = `https://github.com/${golden.repo}`
  const text = JSON.stringify({
    weblate,
    base_url: ORIGIN,
    // So little that most is read again from the store, or parsed again.
    memory: '32 MiB',
    projects: [{ slug, name, web, components }],
  })
  const config = readConfig({
    text,
    file: join(tmpdir(), 'golden.yml'),
    environment: {},
    readSecretFile: () => '',
  })
  const catalog = await openCatalog({ config, environment: process.env, threads: 2 })
  await catalog.complete
  const app = createApp({ catalog, config })
  return {
    async get(path, headers = {}, method = 'GET') {
      const response = await app.request(path, { method, headers })
      const bytes = new Uint8Array(await response.arrayBuffer())
      const text = new TextDecoder().decode(bytes).replaceAll(ORIGIN, '{base_url}')
      const isJson = response.headers.get('content-type') === 'application/json' && text !== ''
      return {
        status: response.status,
        headers: response.headers,
        json: isJson ? parseExact(text) : undefined,
        text,
        bytes,
      }
    },
    failing(path) {
      const [project, component, language] = path.split('/')
      const translation = catalog
        .current()
        .projects.find(({ config }) => config.slug === project)
        ?.components.find(({ config }) => config.slug === component)
        ?.translations.find((translation) => translation.language.code === language)
      const rows = translation ? [...failingRows(translation.failing)] : []
      return new Map(
        rows.map(([row, ids]) => [translation ? idHashText(translation.units(), row) : '', ids]),
      )
    },
    async close() {
      await catalog.close()
      rmSync(repo, { recursive: true })
    },
  }
}

/** The bare repository `owner/name.git` of a folder, or one made from its bundle `owner+name.bundle`, once. */
export function openBundle(repo: string, repos: string): string {
  const bare = join(repos, `${repo}.git`)
  if (existsSync(bare)) return bare
  const folder = join(tmpdir(), 'gitglot-conformance')
  mkdirSync(folder, { recursive: true })
  const name = repo.replace('/', '+')
  const target = join(folder, `${name}.git`)
  if (!existsSync(target)) {
    const bundle = join(repos, `${name}.bundle`)
    execFileSync('git', ['clone', '--quiet', '--mirror', bundle, target])
  }
  return target
}
