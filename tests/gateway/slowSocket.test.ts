import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Peer } from '../../gateway/server/sockets/peer.ts'

let server: WebSocketServer
afterEach(() => {
  for (const socket of server.clients) socket.terminate()
  server.close()
})

test('while a client reads nothing, the gateway neither sends to it nor reads from it', async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  await once(server, 'listening')
  // A server that listens on a TCP port has an AddressInfo.
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const [socket, request]: [WebSocket, IncomingMessage] = await new Promise((resolve) => {
    server.once('connection', (...opened) => resolve(opened))
  })
  await once(client, 'open')
  let received = 0
  client.on('message', () => (received += 1))
  client.pause()
  const peer = new Peer(socket, request.socket, { correlationId: 'abc', host: 'keepsake.test', address: '127.0.0.1' })
  let sent = 0
  let room: Promise<void> | void = undefined
  // The system buffers some megabytes before the gateway has to wait.
  while (room === undefined && sent < 100) {
    room = peer.send('x'.repeat(1_000_000))
    sent += 1
  }
  expect(room).toBeInstanceOf(Promise)
  expect(socket.isPaused).toBe(true)
  client.resume()
  await room
  expect(socket.isPaused).toBe(false)
  expect(peer.send('small')).toBeUndefined()
  await expect.poll(() => received).toBe(sent + 1)
})
