/** Without control characters and line ends: files and remotes could else write to the terminal. */
export function sanitizeTerminal(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
  return text.replace(/[\s\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, ' ').trim()
}
