import { connect, type Socket } from 'node:net'
import { finish, sideArgument } from './side.ts'

/**
 * Sends requests one after the other over several connections for a while. All responses have the same length, so it
 * only counts bytes: a client that parses HTTP would need more time than the servers under test.
 */
const { port, request, connections, milliseconds } = sideArgument<{
  port: number
  request: string
  connections: number
  milliseconds: number
}>()

const first = await firstResponse()
const prefix = first.subarray(0, first.indexOf('\r\n'))
let responses = 0
let isOver = false
const start = performance.now()
const sockets = Array.from({ length: connections }, () => keepAsking(connect(port, '127.0.0.1')))
setTimeout(() => {
  isOver = true
  const elapsed = performance.now() - start
  for (const socket of sockets) socket.destroy()
  const figures = { requestsPerSecond: (1000 * responses) / elapsed, bytes: first.length }
  finish({ milliseconds: elapsed, agreed: 0, figures })
}, milliseconds)

function keepAsking(socket: Socket): Socket {
  let missing = 0
  socket.setNoDelay(true)
  socket.on('connect', () => socket.write(request))
  socket.on('data', (chunk) => {
    if (missing === 0) {
      missing = first.length
      if (prefix.compare(chunk, 0, prefix.length) !== 0) throw new Error(chunk.toString())
    }
    missing -= chunk.length
    if (missing < 0) throw new Error('a response is longer than the first one')
    if (missing > 0 || isOver) return
    responses++
    socket.write(request)
  })
  return socket
}

/** Reads one whole response, up to the point where the server waits for the next request. */
function firstResponse(): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('error', reject)
    socket.on('connect', () => socket.write(request))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      const all = Buffer.concat(chunks)
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return
      const head = all.toString('latin1', 0, end)
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
      if (all.length < end + 4 + length) return
      socket.destroy()
      resolve(all)
    })
  })
}
