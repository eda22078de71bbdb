type Fields = Record<string, unknown>

/** Details of a change with the line of an error in place of its words, which are each parser's own. */
export function withErrorLine({ error_message: message, ...rest }: Fields): Fields {
  const [, line] = /\bline (\d+)/.exec(String(message)) ?? /:(\d+):\d+/.exec(String(message)) ?? []
  return message === undefined ? rest : { ...rest, error_line: line }
}
