import { strToU8, type Zippable, zipSync } from 'fflate'

/** The bytes of a zip archive; equal members of the same day give equal bytes. `timestamp` in seconds since 1970. */
export function createZip(members: Zippable, timestamp: number): Uint8Array {
  if (Object.keys(members).length === 0) return EMPTY_ZIP
  return zipSync(members, { mtime: zipTime(timestamp) })
}

/** A zip has local times, and noon is one of each day in all time zones. */
function zipTime(seconds: number): Date {
  const day = new Date(Math.min(Math.max(seconds, EARLIEST_SECOND), LATEST_SECOND) * 1000)
  return new Date(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 12)
}

/** Zip's calendar starts in 1980, and what writes it ends with 2099. */
const EARLIEST_SECOND = Date.UTC(1980, 0, 2) / 1000
const LATEST_SECOND = Date.UTC(2099, 11, 30) / 1000
const EMPTY_ZIP = strToU8(`PK\u0005\u0006${'\0'.repeat(18)}`)
