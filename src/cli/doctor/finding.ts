/** The result of one check. A warning means that something works, but probably not as intended. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error'
  /** The subject of the check: `disk`. */
  readonly subject: string
  /** The situation, followed by a semicolon and what to do about it. */
  readonly message: string
}

/** Returns functions that create findings about one subject. */
export function findingsOf(subject: string) {
  const finding =
    (level: Finding['level']) =>
    (message: string): Finding => ({ level, subject, message })
  return { ok: finding('ok'), warning: finding('warning'), error: finding('error') }
}
