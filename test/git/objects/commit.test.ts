import { expect, test } from 'vitest'
import { parseCommit } from '../../../src/git/objects/commit.ts'

const tree = '1'.repeat(40)
const parents = ['2'.repeat(40), '3'.repeat(40)]
const nobody = { name: '', email: '', timestamp: 0, utcOffset: 0 }

function parse(text: string, encoding: BufferEncoding = 'utf8'): ReturnType<typeof parseCommit> {
  return parseCommit('0'.repeat(40), Buffer.from(text, encoding))
}

test('a commit has a tree, parents, author, committer and message', () => {
  const text = `tree ${tree}
parent ${parents[0]}
parent ${parents[1]}
author Ada Ä. <ada@example.com> 1700000000 +0100
committer Björn <b@example.com> 1700000001 -0930
gpgsig -----BEGIN
 author Eve <eve@example.com> 1 +0000
 -----END

Subject

Body
`
  expect(parse(text)).toEqual({
    oid: '0'.repeat(40),
    tree,
    parents,
    author: { name: 'Ada Ä.', email: 'ada@example.com', timestamp: 1_700_000_000, utcOffset: 60 },
    committer: { name: 'Björn', email: 'b@example.com', timestamp: 1_700_000_001, utcOffset: -570 },
    message: 'Subject\n\nBody\n',
  })
})

test.each([
  ['ISO-8859-1', 'latin1', 'é ü'],
  ['latin1', 'latin1', 'é ü'],
  ['UTF-8', 'utf8', 'é ü'],
  ['no-such-encoding', 'utf8', 'é ü'],
  ['UTF-16', 'utf8', 'é ü'],
] as const)('the encoding %s is decoded', (encoding, written, text) => {
  const person = `${text} <a@b> 5 +0000`
  const bytes = `tree ${tree}\nauthor ${person}\ncommitter ${person}\nencoding ${encoding}\n\n${text}`
  const { author, message } = parse(bytes, written)
  expect({ author, message }).toEqual({
    author: { name: text, email: 'a@b', timestamp: 5, utcOffset: 0 },
    message: text,
  })
})

test.each([
  ['author A <a@b>', { name: 'A', email: 'a@b', timestamp: 0, utcOffset: 0 }],
  ['author A <a@b> ', { name: 'A', email: 'a@b', timestamp: 0, utcOffset: 0 }],
  ['author A <a@b> soon', { name: 'A', email: 'a@b', timestamp: 0, utcOffset: 0 }],
  [
    'author A <a@b> 99999999999999999999 +0000',
    { name: 'A', email: 'a@b', timestamp: 0, utcOffset: 0 },
  ],
  ['author A <a@b> -5 +0000', { name: 'A', email: 'a@b', timestamp: 0, utcOffset: 0 }],
  ['author A <a@b> 999999999999999 +0000', { name: 'A', email: 'a@b', timestamp: 0, utcOffset: 0 }],
  ['author A <a@b> 5', { name: 'A', email: 'a@b', timestamp: 5, utcOffset: 0 }],
  ['author A <<a@b>> 5 +0000', { name: 'A', email: '<a@b>', timestamp: 5, utcOffset: 0 }],
  ['author <a@b> 5 +0000', { name: '', email: 'a@b', timestamp: 5, utcOffset: 0 }],
  ['author A <> 5 +0000', { name: 'A', email: '', timestamp: 5, utcOffset: 0 }],
  ['author A', { name: 'A', email: '', timestamp: 0, utcOffset: 0 }],
  ['author > A <', { name: '> A <', email: '', timestamp: 0, utcOffset: 0 }],
  ['author ', nobody],
  ['autor A <a@b> 5 +0000', nobody],
])('the malformed line "%s" is read as far as possible', (line, author) => {
  expect(parse(`tree ${tree}\n${line}\n\n`).author).toEqual(author)
})

test('a commit without a blank line has no message', () => {
  expect(parse(`tree ${tree}\n`)).toEqual({
    oid: '0'.repeat(40),
    tree,
    parents: [],
    author: nobody,
    committer: nobody,
    message: '',
  })
})

test.each([
  ['', 'commit without a tree'],
  ['tree 12\n', 'commit without a tree'],
  [`author A <a@b> 5 +0000\ntree ${tree}\n`, 'commit without a tree'],
  [`tree ${tree}\nparent zz\n`, 'commit with a malformed parent'],
])('a commit without a valid tree or parent is refused: %j', (text, message) => {
  expect(() => parse(text)).toThrow(message)
})
