import { fileURLToPath } from 'node:url'
import { withoutServerPaths } from '../address.ts'
import { once } from '../cache.ts'
import { hasCode, reasonOf } from '../errors.ts'

type Resvg = typeof import('@resvg/resvg-js')

/** The only font, so that images look the same everywhere. The build puts it next to the shared chunks. */
const FONT = fileURLToPath(new URL('./DejaVuSans.ttf', import.meta.url))
const OPTIONS = {
  font: { fontFiles: [FONT], loadSystemFonts: false, defaultFontFamily: 'DejaVu Sans' },
}

/** Converts SVG to PNG. */
export type Rasterize = (svg: string) => Promise<Buffer>

const loadResvg = once(
  (): Promise<Resvg | Error> =>
    import('@resvg/resvg-js').catch((error: unknown) => new Error(reasonWhyNot(error))),
)

function reasonWhyNot(error: unknown): string {
  if (hasCode(error, 'ERR_MODULE_NOT_FOUND')) return 'it is not installed'
  return withoutServerPaths(reasonOf(error).split('\n')[0] ?? '')
}

/** Loads the PNG renderer; resolves to an error if its optional package cannot be loaded. */
export async function loadRasterizer(): Promise<Rasterize | Error> {
  const resvg = await loadResvg()
  if (resvg instanceof Error) return resvg
  return async (svg) => (await resvg.renderAsync(svg, OPTIONS)).asPng()
}
