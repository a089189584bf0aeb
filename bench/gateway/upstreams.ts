import websocket from '@fastify/websocket'
import fastify, { type FastifyInstance } from 'fastify'
import type { RawData, WebSocket } from 'ws'
import { z } from 'zod'
import { registerOrderAnswers } from './orderAnswers.ts'
import { wireAnswers } from './wireAnswers.ts'

/** A message that makes the upstreams send facts (changes of a library) to the customers in turn. */
export type EmitMessage = z.infer<typeof emitMessage>

const emitMessage = z.object({ type: z.literal('emit'), facts: z.number(), milliseconds: z.number() })
const tick = 10
/** The path that answers how many calls all upstreams have received. */
const callsPath = '/calls'

/** All upstreams in one process: answers by path, a count of calls, and event sockets that send on demand. */
const app = fastify()
let calls = 0
app.addHook('onRequest', async ({ url }) => {
  if (url !== callsPath) calls += 1
})
await app.register(websocket)
app.get(callsPath, () => ({ calls }))
registerOrderAnswers(app)
registerAnswers(app, wireAnswers(JSON.parse(process.env['JWKS'] ?? '{}')))
const sockets: WebSocket[] = []
let position = 1_000
app.get('/photos/events', { websocket: true }, serveEvents)
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', (message) => {
  const parsed = emitMessage.safeParse(message)
  if (parsed.success) emit(parsed.data)
})
process.on('disconnect', () => process.exit(0))
process.send?.({ type: 'ready', url })

function registerAnswers(app: FastifyInstance, answers: Record<string, string>): void {
  const bodies = new Map(Object.entries(answers).map(([path, body]) => [path, Buffer.from(body)]))
  app.route({
    method: ['GET', 'POST'],
    url: '/*',
    handler: (request, reply) => {
      const body = bodies.get(request.url.split('?')[0] ?? '')
      return body ? reply.type('application/json').send(body) : reply.code(404).send({ status: 404, code: 'NOT_FOUND' })
    },
  })
}

function serveEvents(socket: WebSocket): void {
  socket.once('message', (_data: RawData) => {
    sockets.push(socket)
    socket.send('OK')
    socket.send(JSON.stringify({ id: String(position), type: 'position', data: {} }))
  })
  socket.on('close', () => {
    const index = sockets.indexOf(socket)
    if (index !== -1) sockets.splice(index, 1)
  })
}

/** Sends the facts, spread evenly over the time. */
function emit({ facts, milliseconds }: EmitMessage): void {
  const began = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    const due = Math.min(facts, Math.floor(((performance.now() - began) / milliseconds) * facts))
    for (; sent < due; sent += 1) sendFact()
    if (sent === facts) clearInterval(timer)
  }, tick)
}

function sendFact(): void {
  position += 1
  const imageId = `018f3c1a-1111-7000-8000-${String(position).padStart(12, '0')}`
  const data = { imageId, year: 2024, month: 6 }
  sockets[position % sockets.length]?.send(JSON.stringify({ id: String(position), type: 'photo.added', data }))
}
