import { once } from 'node:events'
import { stat } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { nextTurn } from '../src/next-turn.ts'

test('data that a client has sent is read before the next turn begins', async () => {
  const order: string[] = []
  const server = createServer((socket) => socket.once('data', () => order.push('read')))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  await once(server, 'connection')
  await new Promise<void>((resolve) => {
    // As when a thread's message arrives, the event loop is past its timers.
    stat('.', () => {
      client.write('a')
      void nextTurn().then(() => {
        order.push('turn')
        resolve()
      })
    })
  })
  expect(order).toEqual(['read', 'turn'])
})
