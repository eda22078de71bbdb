#!/usr/bin/env node
import { tooOld } from './node-version.ts'

// What else is imported needs a newer Node to load at all.
const fault = tooOld(process.versions.node)
if (fault === undefined) await (await import('./run.ts')).start()
else {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 2
}
