import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'

/** The folder of the programs that were built for this run: see build-programs.ts. */
const programs = inject('programs')

/** The command as it is installed: a file for node. */
export const main: string = join(programs, 'cli/main.js')

/** The address of a module that was built beside the programs, for the script of another process. */
export function moduleUrl(place: string): string {
  return pathToFileURL(join(programs, `${place}.js`)).href
}
