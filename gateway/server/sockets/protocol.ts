import type { ExecutionArgs } from 'graphql'
import { type Server, makeServer } from 'graphql-ws'
import { codedError } from '../../errors/codes.ts'
import type { ErrorLog } from '../../errors/present.ts'
import { TokenRefused, type TokenVerifier } from '../../tokens.ts'
import { type Caller, type OperationRequest, type Operations, isErrors } from '../operations.ts'
import type { OperationResult } from '../readyOperation.ts'
import { RenewableViewer } from '../renewableViewer.ts'
import { closeCodes } from './closeCodes.ts'
import type { Peer } from './peer.ts'

/** The dependencies of the protocol. */
export interface ProtocolOptions {
  readonly operations: Operations
  readonly tokens: Pick<TokenVerifier, 'verify'>
  readonly log: ErrorLog
  /** Maximum number of concurrent subscriptions, and of other operations, per socket. */
  readonly limits: { readonly subscriptions: number; readonly operations: number }
}

/** graphql-ws passes these arguments from `onSubscribe` to `execute` and `subscribe`, and reads the document. */
interface ReadyArgs extends ExecutionArgs {
  run(): Promise<OperationResult>
}

/**
 * The graphql-transport-ws protocol. `connection_init` contains `{ accessToken }`. Without a token, the socket is
 * closed with 4401; with a refused token, it is closed with 4403. The close reason says why. A ping with
 * `{ accessToken }` renews the token.
 */
export function createProtocol(options: ProtocolOptions): Server<Peer> {
  return makeServer<Record<string, unknown>, Peer>({
    onConnect: ({ extra: peer, connectionParams }) => authenticate(peer, connectionParams ?? {}, options),
    onSubscribe: ({ extra: peer }, _id, payload) => subscribe(peer, payload, options),
    // `execute` and `subscribe` get the value that `onSubscribe` returned.
    execute: (args) => (args as ReadyArgs).run(),
    subscribe: (args) => (args as ReadyArgs).run(),
  })
}

async function authenticate(
  peer: Peer,
  parameters: Readonly<Record<string, unknown>>,
  { tokens, log }: ProtocolOptions,
): Promise<boolean> {
  const { accessToken: token } = parameters
  if (typeof token !== 'string') {
    peer.socket.close(closeCodes.unauthorized, missingTokenReason(parameters))
    return false
  }
  try {
    peer.viewer = new RenewableViewer(await tokens.verify(token))
    return true
  } catch (error) {
    if (error instanceof TokenRefused) {
      peer.socket.close(closeCodes.forbidden, 'The access token is not valid, or has expired')
      return false
    }
    log.warn({ correlationId: peer.origin.correlationId, err: error }, 'a token could not be verified')
    peer.socket.close(closeCodes.tryAgainLater, 'The token cannot be verified now')
    return true
  }
}

/** The names under which clients of other servers send tokens. */
const otherNames = /^(authorization|headers|authtoken|token|access_token)$/i

/** Says how to send a token. A reason may have at most 123 bytes. */
function missingTokenReason(parameters: Readonly<Record<string, unknown>>): string {
  const other = Object.keys(parameters).find((name) => otherNames.test(name))
  const how = 'send the access token as {"accessToken": "…"} in connection_init'
  return other === undefined ? `Sign in: ${how}` : `"${other}" is not read: ${how}`
}

/** The result of a token renewal. `unavailable`: the token could not be verified, try again. */
export type Renewal = 'accepted' | 'refused' | 'unavailable'

/** Switches to the next token of the same customer. Running subscriptions continue with it. */
export async function renew(peer: Peer, token: unknown, options: ProtocolOptions): Promise<Renewal> {
  const { operations, tokens, log } = options
  const { origin, viewer } = peer
  if (typeof token !== 'string' || !viewer) return 'refused'
  // Verifying a token costs as much as a small operation, and counts as one.
  if (operations.refusalOf({ ...origin, viewer, transport: 'websocket' })) return 'unavailable'
  try {
    return viewer.renew(await tokens.verify(token)) ? 'accepted' : 'refused'
  } catch (error) {
    if (error instanceof TokenRefused) return 'refused'
    log.warn({ correlationId: peer.origin.correlationId, err: error }, 'a token could not be verified')
    return 'unavailable'
  }
}

async function subscribe(peer: Peer, payload: OperationRequest, options: ProtocolOptions) {
  const { origin, viewer = null, running } = peer
  const caller: Caller = { ...origin, viewer, transport: 'websocket' }
  const ready = await options.operations.prepare(payload, caller, options.operations.refusalOf(caller))
  if (isErrors(ready)) return ready
  const kind = ready.isSubscription ? 'subscriptions' : 'operations'
  const limit = options.limits[kind]
  if (running[kind] >= limit) {
    const message = `No more than ${limit} ${kind} may run on one socket at once.`
    return ready.refuse(codedError('RATE_LIMITED', message))
  }
  running[kind] += 1
  const release = () => {
    running[kind] -= 1
  }
  const { schema, document, operation } = ready.args
  const args: ReadyArgs = { schema, document, operationName: operation.name?.value, run: () => ready.run(release) }
  return args
}
