import { createServer } from 'node:http'
import { sideArgument } from './side.ts'

/** The minimal Node server: sends the same bytes for every request. Prints its address. */
const { status, headers, body } = sideArgument<{
  status: number
  headers: Readonly<Record<string, string>>
  body: string
}>()
const bytes = Buffer.from(body, 'base64')
const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(bytes)
})
server.keepAliveTimeout = 65_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') console.log(`http://127.0.0.1:${address?.port}/`)
})
