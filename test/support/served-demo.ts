import { readFileSync } from 'node:fs'
import { readConfig } from '../../src/config/read.ts'
import { listen } from '../../src/http/listen.ts'
import type { WeblateVersion } from '../../src/weblate-version.ts'
import { openDemo } from './demo.ts'

export interface ServedDemo {
  /** With a slash at the end. */
  readonly url: string
  stop(): Promise<void>
}

/** The demo on a port of this machine as a version of Weblate, with a second project `glossary`, which has the terms alone. */
export async function serveDemo(version: WeblateVersion = '2026.10'): Promise<ServedDemo> {
  const file = 'fixtures/demo.yml'
  const text = `weblate: '${version}'\n${readFileSync(file, 'utf8')}`
  const { projects, weblate } = readConfig({
    ...{ text, file, environment: {} },
    readSecretFile: () => '',
  })
  const [demo] = projects
  if (demo === undefined) throw new Error(`${file}: expected a project`)
  const components = demo.components.filter(({ slug }) => slug === 'terms')
  const { app, catalog } = await openDemo({
    weblate,
    projects: [demo, { ...demo, slug: 'glossary', name: 'Glossary', components }],
  })
  const { respond } = app
  const server = await listen({ respond, host: '127.0.0.1', port: 0 })
  return {
    url: server.url,
    async stop() {
      await server.stop(0)
      await catalog.close()
    },
  }
}
