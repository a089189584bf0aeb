import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { ExecutionArgs } from 'graphql'
import type { SubscribePayload } from 'graphql-ws'
import { type Extra, makeHandler } from 'graphql-ws/use/@fastify/websocket'
import type { GatewayContext, Viewer } from '../context.ts'
import { badInput } from '../errors/codes.ts'
import { presentError } from '../errors/present.ts'
import type { PersistedDocuments } from '../execution/persistedDocuments.ts'
import type { Admission } from '../limits/admission.ts'
import type { Transport } from '../telemetry/observation.ts'
import { TokenRefused, type TokenVerifier } from '../tokens.ts'
import type { GraphqlServer } from './graphqlServer.ts'

/** What the sockets stand on. */
export interface SocketOptions {
  readonly server: GraphqlServer
  readonly tokens: TokenVerifier
  readonly documents: PersistedDocuments
  readonly log: FastifyBaseLogger
  readonly admission: Admission
  createContext(request: FastifyRequest, viewer: Viewer | null, transport: Transport): GatewayContext
}

/** graphql-transport-ws: "Forbidden". Clients connect anew on it, asking for a fresh token. */
const forbidden = 4403
/** WebSocket: "Try Again Later". */
const tryAgainLater = 1013
/** The longest delay that a timer can have, in milliseconds. */
const longestTimer = 2 ** 31 - 1

/**
 * graphql-transport-ws. A connection begins with `{ accessToken }` and is closed with 4403 when that is refused or
 * missing, and again when it expires.
 */
export function createSocketHandler(options: SocketOptions) {
  const { execute, subscribe } = options.server.getEnveloped()
  const viewers = new WeakMap<Extra['socket'], Viewer>()

  return makeHandler<{ accessToken?: unknown }>({
    isProd: true,
    async onConnect({ extra, connectionParams }) {
      const token = connectionParams?.accessToken
      if (typeof token !== 'string') return false
      try {
        const viewer = await options.tokens.verify(token)
        viewers.set(extra.socket, viewer)
        closeOnExpiry(extra.socket, viewer)
        return true
      } catch (error) {
        if (error instanceof TokenRefused) return false
        options.log.warn({ correlationId: extra.request.id, err: error }, 'a token could not be checked')
        extra.socket.close(tryAgainLater, 'The token cannot be checked now')
        return true
      }
    },
    async onSubscribe({ extra }, _id, payload) {
      const viewer = viewers.get(extra.socket) ?? null
      const context = options.createContext(extra.request, viewer, 'websocket')
      const refusal = options.admission.refuse({ accountId: viewer?.accountId ?? null, address: extra.request.ip })
      if (refusal) return [presentError(refusal, context.correlationId, options.log)]
      try {
        return await prepare(options, context, payload)
      } catch (error) {
        return [presentError(error, context.correlationId, options.log)]
      }
    },
    execute,
    subscribe,
  })
}

function closeOnExpiry(socket: Extra['socket'], { expires }: Viewer): void {
  const close = () => socket.close(forbidden, 'The access token has expired')
  const timer = setTimeout(close, Math.min(longestTimer, Math.max(0, expires - Date.now())))
  socket.once('close', () => clearTimeout(timer))
}

/** Parses and validates by the same rules, limits and caches as over HTTP. */
async function prepare(options: SocketOptions, context: GatewayContext, payload: SubscribePayload) {
  const { schema, parse, validate, contextFactory } = options.server.getEnveloped(context)
  const text = options.documents.resolve(payload)
  if (text === undefined) throw badInput('A document, or the id of one, is needed.')
  const document = parse(text)
  const errors = validate(schema, document)
  if (errors.length > 0) return errors
  const contextValue = await contextFactory()
  const args: ExecutionArgs = {
    schema,
    document,
    contextValue,
    operationName: payload.operationName,
    variableValues: payload.variables,
  }
  return args
}
