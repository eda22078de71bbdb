import { expect, test } from 'vitest'
import { postError, readError } from '../../src/engine/protocol.ts'
import { RepositoryError } from '../../src/errors.ts'

test('an error from a thread keeps its class, code and cause', () => {
  const cause = Object.assign(new Error('read failed'), { code: 'EIO' })
  const error = new RepositoryError('disk', 'object 1234: cannot be read', { cause })
  const received = readError(structuredClone(postError(error)))
  expect(received).toBeInstanceOf(RepositoryError)
  expect(received.message).toBe('object 1234: cannot be read')
  expect({ ...received }).toEqual({ name: 'RepositoryError', code: 'disk' })
  expect(received.cause).toMatchObject({ message: 'read failed', code: 'EIO' })
})
