import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { LiveFeed } from '../../../gateway/upstream/live/liveFeed.ts'
import { FactBatches } from '../../../gateway/upstream/photos/factBatches.ts'
import { factOf, positionFact } from '../../../gateway/upstream/photos/libraryFacts.ts'
import { anna } from '../../support/tokens.ts'

const server = createServer()
const opened: WebSocket[] = []
/** A service that stays connected, but whose first socket is dead: it answers nothing. */
const sockets = new WebSocketServer({ noServer: true, autoPong: false })
let url = ''

beforeAll(async () => {
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (webSocket) => {
      const number = opened.push(webSocket)
      if (number > 1) webSocket.on('ping', () => webSocket.pong())
      webSocket.once('message', () => {
        webSocket.send('OK')
        webSocket.send(JSON.stringify({ id: String(number), type: 'position', data: {} }))
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has such an address.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  for (const socket of opened) socket.terminate()
  server.close()
})

test('a socket of the service that is dead without being closed is found out, and opened anew', async () => {
  const log: string[] = []
  const stream = {
    name: 'library',
    url: `${url}/events`,
    factOf,
    positionFact: (position: bigint | null) => positionFact(position ?? 0n),
    read: (_after: unknown, onReturn: () => void) => new FactBatches(null, onReturn),
    toleratesUnreadable: false,
  }
  const feed = new LiveFeed(stream, { warn: (_fields, message) => log.push(message) }, 300)
  const reader = { accountId: anna, accessToken: 'token', expires: Date.now() + 60_000 }
  const batches = feed.read(reader, null)
  expect((await batches.next()).value.position).toBe(1n)
  await expect.poll(() => opened.length, { timeout: 5_000 }).toBe(2)
  expect(log).toHaveLength(1)
  // The living one is kept.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(opened).toHaveLength(2)
  feed.close()
})
