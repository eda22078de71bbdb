import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface Asset {
  /** The path without a leading slash. It contains a hash, so new content has a new path. */
  readonly path: string
  readonly mediaType: string
  readonly body: Buffer
}

/** The only style sheet and script. The build puts their folder beside the shared chunks. */
export const STYLE: Asset = readAsset('gitglot.css', 'text/css; charset=utf-8')
export const SCRIPT: Asset = readAsset('gitglot.js', 'text/javascript; charset=utf-8')

const YEAR_SECONDS = 31_536_000

/** Returns an asset by its name; undefined if unknown. A page of another version gets the current file, uncached. */
export function assetResponse(name: string): Response | undefined {
  const asset = [STYLE, SCRIPT].find(({ path }) => withoutHash(path) === withoutHash(name))
  if (asset === undefined) return undefined
  const isExact = asset.path.endsWith(`/${name}`)
  return new Response(new Uint8Array(asset.body), {
    headers: {
      'Content-Type': asset.mediaType,
      'Cache-Control': isExact ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}

function readAsset(name: string, mediaType: string): Asset {
  const body = readFileSync(new URL(`./assets/${name}`, import.meta.url))
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 12)
  return { path: `static/${name.replace('.', `.${hash}.`)}`, mediaType, body }
}

/** `static/gitglot.0123456789ab.css` -> `gitglot.css`. */
function withoutHash(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.[0-9a-f]{12}\./, '.')
}
