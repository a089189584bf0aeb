import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The process of a server that refuses every request immediately. It sends its URL. */
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(429, { 'content-type': 'application/json' }).end('{}')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
// A TCP server's address is an AddressInfo.
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
process.on('disconnect', () => process.exit(0))
