import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseMailmap } from '../../src/people/mailmap.ts'
import { createTemporaryFolder, hasGit, runGit } from '../support/git-repository.ts'

interface Case {
  readonly what: string
  readonly mailmap: string
  readonly person: readonly [name: string, email: string]
  readonly becomes: readonly [name: string, email: string]
}

const cases: readonly Case[] = [
  {
    what: 'a person of whom nothing is said stays',
    mailmap: 'Ada Example <ada@example.com>\n',
    person: ['Bo', 'bo@example.com'],
    becomes: ['Bo', 'bo@example.com'],
  },
  {
    what: 'a proper name for an address',
    mailmap: 'Ada Example <ada@example.com>\n',
    person: ['ada', 'ada@example.com'],
    becomes: ['Ada Example', 'ada@example.com'],
  },
  {
    what: 'a proper address for an address',
    mailmap: '<ada@example.com> <ada@old.example>\n',
    person: ['ada', 'ada@old.example'],
    becomes: ['ada', 'ada@example.com'],
  },
  {
    what: 'a proper name and address for an address',
    mailmap: 'Ada Example <ada@example.com> <ada@old.example>\n',
    person: ['ada', 'ada@old.example'],
    becomes: ['Ada Example', 'ada@example.com'],
  },
  {
    what: 'a proper name and address for a name and address',
    mailmap: 'Ada Example <ada@example.com> root <root@localhost>\n',
    person: ['root', 'root@localhost'],
    becomes: ['Ada Example', 'ada@example.com'],
  },
  {
    what: 'another name at an address with a name is left alone',
    mailmap: 'Ada Example <ada@example.com> root <root@localhost>\n',
    person: ['bo', 'root@localhost'],
    becomes: ['bo', 'root@localhost'],
  },
  {
    what: 'a name counts before an address alone',
    mailmap:
      'Admin <admin@example.com> <root@localhost>\nAda <ada@example.com> root <root@localhost>\n',
    person: ['root', 'root@localhost'],
    becomes: ['Ada', 'ada@example.com'],
  },
  {
    what: 'names and addresses differ in case',
    mailmap: 'Ada <Ada@Example.com> ROOT <Root@LocalHost>\n',
    person: ['Root', 'ROOT@localhost'],
    becomes: ['Ada', 'Ada@Example.com'],
  },
  {
    what: 'letters that are not ASCII do not fold',
    mailmap: 'Ada <ada@example.com> Äda <root@localhost>\n',
    person: ['äda', 'root@localhost'],
    becomes: ['äda', 'root@localhost'],
  },
  {
    what: 'the last line about a person counts',
    mailmap: 'First <ada@example.com>\nSecond <ada@example.com>\n',
    person: ['ada', 'ada@example.com'],
    becomes: ['Second', 'ada@example.com'],
  },
  {
    what: 'lines about an address add up',
    mailmap: 'Ada Example <old@example.com>\n<ada@example.com> <old@example.com>\n',
    person: ['ada', 'old@example.com'],
    becomes: ['Ada Example', 'ada@example.com'],
  },
  {
    what: 'a person without an address',
    mailmap: 'Ada <ada@example.com> root <>\n',
    person: ['root', ''],
    becomes: ['Ada', 'ada@example.com'],
  },
  {
    what: 'a line without an address to go by',
    mailmap: 'Ada <> <ada@example.com>\n',
    person: ['ada', 'ada@example.com'],
    becomes: ['ada', 'ada@example.com'],
  },
  {
    what: 'comments, and remarks after a line',
    mailmap: '# Ada <ada@example.com>\nAda E <ada@example.com> # her name\n\n',
    person: ['ada', 'ada@example.com'],
    becomes: ['Ada E', 'ada@example.com'],
  },
  {
    what: 'spaces and carriage returns',
    mailmap: '\t Ada  E \t<ada@example.com>  \t<old@example.com>\r\n',
    person: ['ada', 'old@example.com'],
    becomes: ['Ada  E', 'ada@example.com'],
  },
  {
    what: 'broken lines beside a good one',
    mailmap: 'Ada <ada@example.com\nBo bo@example.com>\n>Eve<\nAda <ada@example.com>',
    person: ['ada', 'ada@example.com'],
    becomes: ['Ada', 'ada@example.com'],
  },
  {
    what: 'names of objects',
    mailmap: 'Ada <ada@example.com> <constructor>\n',
    person: ['ada', '__proto__'],
    becomes: ['ada', '__proto__'],
  },
]

describe('a mailmap', () => {
  test.each(cases)('$what', ({ mailmap, person: [name, email], becomes }) => {
    const identity = parseMailmap(mailmap)({ name, email })
    expect([identity.name, identity.email]).toEqual(becomes)
  })

  test.skipIf(!hasGit())('agrees with git check-mailmap in these cases', () => {
    const folder = createTemporaryFolder()
    runGit(folder, 'init', '--quiet')
    const disagreements = cases.filter(({ mailmap, person: [name, email], becomes }) => {
      writeFileSync(join(folder, '.mailmap'), mailmap)
      const contact = `${name} <${email}>`
      const output = execFileSync('git', ['check-mailmap', contact], { cwd: folder }).toString()
      return output.trimEnd() !== `${becomes[0]} <${becomes[1]}>`
    })
    expect(disagreements).toEqual([])
  })

  test('with a million characters of broken syntax changes nobody', () => {
    const text = `${' '.repeat(500_000)}<${'<'.repeat(500_000)}`
    expect(parseMailmap(text)({ name: 'a', email: 'b' })).toEqual({ name: 'a', email: 'b' })
  })
})
