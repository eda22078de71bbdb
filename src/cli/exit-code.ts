/** Exit codes of all commands, beside 0 for success and 1 for a failed check. */
export const WRONG_USE = 2
export const CANNOT_READ = 3
