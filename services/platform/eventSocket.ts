import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import type { Platform, PlatformEvent } from './platform.ts'
import { messageOf, sendAndWait } from './socketSending.ts'

/** What the readers of a socket are told. */
export interface EventStream {
  /** Of events; each reader gets those of its account. */
  readonly types: readonly string[]
  /**
   * What is sent of an event, beside its position; null: nothing.
   * @param isResumable whether the reader knows of positions, which only those do that are written for this product
   */
  message(event: PlatformEvent, isResumable: boolean): object | null
  /**
   * `whenAsked`: only readers that authenticate with `resumable` or `after` are told positions. Those of a specification
   * that has none know the messages of that specification alone.
   */
  readonly announcesPosition: 'always' | 'whenAsked'
  /** The member of a message that has its position: by default `position`. */
  readonly positionName?: 'id' | 'position'
  /** What else is in the message that says where the stream begins. */
  readonly announcement?: object
  /** The socket is closed, with 1000, so long after it was opened. */
  readonly longestMilliseconds?: number
}

/** Why a socket was closed. */
const closeCodes = {
  hasServed: 1000,
  badMessage: 4400,
  unauthenticated: 4401,
  authenticationTimeout: 4408,
  tokenExpired: 4419,
  failed: 1011,
} as const

const authenticationMilliseconds = 10_000
const heartbeatMilliseconds = 30_000
const longestTimer = 2_147_483_647
/** Messages of a reader that are not answered yet. */
const mostWaiting = 16

const actionSchema = z.object({
  action: z.literal('authenticate'),
  token: z.string(),
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
  resumable: z.boolean().optional(),
})

/**
 * A WebSocket at a path. Its first message, `{ action: 'authenticate', token, after?, resumable? }`, says whose events it
 * is to have; the answer is `OK`, then come those after the position `after`, or from now on. Another such message
 * before the token ends takes a newer one in its place. A reader that is slow is sent one message at a time; the rest
 * waits in the database.
 */
export function registerEventSocket(
  app: FastifyInstance,
  path: string,
  platform: Pick<Platform, 'tokens' | 'events'>,
  stream: EventStream,
): void {
  const ending = new AbortController()
  app.addHook('preClose', async () => ending.abort())
  app.get(path, { websocket: true }, (socket, request) => {
    serve(socket, { platform, stream, log: request.log, ending: ending.signal })
  })
}

interface Surroundings {
  readonly platform: Pick<Platform, 'tokens' | 'events'>
  readonly stream: EventStream
  readonly log: FastifyBaseLogger
  readonly ending: AbortSignal
}

function serve(socket: WebSocket, { ending, ...surroundings }: Surroundings): void {
  const closed = new AbortController()
  const reader = new EventReader(socket, surroundings, AbortSignal.any([closed.signal, ending]))
  const stopLimit = limitTime(socket, surroundings.stream.longestMilliseconds)
  const stopHeartbeat = keepAlive(socket)
  takeInTurn(socket, reader)
  socket.on('error', (error) => surroundings.log.debug({ err: error }, 'event socket error'))
  socket.on('close', () => {
    reader.stop()
    stopLimit()
    stopHeartbeat()
    closed.abort()
  })
}

/** One after the other: of several tokens it is the last that counts. */
function takeInTurn(socket: WebSocket, reader: EventReader): void {
  let turn = Promise.resolve()
  let waiting = 0
  socket.on('message', (data) => {
    waiting += 1
    if (waiting > mostWaiting) return socket.close(closeCodes.badMessage, 'too many messages')
    turn = turn
      .then(() => (socket.readyState === socket.OPEN ? reader.authenticate(messageOf(data)) : undefined))
      .catch((error: unknown) => reader.fail(error))
      .finally(() => {
        waiting -= 1
      })
  })
}

/** Who reads at the other end of a socket: nobody yet, and then one account, as long as there is a token of it. */
class EventReader {
  readonly #socket: WebSocket
  readonly #surroundings: Omit<Surroundings, 'ending'>
  readonly #signal: AbortSignal
  #accountId: string | null = null
  /** Closes the socket when there is no token, or none any more. */
  #timer: NodeJS.Timeout

  constructor(socket: WebSocket, surroundings: Omit<Surroundings, 'ending'>, signal: AbortSignal) {
    this.#socket = socket
    this.#surroundings = surroundings
    this.#signal = signal
    this.#timer = setTimeout(
      () => socket.close(closeCodes.authenticationTimeout, 'not authenticated in time'),
      authenticationMilliseconds,
    )
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  fail(error: unknown): void {
    if (this.#signal.aborted || this.#socket.readyState !== this.#socket.OPEN) return
    this.#surroundings.log.error({ err: error }, 'event socket failed')
    this.#socket.close(closeCodes.failed, 'failed')
  }

  async authenticate(text: string): Promise<void> {
    const socket = this.#socket
    const action = actionSchema.safeParse(parseJson(text))
    if (!action.success) return socket.close(closeCodes.badMessage, 'not an action')
    const { token, after, resumable } = action.data
    const account = await this.#surroundings.platform.tokens.verify(token).catch(() => null)
    // Verifying may take until after the end, behind which no timer would be stopped.
    if (socket.readyState !== socket.OPEN) return
    if (!account || (this.#accountId !== null && account.id !== this.#accountId)) {
      return socket.close(closeCodes.unauthenticated, 'not authenticated')
    }
    clearTimeout(this.#timer)
    const rest = Math.min(account.expires.getTime() - Date.now(), longestTimer)
    this.#timer = setTimeout(() => socket.close(closeCodes.tokenExpired, 'token expired'), rest)
    if (this.#accountId !== null) return sendAndWait(socket, 'OK')
    this.#accountId = account.id
    await this.#begin(account.id, after, resumable === true || after !== undefined)
  }

  /** @param isResumable whether the reader has said that it knows of positions */
  async #begin(owner: string, after: number | undefined, isResumable: boolean): Promise<void> {
    const { platform, stream } = this.#surroundings
    const socket = this.#socket
    const start = after ?? (await platform.events.lastPosition())
    // Before the OK, since what happens after it must not be missed.
    const events = platform.events.subscribe({ owner, types: stream.types, after: start }, this.#signal)
    await sendAndWait(socket, 'OK')
    const announces = stream.announcesPosition === 'always' || isResumable
    if (announces && after === undefined) {
      await sendAndWait(socket, textOf(stream, start, stream.announcement ?? {}))
    }
    forward(socket, stream, events, announces).catch((error: unknown) => this.fail(error))
  }
}

async function forward(
  socket: WebSocket,
  stream: EventStream,
  events: AsyncIterable<readonly PlatformEvent[]>,
  isResumable: boolean,
): Promise<void> {
  for await (const batch of events) {
    for (const event of batch) {
      const message = stream.message(event, isResumable)
      if (message === null) continue
      await sendAndWait(socket, isResumable ? textOf(stream, event.position, message) : JSON.stringify(message))
    }
  }
}

function textOf({ positionName = 'position' }: EventStream, position: number, message: object): string {
  return JSON.stringify({ [positionName]: String(position), ...message })
}

function limitTime(socket: WebSocket, milliseconds: number | undefined): () => void {
  if (milliseconds === undefined) return () => undefined
  const timer = setTimeout(() => socket.close(closeCodes.hasServed, 'open for as long as it may be'), milliseconds)
  return () => clearTimeout(timer)
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
