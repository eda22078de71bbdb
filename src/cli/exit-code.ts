/** Exit codes of all commands, in addition to 0 for success and 1 for a failed check. */
export const WRONG_USE = 2
export const CANNOT_READ = 3
