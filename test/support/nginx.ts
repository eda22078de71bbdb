import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from './free-port.ts'
import { createTemporaryFolder } from './git-repository.ts'

export const hasNginx: boolean = spawnSync('nginx', ['-v']).status === 0

/** nginx until the end of a test, with a configuration that gets a folder of its own and what to listen on; its address. */
export async function startNginx(
  configOf: (folder: string, listen: string) => string,
): Promise<string> {
  const folder = createTemporaryFolder()
  const listen = `127.0.0.1:${await freePort()}`
  for (const name of ['cache', 'logs']) mkdirSync(join(folder, name))
  // As root it would write as another user, whom the folder is closed to.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  const globals = `${user} daemon off; pid ${folder}/pid; error_log ${folder}/logs/error.log;`
  writeFileSync(join(folder, 'nginx.conf'), `${globals}\n${configOf(folder, listen)}`)
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  })
  // Killed outright it would leave its workers behind.
  onTestFinished(() => void nginx.kill('SIGTERM'))
  for (let tries = 0; tries < 100; tries++) {
    const isUp = await fetch(`http://${listen}/`).then(
      () => true,
      () => false,
    )
    if (isUp) return `http://${listen}`
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nginx does not answer: ${readFileSync(join(folder, 'logs/error.log'), 'utf8')}`)
}
