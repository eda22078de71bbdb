import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export interface Gate {
  readonly port: number
  /** Lets through who waits, and who comes. */
  open(): void
}

/** A port that takes connections and says nothing on them until it is opened; then what stands behind it answers. */
export async function startGate(behind: number): Promise<Gate> {
  const sockets = new Set<Socket>()
  let open = () => {}
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  const server = createServer(async (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    await isOpen
    const other = connect(behind, '127.0.0.1')
    other.on('error', () => socket.destroy())
    socket.pipe(other).pipe(socket)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, open }
}
