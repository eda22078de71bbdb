import { expect, test } from 'vitest'
import { type ZipMember, zipInSteps } from '../src/zip.ts'

async function* members(): AsyncGenerator<ZipMember> {
  for (let index = 0; index < 2 ** 16; index++) yield { name: `${index}`, bytes: Buffer.from('x') }
}

test('an archive of more than 65,535 members is refused', async () => {
  const read = async () => {
    for await (const _ of zipInSteps(members(), 0));
  }
  await expect(read()).rejects.toThrow(new RangeError('a zip archive of more than 65,535 members'))
})
