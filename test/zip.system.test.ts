import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { type ZipMember, zipInSteps } from '../src/zip.ts'

const COUNT = 2 ** 16 + 1

async function* members(): AsyncGenerator<ZipMember> {
  for (let index = 0; index < COUNT; index++) yield { name: `${index}`, bytes: Buffer.from('x') }
}

test('more members than 16 bits count are all there', async () => {
  const chunks: Uint8Array[] = []
  for await (const chunk of zipInSteps(members(), 0)) chunks.push(chunk)
  expect(Object.keys(unzipSync(Buffer.concat(chunks)))).toHaveLength(COUNT)
})
