import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The requests of a connection. */
interface Line {
  isBusy: boolean
  isPaused: boolean
  /** Begin the requests that came before the answer to another one was sent. */
  readonly waiting: (() => void)[]
}

/**
 * A listener that begins a request only when the one before it on the same connection is answered, and reads no more of
 * them meanwhile: a client that sends many at once (pipelining) gets no more of the server than others.
 */
export function oneAtATime(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): RequestListener {
  const lines = new WeakMap<Socket, Line>()
  function lineOf(socket: Socket): Line {
    const existing = lines.get(socket)
    if (existing !== undefined) return existing
    const line: Line = { isBusy: false, isPaused: false, waiting: [] }
    lines.set(socket, line)
    // Node resumes a connection after each answer.
    socket.on('resume', () => {
      if (line.isPaused) socket.pause()
    })
    return line
  }
  return (request, response) => {
    const { socket } = request
    const line = lineOf(socket)
    function begin(): void {
      line.isBusy = true
      response.once('close', () => {
        line.isBusy = false
        if (socket.destroyed) return
        line.waiting.shift()?.()
        if (!line.isPaused || line.waiting.length > 0) return
        line.isPaused = false
        socket.resume()
      })
      answer(request, response)
    }
    if (!line.isBusy) {
      begin()
      return
    }
    line.waiting.push(begin)
    line.isPaused = true
    socket.pause()
  }
}
