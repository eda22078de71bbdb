import fs from 'node:fs'
import git from 'isomorphic-git'
import { finish, sideArgument } from './side.ts'

const start = performance.now()
const { repo, oids } = sideArgument<{ repo: string; oids: readonly string[] }>()
const cache = {}
let bytes = 0
for (const oid of oids) {
  const { blob } = await git.readBlob({ fs, gitdir: repo, oid, cache })
  bytes += blob.length
}
const milliseconds = performance.now() - start
finish({ milliseconds, agreed: bytes })
