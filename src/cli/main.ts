#!/usr/bin/env node
import { tooOld } from './node-version.ts'

// The other imports fail to load on an older Node.
const fault = tooOld(process.versions.node)
if (fault === undefined) await (await import('./run.ts')).start()
else {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 2
}
