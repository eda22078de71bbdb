import { expect, test } from 'vitest'
import { json } from '../../../formats/json/json.ts'
import { mediawikiJson } from '../../../formats/json/mediawiki-json.ts'
import { vscodeL10n } from '../../../formats/json/vscode-l10n.ts'

const options = { languageCode: 'de', isMonolingual: true }
const read = (format: typeof json, file: string) =>
  format
    .parse(Buffer.from(file), options)
    .entries.map(({ context, target, note, position }) => [context, target, note, position])

test('a message of VS Code is a text, or an object with comments, which are its note', () => {
  const file = `{
  "Hello": "Hallo",
  "Save/on disk": { "message": "Speichern", "comment": ["on disk", "{0} is a file"] },
  "Stop": { "message": "Halt", "comment": "a task" },
  "Open": ""
}`
  expect(read(vscodeL10n, file)).toEqual([
    ['Hello', 'Hallo', '', 1],
    ['Save/on disk', 'Speichern', 'on disk\n{0} is a file', 2],
    ['Stop', 'Halt', 'a task', 3],
    ['Open', '', '', 4],
  ])
  expect(() => read(vscodeL10n, '{"a": ["b"]}')).toThrow('expected a text, found a list')
})

test('metadata of MediaWiki messages is no message', () => {
  const file = '{"@metadata": {"authors": ["A", "B"]}, "title": "Title $1"}'
  expect(read(mediawikiJson, file)).toEqual([['title', 'Title $1', '', 1]])
})

test.each(['/* generated */', ' \n/*\n * "a": {\n */\n', '/**/'])(
  'JSON may begin with a comment: %j',
  (comment) => {
    expect(read(json, `${comment}{"a": {"b": "c"}}`)).toEqual([['a.b', 'c', '', 1]])
  },
)

test.each(['{"a": /* b */ "c"}', '{} /* */', '/* {}', '// b\n{}'])(
  'JSON has no comments elsewhere: %s',
  (file) => {
    expect(() => read(json, file)).toThrow('expected')
  },
)
