/** What was found out about one thing. Warnings work, but hardly as they are meant to. */
export interface Finding {
  readonly level: 'ok' | 'warning' | 'error'
  /** What was checked: `disk`. */
  readonly subject: string
  /** What there is, and after a semicolon what to do about it. */
  readonly message: string
}

/** Findings about one thing. */
export function findingsOf(subject: string) {
  const finding =
    (level: Finding['level']) =>
    (message: string): Finding => ({ level, subject, message })
  return { ok: finding('ok'), warning: finding('warning'), error: finding('error') }
}
