import { openRepository } from '../../src/git/open.ts'
import { finish, sideArgument } from './side.ts'

const start = performance.now()
const { repo, oids } = sideArgument<{ repo: string; oids: readonly string[] }>()
const repository = openRepository({ path: repo })
let bytes = 0
for (const oid of oids) bytes += repository.readBlob(oid).length
const milliseconds = performance.now() - start
finish({ milliseconds, agreed: bytes })
