import { withoutCredentials } from '../../address.ts'
import { DEFAULT_LIMITS, memoryMessage, type RemoteLimits, tooLargeMessage } from './limits.ts'

interface Failure {
  readonly url: string
  /** Of git or the embedded engine; redacted. */
  readonly message: string
  readonly limits?: RemoteLimits
}

/** One line saying what failed and where. */
export function explainFailure({ url, message, limits = DEFAULT_LIMITS }: Failure): string {
  const where = withoutCredentials(url)
  // Number 25 is SIGXFSZ.
  if (/died of signal 25|File size limit exceeded|EFBIG|File too large/i.test(message)) {
    return `${where}: ${tooLargeMessage(limits.maxBytes)}`
  }
  // Of the remote's own git that is no matter of ours.
  if (/^(?!remote:).*(out of memory|cannot allocate memory)/im.test(message)) {
    return `${where}: ${memoryMessage(limits.maxMemoryBytes)}`
  }
  if (/ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/i.test(message)) {
    return `${where}: no space left on the disk of the data folder`
  }
  if (
    /HTTP Error: 401|terminal prompts disabled|Authentication failed|could not read (Username|Password)/.test(
      message,
    )
  ) {
    return `${where}: the remote asks for credentials, or does not accept those that it got`
  }
  const lines = message
    .split(/[\n\r]/)
    .filter((line) => !PROGRESS.test(line))
    .map((line) => line.replace(/^(fatal|error|remote): */i, '').trim())
    .filter(
      (line) => line !== '' && !/^(Please make sure you have|and the repository exists)/.test(line),
    )
  const words = lines.slice(0, 4).join('; ').slice(0, MAX_CHARACTERS)
  return `${where}: ${words || 'cannot be reached'}`
}

/** Of what the remote says. */
const MAX_CHARACTERS = 500

/** What git says on its way: `remote: Counting objects:  50% (1/2)`, and which refs it sets. */
const PROGRESS =
  /^(remote: )?[A-Z][a-z]+ [a-z]+: +\d|^remote: Total \d|^From \S+$|^ [ +*tx!=-] .*->|^\s*$/
