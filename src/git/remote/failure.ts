import { redact, withoutCredentials } from '../../address.ts'
import { RepositoryError, type RepositoryErrorCode } from '../../errors.ts'
import { DEFAULT_LIMITS, describeBytes, type RemoteLimits, tooLargeMessage } from './limits.ts'

interface Failure {
  readonly url: string
  /** Output of git or of the embedded engine. */
  readonly message: string
  /** Removed from the message. */
  readonly secrets?: readonly string[]
  readonly code?: RepositoryErrorCode | undefined
  readonly limits?: RemoteLimits
  readonly cause?: unknown
}

/** Returns an error that says in one line what failed and where. */
export function explainFailure(failure: Failure): RepositoryError {
  const { url, secrets = [], limits = DEFAULT_LIMITS, cause } = failure
  const message = redact(failure.message, secrets)
  const [, code, describe] = KINDS.find(([text]) => text.test(message)) ?? [/$/, 'unreachable']
  const words = describe?.(limits) ?? (quote(message) || 'cannot be reached')
  return new RepositoryError(failure.code ?? code, `${withoutCredentials(url)}: ${words}`, {
    cause,
  })
}

/** The words for credentials that do not suffice. */
export const REJECTED = 'authentication failed: credentials are missing or were rejected'

/** Git reports the cause of a failure only as text. Without words of gitglot's own, the text is quoted. */
const KINDS: readonly [RegExp, RepositoryErrorCode, ((limits: RemoteLimits) => string)?][] = [
  // Signal 25 is SIGXFSZ.
  [
    /died of signal 25|File size limit exceeded|EFBIG|File too large/i,
    'too-large',
    ({ maxBytes }) => tooLargeMessage(maxBytes),
  ],
  // Ignores out-of-memory errors reported by the remote.
  [
    /^(?!remote:).*(out of memory|cannot allocate memory)/im,
    'too-large',
    ({ maxMemoryBytes: most }) =>
      `git would take more than ${describeBytes(most)} of memory (see max_git_memory)`,
  ],
  [
    /ENOSPC|No space left on device|EDQUOT|Disk quota exceeded/i,
    'disk',
    () => 'no space left on the disk of the data folder',
  ],
  [
    /terminal prompts disabled|Authentication failed|could not read (Username|Password)/,
    'auth',
    () => REJECTED,
  ],
  [/returned error: 403|^\S+: Permission denied \(/m, 'auth'],
  [/couldn't find remote ref|not our ref/i, 'no-branch'],
  [
    /repository '.*' not found|does not appear to be a git repository|^(ERROR: )?Repository not found/im,
    'not-found',
  ],
  [/timed out/i, 'timeout'],
]

/** Longest quotation of a remote's message. */
const MAX_CHARACTERS = 500

function quote(message: string): string {
  const lines = message
    .split(/[\n\r]/)
    .filter((line) => !isProgress(line))
    .map((line) => line.replace(/^(fatal|error|remote): */i, '').trim())
    .filter(
      (line) => line !== '' && !/^(Please make sure you have|and the repository exists)/.test(line),
    )
  return lines.slice(0, 4).join('; ').slice(0, MAX_CHARACTERS)
}

/** Returns whether a line is only progress, such as `remote: Counting objects:  50% (1/2)` or a ref that git sets. */
export function isProgress(line: string): boolean {
  return /^(remote: )?([A-Z][a-z]+ [a-z]+: +\d|Total \d)|^From \S+$|^ [ +*tx!=-] .*->|^\s*$/.test(
    line,
  )
}

/** Returns whether a limit was reached, so that a retry would be pointless. */
export function isTooLarge(error: unknown): error is RepositoryError {
  return error instanceof RepositoryError && (error.code === 'too-large' || needsGit(error))
}

/** Returns whether the data was too large for isomorphic-git but not for git. */
export function needsGit(error: unknown): error is RepositoryError {
  return error instanceof RepositoryError && error.code === 'needs-git'
}
