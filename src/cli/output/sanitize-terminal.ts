/** Replaces control characters and line ends, with which files and remotes could write to the terminal. */
export function sanitizeTerminal(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are replaced
  return text.replace(/[\s\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim()
}
