import type { Engine } from './expression.ts'
import type { Pattern } from './pattern.ts'

/** The search of JavaScript itself. */
export function createBacktracking({ source, ignoreCase }: Pattern): Engine {
  // Classes in classes need the flag `v`. Other expressions do without: V8 of Node 20 has `(?:[b-é][\p{L}_]){1,3}(?:.b)+`
  // miss "bé b" with it.
  const set = /\[\^?\[/.test(source) ? 'v' : 'u'
  const expression = new RegExp(source, `g${set}${ignoreCase ? 'i' : ''}`)
  return {
    test: (text) => text.search(expression) >= 0,
    matches(text) {
      // A global expression goes on where it was.
      expression.lastIndex = 0
      return Array.from(text.matchAll(expression), ({ 0: found, index }) => {
        return { text: found, start: index, end: index + found.length }
      })
    },
  }
}
