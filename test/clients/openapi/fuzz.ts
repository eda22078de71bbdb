// Runs schemathesis (https://schemathesis.readthedocs.io/) against the demo: requests made from the OpenAPI document, and
// what answers must then be. Takes two minutes. Without the program it says so and succeeds.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveDemo } from '../../support/served-demo.ts'

const PROGRAM = join(tmpdir(), 'gitglot-clients/schemathesis/bin/st')

/** Rules that this API does not follow, since Weblate does not. */
const EXCLUDED = [
  // A page size that is no number is the default one, an empty parameter as good as none.
  'negative_data_rejection',
  // Writes are answered with 403, as Weblate answers who may not write, and `Allow` names its methods.
  'unsupported_method',
  'allow_header_conformance',
]

/** Addresses that refuse some of what the document allows: it cannot say how a query is spelled, or which values fit together. */
const PARTICULAR = '/(compare|file|review|trend|units)/$'

async function configOf(url: string): Promise<string> {
  const idOf = async (list: string) => {
    const response = await fetch(new URL(`api/${list}/?page_size=1`, url))
    const { results } = (await response.json()) as { results: [{ id: number }] }
    return results[0].id
  }
  return `
[parameters]
"path.project" = "tidewatch"
"path.component" = "web"
"path.language" = "en"
"path.name" = "layla"

[[operations]]
include-path-regex = "^/api/units/"
parameters = { "path.id" = ${await idOf('translations/tidewatch/web/en/units')} }

[[operations]]
include-path-regex = "^/api/changes/"
parameters = { "path.id" = ${await idOf('changes')} }

[[operations]]
include-path-regex = "${PARTICULAR}"
checks.positive_data_acceptance.enabled = false
`
}

async function fuzz(): Promise<number> {
  const demo = await serveDemo()
  const folder = mkdtempSync(join(tmpdir(), 'gitglot-fuzz-'))
  try {
    const config = join(folder, 'schemathesis.toml')
    writeFileSync(config, await configOf(demo.url))
    const document = new URL('api/schema/', demo.url).href
    const rules = ['--exclude-checks', EXCLUDED.join(','), '--phases', 'coverage,fuzzing']
    const extent = ['--max-examples', '10', '--generation-deterministic', '--warnings', 'off']
    const child = spawn(PROGRAM, ['--config-file', config, 'run', document, ...rules, ...extent], {
      cwd: folder,
      stdio: 'inherit',
    })
    const [code] = await once(child, 'exit')
    return Number(code ?? 1)
  } finally {
    rmSync(folder, { recursive: true })
    await demo.stop()
  }
}

if (existsSync(PROGRAM)) process.exitCode = await fuzz()
else process.stderr.write(`skipped: ${PROGRAM} is not there; run .ci/install-clients\n`)
