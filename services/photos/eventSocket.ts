import { z } from 'zod'
import { messageOf, sendAndWait } from './socketSending.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import type { Platform, PlatformEvent } from '../platform/platform.ts'

/** Why a socket was closed. */
const closeCodes = {
  badMessage: 4400,
  unauthenticated: 4401,
  authenticationTimeout: 4408,
  tokenExpired: 4419,
  serverEnds: 1001,
  failed: 1011,
} as const

const eventTypes = ['photo.added', 'photo.removed', 'photos.removed', 'album.changed', 'album.removed'] as const

const authenticationMilliseconds = 10_000
const heartbeatMilliseconds = 30_000
const longestTimer = 2_147_483_647

const actionSchema = z.object({
  action: z.literal('authenticate'),
  token: z.string(),
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
})

const changeSchema = z.object({ imageId: z.string(), year: z.number(), month: z.number() })
const albumSchema = z.object({ albumId: z.string(), isOwner: z.boolean(), isShared: z.boolean() })
const dataSchema = z.union([changeSchema, z.object({ photos: z.array(changeSchema) }), albumSchema])

/**
 * Serves one subscriber: its first message authenticates it, then it hears what changes in its library, until its
 * token ends or a newer one takes its place. A subscriber that reads slowly is sent one message at a time; the rest
 * waits in the database.
 */
export function serveEvents(socket: WebSocket, platform: Platform, log: FastifyBaseLogger, ending: AbortSignal): void {
  const closed = new AbortController()
  const signal = AbortSignal.any([closed.signal, ending])
  let accountId: string | null = null
  let timer = setTimeout(
    () => socket.close(closeCodes.authenticationTimeout, 'not authenticated in time'),
    authenticationMilliseconds,
  )
  const stopHeartbeat = keepAlive(socket)

  const authenticate = async (text: string): Promise<void> => {
    const action = actionSchema.safeParse(parseJson(text))
    if (!action.success) return socket.close(closeCodes.badMessage, 'not an action')
    const { token, after } = action.data
    const account = await platform.tokens.verify(token).catch(() => null)
    if (!account || (accountId !== null && account.id !== accountId)) {
      return socket.close(closeCodes.unauthenticated, 'not authenticated')
    }
    clearTimeout(timer)
    const rest = Math.min(account.expires.getTime() - Date.now(), longestTimer)
    timer = setTimeout(() => socket.close(closeCodes.tokenExpired, 'token expired'), rest)
    if (accountId !== null) return sendAndWait(socket, 'OK')
    accountId = account.id
    const start = after ?? (await platform.events.lastPosition())
    // Before the OK, since what happens after it must not be missed.
    const changes = platform.events.subscribe({ owner: account.id, types: eventTypes, after: start }, signal)
    await sendAndWait(socket, 'OK')
    if (after === undefined)
      await sendAndWait(socket, JSON.stringify({ id: String(start), type: 'position', data: {} }))
    await forward(socket, changes)
  }

  socket.on('message', (data) => {
    authenticate(messageOf(data)).catch((error: unknown) => {
      if (signal.aborted || socket.readyState !== socket.OPEN) return
      log.error({ err: error }, 'event socket failed')
      socket.close(closeCodes.failed, 'failed')
    })
  })
  socket.on('error', (error) => log.debug({ err: error }, 'event socket error'))
  socket.on('close', () => {
    clearTimeout(timer)
    stopHeartbeat()
    closed.abort()
  })
  ending.addEventListener('abort', () => socket.close(closeCodes.serverEnds, 'going away'), { signal: closed.signal })
}

async function forward(socket: WebSocket, changes: AsyncIterable<readonly PlatformEvent[]>): Promise<void> {
  for await (const batch of changes) {
    for (const event of batch) await sendAndWait(socket, wireEvent(event))
  }
}

function wireEvent(event: PlatformEvent): string {
  return JSON.stringify({ id: String(event.position), type: event.type, data: dataSchema.parse(event.data) })
}

/** Ends a connection whose other end has gone without a word. */
function keepAlive(socket: WebSocket): () => void {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const interval = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, heartbeatMilliseconds)
  return () => clearInterval(interval)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
