import { describe, expect, test } from 'vitest'
import { createBotTest, createDirectory, userNameOf } from '../../src/people/author.ts'
import { parseCoAuthors } from '../../src/people/identity.ts'

describe('co-authors', () => {
  test.each([
    ['none', 'Translate\n\nNobody helped.\n', []],
    [
      'a trailer',
      'Translate\n\nCo-authored-by: Ada <ada@example.com>\n',
      ['Ada <ada@example.com>'],
    ],
    [
      'trailers in several paragraphs, each person once',
      'Translate\n\nCo-authored-by: Ada <ada@example.com>\nTranslation: x\n\nco-AUTHORED-by:Bo <bo@example.com>\r\n\nCo-authored-by: A. <ADA@example.com>\n',
      ['Ada <ada@example.com>', 'Bo <bo@example.com>'],
    ],
    ['the subject does not count', 'Co-authored-by: Ada <ada@example.com>\n', []],
    ['an address alone', 'x\n\nCo-authored-by: <ada@example.com>', [' <ada@example.com>']],
    ['a name alone', 'x\n\nCo-authored-by: Ada <>', ['Ada <>']],
    ['neither', 'x\n\nCo-authored-by: <>', []],
    ['no address', 'x\n\nCo-authored-by: Ada\nCo-authored-by: Ada <ada@example.com\n', []],
    ['indented or quoted', 'x\n\n Co-authored-by: Ada <a@b>\n> Co-authored-by: Ada <a@b>\n', []],
  ])('%s', (_what, message, expected) => {
    expect(parseCoAuthors(message).map(({ name, email }) => `${name} <${email}>`)).toEqual(expected)
  })

  test('a line of a million spaces names nobody', () => {
    expect(parseCoAuthors(`x\nCo-authored-by:${' '.repeat(1_000_000)}`)).toEqual([])
  })
})

describe('bots', () => {
  const isBot = createBotTest(['*-bot@*', 'Release (Robot)'])

  test.each([
    ['dependabot[bot]', '49699333+dependabot[bot]@users.noreply.github.com', true],
    ['Renovate', 'renovate[bot]@users.noreply.github.com', true],
    ['Hosted Weblate', 'hosted@weblate.org', true],
    ['Anonymous', 'noreply@weblate.org', true],
    ['Languages add-on', 'noreply-addon-languages@weblate.org', true],
    ['translations', 'L10N-Bot@example.com', true],
    ['release (robot)', 'release@example.com', true],
    ['Ada Example', 'ada@example.com', false],
    ['Weblate Fan', 'fan@example.com', false],
    ['Robot', 'bot@example.com', false],
    ['Xavier [botanist]', 'x@example.com', false],
  ])('%s <%s>: %s', (name, email, expected) => {
    expect(isBot({ name, email })).toBe(expected)
  })
})

describe('user names', () => {
  test.each([
    ['Ada.Example@example.com', 'ada.example'],
    ['1234+ada@users.noreply.github.com', 'ada'],
    ['41898282+github-actions[bot]@users.noreply.github.com', 'github-actions-bot-'],
    ['1234+ada@example.com', '1234+ada'],
    ['1234+@users.noreply.github.com', '1234+'],
    ['ada@users.noreply.hosted.weblate.org', 'ada'],
    ['a@b@example.com', 'a@b'],
    ['jürgen müller', 'j-rgen-m-ller'],
    ['😀@example.com', '-'],
    ['../../etc@example.com', '..-..-etc'],
    ['..@example.com', '--'],
    ['@example.com', 'unknown'],
    ['', 'unknown'],
    [`${'a'.repeat(1000)}@example.com`, 'a'.repeat(150)],
  ])('of %j is %s', (email, expected) => {
    expect(userNameOf(email)).toBe(expected)
  })
})

describe('a directory', () => {
  const sightings = [
    { person: { name: 'Ada', email: 'ada@example.com' }, timestamp: 20 },
    { person: { name: 'Ada B', email: 'Ada@example.org' }, timestamp: 10 },
    { person: { name: 'Ada Example', email: 'ADA@example.com' }, timestamp: 30 },
    { person: { name: 'Ada (old clock)', email: 'ada@example.com' }, timestamp: 5 },
    { person: { name: 'Crawler', email: 'crawler@example.com' }, timestamp: 40 },
    { person: { name: 'Nameless One', email: '' }, timestamp: 41 },
    { person: { name: 'Nameless Two', email: '' }, timestamp: 42 },
  ]
  const directory = createDirectory(sightings, ['crawler@*'])

  test('lists everybody once, under the newest name, ordered by first appearance', () => {
    expect(directory.authors).toEqual([
      { userName: 'ada', fullName: 'Ada Example', isBot: false, since: 5 },
      { userName: 'ada-3c1b5f', fullName: 'Ada B', isBot: false, since: 10 },
      { userName: 'crawler', fullName: 'Crawler', isBot: true, since: 40 },
      { userName: 'unknown', fullName: 'Nameless One', isBot: false, since: 41 },
      { userName: 'unknown-e218fa', fullName: 'Nameless Two', isBot: false, since: 42 },
    ])
  })

  test('a user name belongs to the person who appeared first, in any order of commits', () => {
    const { authors } = createDirectory(sightings.slice(0, 2), [])
    expect(authors.map(({ userName }) => userName)).toEqual(['ada', 'ada-3ca93a'])
    expect(authors.map(({ fullName }) => fullName)).toEqual(['Ada B', 'Ada'])
  })

  test('finds people by address, in any case, and by user name', () => {
    expect(directory.find({ name: 'whoever', email: 'ADA@EXAMPLE.ORG' })?.fullName).toBe('Ada B')
    expect(directory.find({ name: 'Nobody', email: 'nobody@example.org' })).toBe(undefined)
    expect(directory.named('ada')?.fullName).toBe('Ada Example')
    expect(directory.named('constructor')).toBe(undefined)
  })
})
