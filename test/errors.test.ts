import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** Files that may search a message, and why. */
const ALLOWED: Readonly<Record<string, string>> = {
  'src/gate/file-problems.ts': 'the place of an alert stands in its message',
  'src/git/remote/failure.ts': 'git tells in its text alone what happened',
  'src/history/states/commit-rows.ts': 'the message of a commit',
  'src/history/states/lunaria.ts': 'the message of a commit',
  'src/people/identity.ts': 'the message of a commit',
}

const SEARCHES = new Set(['endsWith', 'includes', 'indexOf', 'match', 'search', 'startsWith'])

/** Whether an expression is a message: `message`, `error.message`, `String(error)`. */
function isMessage(node: ts.Expression | undefined): boolean {
  if (node === undefined) return false
  if (ts.isIdentifier(node)) return node.text === 'message'
  if (ts.isPropertyAccessExpression(node)) return /^(?:message|stack)$/.test(node.name.text)
  return ts.isCallExpression(node) && /^String\((?:error|cause)\)$/.test(node.getText())
}

function searchesMessage(node: ts.Node): boolean {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const { name, expression } = node.expression
  if (SEARCHES.has(name.text)) return isMessage(expression)
  return /^(?:test|exec)$/.test(name.text) && isMessage(node.arguments[0])
}

test('code handles errors by their code, never by their message', () => {
  const searching = new Set<string>()
  for (const name of readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue
    const path = `src/${name}`
    const text = readFileSync(join(ROOT, path), 'utf8')
    const visit = (node: ts.Node): void => {
      if (searchesMessage(node)) searching.add(path)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  }
  expect([...searching].sort()).toEqual(Object.keys(ALLOWED))
})
