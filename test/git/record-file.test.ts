import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { openRecordFile } from '../../src/git/record-file.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

describe('a file of records', () => {
  let path = ''
  beforeEach(() => {
    path = join(createTemporaryFolder(), 'records', 'counts')
  })
  const open = (kind = 'test 1', maxBytes = 1000) => openRecordFile({ path, kind, maxBytes })

  test('keeps what was flushed', () => {
    const file = open()
    file.set('one', '1')
    file.set('two', 'a value')
    file.flush()
    file.set('one', '11')
    file.flush()
    file.set('three', 'never flushed')
    const next = open()
    expect(['one', 'two', 'three'].map((key) => next.get(key))).toEqual([
      '11',
      'a value',
      undefined,
    ])
  })

  test('only grows at its end', () => {
    const file = open()
    file.set('one', '1')
    file.flush()
    const before = readFileSync(path, 'utf8')
    const again = open()
    again.set('two', '2')
    again.flush()
    const after = readFileSync(path, 'utf8')
    expect(after.startsWith(before)).toBe(true)
    expect(after.split('\n').length).toBe(before.split('\n').length + 1)
  })

  test.each([
    ['a changed character', (text: string) => text.replace('two 2', 'two 3')],
    ['a cut end', (text: string) => text.replace(/two 2\n.*$/s, 'tw')],
    ['a line of rubbish', (text: string) => text.replace(/\n.{8} two 2/, '\n\u0000rubbish')],
  ])('loses only the damaged line with %s, and is written anew', (_what, damage) => {
    const file = open()
    for (const [key, value] of [
      ['one', '1'],
      ['two', '2'],
    ] as const) {
      file.set(key, value)
    }
    file.flush()
    writeFileSync(path, damage(readFileSync(path, 'utf8')))
    const next = open()
    expect([next.get('one'), next.get('two')]).toEqual(['1', undefined])
    next.set('two', '2')
    next.flush()
    const last = open()
    expect([last.get('one'), last.get('two')]).toEqual(['1', '2'])
    expect(readFileSync(path, 'utf8').split('\n').length).toBe(4)
  })

  test('of another kind is replaced', () => {
    const file = open('test 1')
    file.set('one', '1')
    file.flush()
    const next = open('test 2')
    expect(next.get('one')).toBe(undefined)
    next.set('two', '2')
    next.flush()
    expect(open('test 1').get('one')).toBe(undefined)
  })

  test('keeps the newest records when it grows too large', () => {
    const file = open('test 1', 100)
    for (let number = 10; number < 99; number++) {
      file.set(`key${number}`, 'value')
      file.flush()
    }
    const next = open('test 1', 100)
    expect(next.get('key98')).toBe('value')
    expect(next.get('key10')).toBe(undefined)
    expect(statSync(path).size).toBeLessThan(400)
  })

  test('works without a path, and where nothing can be written', () => {
    const nowhere = openRecordFile({ path: undefined, kind: 'test 1', maxBytes: 100 })
    nowhere.set('one', '1')
    nowhere.flush()
    expect(nowhere.get('one')).toBe('1')
    mkdirSync(path, { recursive: true })
    const blocked = open()
    blocked.set('one', '1')
    blocked.flush()
    expect(blocked.get('one')).toBe('1')
    expect(() => appendFileSync(path, '')).toThrow()
  })
})
