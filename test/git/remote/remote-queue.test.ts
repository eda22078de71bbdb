import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { RemoteQueue } from '../../../src/git/remote/remote-queue.ts'

/** Jobs that run until their `ends` are called; counts how many run. */
function createWork() {
  const ends: (() => void)[] = []
  const counts = { running: 0, most: 0 }
  async function work(onActivity: () => void, isActive: boolean): Promise<void> {
    counts.running++
    counts.most = Math.max(counts.most, counts.running)
    const timer = isActive ? setInterval(onActivity, 5) : undefined
    await new Promise<void>((resolve) => ends.push(resolve))
    clearInterval(timer)
    counts.running--
  }
  return { work, ends, counts }
}

test('at most eight jobs run at once', async () => {
  const queue = new RemoteQueue(10_000)
  const { work, ends, counts } = createWork()
  const hosts = ['a', 'a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'b', 'b', 'c', 'c', 'd']
  const all = hosts.map((host) => queue.run(host, (tell) => work(tell, true)))
  await expect.poll(() => counts.running).toBe(8)
  let isOver = false
  const over = Promise.all(all).then(() => {
    isOver = true
  })
  while (!isOver) {
    ends.shift()?.()
    await pause(1)
  }
  await over
  expect(counts).toEqual({ running: 0, most: 8 })
})

test('jobs wait for active jobs, but not for hanging ones', async () => {
  const queue = new RemoteQueue(50)
  const { work, ends, counts } = createWork()
  const hanging = Array.from({ length: 4 }, () => queue.run('a', (tell) => work(tell, false)))
  expect(await queue.run('a', async () => 'served')).toBe('served')
  expect(counts.running).toBe(4)
  const busy = Array.from({ length: 4 }, () => queue.run('a', (tell) => work(tell, true)))
  await expect.poll(() => counts.running).toBe(8)
  let isServed = false
  const late = queue.run('a', async () => {
    isServed = true
  })
  await pause(200)
  expect(isServed).toBe(false)
  for (const end of ends) end()
  await Promise.all([...hanging, ...busy, late])
})

test('a failed job rejects, and frees its place', async () => {
  const queue = new RemoteQueue()
  const failing = Array.from({ length: 9 }, () =>
    queue.run('a', () => Promise.reject(new Error('no'))).catch(String),
  )
  expect(await Promise.all(failing)).toEqual(Array(9).fill('Error: no'))
})

test('a job that runs alone is skipped while another one runs', async () => {
  const queue = new RemoteQueue()
  let end: () => void = () => {}
  const done: string[] = []
  const first = queue.runAlone(async () => {
    await new Promise<void>((resolve) => {
      end = resolve
    })
    done.push('first')
  })
  await queue.runAlone(async () => void done.push('second'))
  end()
  await first
  await queue.runAlone(async () => void done.push('third'))
  expect(done).toEqual(['first', 'third'])
})

test('two processes run at once, and tips come before histories', async () => {
  const queue = new RemoteQueue()
  const { work, ends, counts } = createWork()
  const started: string[] = []
  const run = (name: string, isUrgent: boolean) =>
    queue.runProcess(isUrgent, () => {
      started.push(name)
      return work(() => {}, false)
    })
  const all = ['history 1', 'history 2', 'history 3', 'tip 1', 'tip 2'].map((name) =>
    run(name, name.startsWith('tip')),
  )
  for (let count = 2; count <= 5; count++) {
    await expect.poll(() => started.length).toBe(count)
    ends.shift()?.()
  }
  ends.shift()?.()
  await Promise.all(all)
  expect(started).toEqual(['history 1', 'history 2', 'tip 1', 'tip 2', 'history 3'])
  expect(counts).toEqual({ running: 0, most: 2 })
})
