import type { PhpText } from './reader.ts'
import type { Comment } from './tokens.ts'

/**
 * The notes of texts, in their order: the comments since the one before, up to where the text ends, and those behind it on
 * the same line. Behind the bracket of an array one token is passed over first, even a comment.
 */
export function notesOf(
  text: string,
  {
    texts,
    comments,
  }: { readonly texts: readonly PhpText[]; readonly comments: readonly Comment[] },
): string[] {
  let next = 0
  return texts.map(({ end, isAtBracket }) => {
    if (next >= comments.length) return ''
    const own: string[] = []
    const take = () => own.push(shownComment(text, comments[next++]))
    while (isBefore(comments[next], end)) take()
    let last = end
    if (isAtBracket) {
      last = passedOver(text, end, comments[next])
      while (isBefore(comments[next], last)) next++
    }
    for (let comment = comments[next]; comment !== undefined; comment = comments[next]) {
      if (afterSpaces(text, last) < comment.start) break
      take()
      last = comment.end
      if (text.slice(comment.start, comment.end).includes('\n')) break
    }
    return own.join('\n')
  })
}

function afterSpaces(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at++
  return at
}

function isBefore(comment: Comment | undefined, offset: number): boolean {
  return comment !== undefined && comment.start < offset
}

function shownComment(text: string, comment: Comment | undefined): string {
  return comment === undefined ? '' : text.slice(comment.start, comment.end).trimEnd()
}

/** The end of the token at an offset, be it white space or the comment that comes next. */
function passedOver(text: string, offset: number, comment: Comment | undefined): number {
  if (comment?.start === offset) return comment.end
  const space = /\s*/y
  space.lastIndex = offset
  space.test(text)
  return Math.max(space.lastIndex, offset + 1)
}
