/** A value on the command line that cannot be used; the message is one line. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
