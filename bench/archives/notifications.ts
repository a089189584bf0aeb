import websocket from '@fastify/websocket'
import fastify from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'

const emitMessage = z.object({ type: z.literal('emit'), events: z.number(), milliseconds: z.number() })
/** The interval (ms) at which due events are sent. */
const tick = 5

/**
 * A stub that serves the notification socket of the downloads service and the keys of the identity service. The parent
 * process makes the stub send events. The archive's id in each event is the Unix time (ms) at which the event was sent.
 */
const app = fastify()
await app.register(websocket)
const sockets: WebSocket[] = []
let position = 1_000
app.get('/identity/jwks', async () => JSON.parse(process.env['JWKS'] ?? '{}') as object)
app.get('/downloads/notifications', { websocket: true }, (socket) => {
  socket.once('message', () => {
    sockets.push(socket)
    socket.send('OK')
    socket.send(JSON.stringify({ position: String(position) }))
  })
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', (message) => {
  const { success, data } = emitMessage.safeParse(message)
  if (success) emit(data.events, data.milliseconds)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ type: 'ready', url })

/** Sends `events` events, spread evenly over `milliseconds` and over the sockets. */
function emit(events: number, milliseconds: number): void {
  const began = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.min(events, Math.floor(((performance.now() - began) / Math.max(milliseconds, 1)) * events))
    for (; sent < due; sent += 1) sendEvent()
    if (sent === events) clearInterval(timer)
  }, tick)
}

function sendEvent(): void {
  position += 1
  const downloadId = String(performance.timeOrigin + performance.now())
  const message = { userId: 'somebody', downloadId, progress: 0.5 }
  const notification = { position: String(position), id: String(position), timestamp: '2026-03-01T00:00:00Z' }
  sockets[position % sockets.length]?.send(JSON.stringify({ ...notification, key: 'progress', message }))
}
