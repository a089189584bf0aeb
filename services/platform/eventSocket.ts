import type { FastifyBaseLogger } from 'fastify'
import type { WebSocket } from 'ws'
import { z } from 'zod'
import { type ApiScope, hasScope, scopeOfCall } from '../../schema/rules/scopes.ts'
import type { Platform, PlatformEvent, Tokens } from './platform.ts'
import { nothing, type ServiceApp } from './contract.ts'
import { messageOf, sendAndWait } from './socketSending.ts'

/** What an event socket sends to its readers. */
export interface EventStream {
  /** The summary in the service's OpenAPI document, which also has the `description`. */
  readonly summary?: string
  /** The form of the socket's messages. */
  readonly description?: string
  /** The event types to send. Each reader gets only the events of its own account. */
  readonly types: readonly string[]
  /**
   * The message for an event, without its position; null to send nothing.
   * @param isResumable true if the reader understands positions, which only our own clients do
   */
  message(event: PlatformEvent, isResumable: boolean): object | null
  /**
   * `whenAsked`: send positions only to readers that authenticate with `resumable` or `after`. Clients written to the
   * specification do not know positions.
   */
  readonly announcesPosition: 'always' | 'whenAsked'
  /** The field of a message that holds its position. Default: `position`. */
  readonly positionName?: 'id' | 'position'
  /** Further fields of a message that only states a position. */
  readonly announcement?: object
  /** How long (ms) a socket may stay open; then it is closed with 1000. */
  readonly longestMilliseconds?: number
}

interface SocketPlatform {
  readonly tokens: Pick<Tokens, 'verify'>
  readonly events: Platform['events']
}

/** Reasons for closing a socket. */
const closeCodes = {
  hasServed: 1000,
  badMessage: 4400,
  unauthenticated: 4401,
  insufficientScope: 4403,
  authenticationTimeout: 4408,
  tokenExpired: 4419,
  failed: 1011,
} as const

const authenticationMilliseconds = 10_000
const heartbeatMilliseconds = 30_000
const longestTimer = 2_147_483_647
/** How many messages of one reader may wait for an answer. */
const maximumPending = 16

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

const protocol = `A WebSocket. First send \`{ "action": "authenticate", "token": "…", "after"?: "…", "resumable"?: true }\`. The answer is
\`OK\`, followed by the account's events after the position \`after\`. Without \`after\`, only new events follow. Positions are
decimal numbers as strings, and increase. If events after \`after\` are not kept any more, the first message has a position and
\`isTruncated: true\`: read everything again. To replace the token before it expires, send another message of the same form. The
socket is closed with 4401 when the token is refused, with 4403 when the token lacks a scope, and with 4419 when it has expired.`

/**
 * Serves events on a WebSocket. The reader first sends `{ action: 'authenticate', token, after?, resumable? }`. The
 * answer is `OK`, followed by the account's events after position `after`, or from now on. A later message of the same
 * form replaces the token before it expires. A slow reader gets one message at a time; the backlog stays in the
 * database.
 */
export function registerEventSocket(
  app: ServiceApp,
  path: string,
  platform: SocketPlatform,
  stream: EventStream,
): void {
  const ending = new AbortController()
  app.addHook('preClose', async () => ending.abort())
  const { summary = 'Streams events', description = '' } = stream
  const scope = scopeOfCall(app.prefix.slice(1), 'GET', path)
  const schema = { summary, description: `${description}\n\n${protocol}`.trim(), response: { 101: nothing } }
  // Public, because the token comes with the first message.
  app.get(path, { websocket: true, config: { access: 'public' }, schema }, (socket, request) => {
    serve(socket, { platform, stream, scope, log: request.log, ending: ending.signal })
  })
}

interface SocketContext {
  readonly platform: SocketPlatform
  readonly stream: EventStream
  /** The scope that the reader's token needs; null: none. */
  readonly scope: ApiScope | null
  readonly log: FastifyBaseLogger
  readonly ending: AbortSignal
}

function serve(socket: WebSocket, { ending, ...context }: SocketContext): void {
  const closed = new AbortController()
  const reader = new EventReader(socket, context, AbortSignal.any([closed.signal, ending]))
  const stopLimit = limitTime(socket, context.stream.longestMilliseconds)
  const stopHeartbeat = keepAlive(socket)
  handleInOrder(socket, reader)
  socket.on('error', (error) => context.log.debug({ err: error }, 'event socket error'))
  socket.on('close', () => {
    reader.stop()
    stopLimit()
    stopHeartbeat()
    closed.abort()
  })
}

/** Handles messages one after the other, because the last of several tokens must win. */
function handleInOrder(socket: WebSocket, reader: EventReader): void {
  let turn = Promise.resolve()
  let waiting = 0
  socket.on('message', (data) => {
    waiting += 1
    if (waiting > maximumPending) return socket.close(closeCodes.badMessage, 'too many messages')
    turn = turn
      .then(() => (socket.readyState === socket.OPEN ? reader.authenticate(messageOf(data)) : undefined))
      .catch((error: unknown) => reader.fail(error))
      .finally(() => {
        waiting -= 1
      })
  })
}

/** The reader at the other end of a socket: anonymous at first, then one account for as long as its token is valid. */
class EventReader {
  readonly #socket: WebSocket
  readonly #context: Omit<SocketContext, 'ending'>
  readonly #signal: AbortSignal
  #accountId: string | null = null
  /** Closes the socket if the reader does not authenticate in time, or when its token expires. */
  #timer: NodeJS.Timeout

  constructor(socket: WebSocket, context: Omit<SocketContext, 'ending'>, signal: AbortSignal) {
    this.#socket = socket
    this.#context = context
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
    this.#context.log.error({ err: error }, 'event socket failed')
    this.#socket.close(closeCodes.failed, 'failed')
  }

  async authenticate(text: string): Promise<void> {
    const socket = this.#socket
    const action = actionSchema.safeParse(parseJson(text))
    if (!action.success) return socket.close(closeCodes.badMessage, 'not an action')
    const { token, after, resumable } = action.data
    const account = await this.#context.platform.tokens.verify(token).catch(() => null)
    // The socket may close while the token is verified. A timer started after that would never be cleared.
    if (socket.readyState !== socket.OPEN) return
    if (!account || (this.#accountId !== null && account.id !== this.#accountId)) {
      return socket.close(closeCodes.unauthenticated, 'not authenticated')
    }
    const { scope } = this.#context
    if (!hasScope(account.scopes, scope)) {
      return socket.close(closeCodes.insufficientScope, `the access token lacks the scope ${scope}`)
    }
    clearTimeout(this.#timer)
    const rest = Math.min(account.expires.getTime() - Date.now(), longestTimer)
    this.#timer = setTimeout(() => socket.close(closeCodes.tokenExpired, 'token expired'), rest)
    if (this.#accountId !== null) return sendAndWait(socket, 'OK')
    this.#accountId = account.id
    await this.#begin(account.id, after, resumable === true || after !== undefined)
  }

  /**
   * @param isResumable true if the reader has said that it understands positions
   */
  async #begin(owner: string, after: number | undefined, isResumable: boolean): Promise<void> {
    const { platform, stream } = this.#context
    const socket = this.#socket
    const start = after ?? (await platform.events.lastPosition(owner))
    const removedTo = after === undefined ? null : await platform.events.removedTo({ owner, after })
    // Subscribe before the OK, so that no event after the OK is missed.
    const events = platform.events.subscribe({ owner, types: stream.types, after: start }, this.#signal)
    await sendAndWait(socket, 'OK')
    const announces = stream.announcesPosition === 'always' || isResumable
    if (announces && after === undefined) {
      await sendAndWait(socket, textOf(stream, start, stream.announcement ?? {}))
    }
    if (removedTo !== null) {
      await sendAndWait(socket, textOf(stream, removedTo, { ...stream.announcement, isTruncated: true }))
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
  const timer = setTimeout(() => socket.close(closeCodes.hasServed, 'open for the maximum time'), milliseconds)
  return () => clearTimeout(timer)
}

/** Terminates a connection whose other end disappeared without closing it. */
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
