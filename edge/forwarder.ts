import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { createProxyServer } from 'http-proxy-3'
import { correlationHeader } from '../http/correlation.ts'
import { problemAnswer } from '../http/problem.ts'
import { chosenLanguage } from './chosenLanguage.ts'
import type { EdgeConfig } from './config.ts'
import { forwardedHeaders } from './forwardedHeaders.ts'
import { callOf, RecentRefusals, type Refusal } from './recentRefusals.ts'
import { ReplicaAgent } from './replicaAgent.ts'
import { type PartReplicas, Replicas } from './replicas.ts'
import type { Destination } from './routing.ts'

/**
 * How long (ms) an idle connection to a part is kept. The parts close idle connections after 72 s. The edge closes them
 * earlier, because a request fails if it is sent while the part closes the connection.
 */
const keepIdleMilliseconds = 30_000
/** How long (ms) the development server of the client may take to answer. */
const clientTimeoutMilliseconds = 120_000
/** Headers of an answer that concern only one connection (RFC 9110, section 7.6.1). */
const connectionHeaders: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding'])

/** Forwards requests and sockets to the gateway, the services or the client's development server, byte for byte. */
export interface Forwarder {
  /**
   * Forwards a request. Refuses it if the part has just refused the same request from the same address.
   * @param answerAway only for a browser that opens a page: called to answer the browser if forwarding fails, or if the
   *   part sends a problem document that says that it is unavailable. Without this function, a failure of forwarding is
   *   answered with a problem document
   */
  web(
    request: IncomingMessage,
    response: ServerResponse,
    destination: Destination | 'client',
    answerAway?: () => void,
  ): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, destination: Destination | 'client'): void
  close(): void
}

/** A request that is being forwarded. */
interface Forwarding {
  readonly target: Target
  /** How long (ms) the part may take until the next byte. */
  readonly timeout: number
  /** The key of the request for `RecentRefusals`. */
  readonly call: string
  /** Whether the request was sent a second time. */
  readonly isRepeated: boolean
  /** Whether the part has taken too long. */
  isLate: boolean
  /** Whether a browser opens a page. A browser cannot show the problem document of an unavailable part. */
  readonly isPage: boolean
  /** Answers if forwarding fails and nothing was sent yet. */
  readonly answerAway: () => void
}

/** A part of the product, and the connections to its replicas. */
interface Target {
  readonly replicas: Replicas
  readonly agent: ReplicaAgent
  /** For upgrades. Keeps no connections, because a connection on which an upgrade was refused cannot be reused. */
  readonly socketAgent: ReplicaAgent
}

/**
 * Builds the forwarder. It uses the replicas of a part in turn, and only the ready ones if there are any. A replica
 * that does not accept a connection is replaced by another one. A GET or HEAD request that was cut off before its
 * answer is sent again, once (docs/decisions/0156). When forwarding fails, the answer is 503 with Retry-After.
 */
export function createForwarder(
  config: EdgeConfig,
  parts: PartReplicas,
  log: FastifyBaseLogger,
  keepIdle = keepIdleMilliseconds,
): Forwarder {
  const targets = createTargets(config, parts, keepIdle)
  const refusals = new RecentRefusals()
  const proxy = createProxy(refusals, log)
  return {
    web(request, response, destination, answerAway) {
      Object.assign(request.headers, forwardedHeaders(request, config), chosenLanguage(request.headers))
      const call = callOf(request)
      const refusal = refusals.find(call)
      if (refusal) return refuse(response, refusal, String(request.headers[correlationHeader]))
      declineUpgrade(request)
      // The edge has already sent `100 Continue`.
      delete request.headers.expect
      const timeout = destination === 'client' ? clientTimeoutMilliseconds : destination.timeoutMilliseconds
      if (destination !== 'client') request.url = destination.path
      proxy.send(request, response, {
        target: targets.of(destination),
        timeout,
        call,
        isRepeated: false,
        isLate: false,
        isPage: answerAway !== undefined,
        answerAway: answerAway ?? (() => unavailable(response, String(request.headers[correlationHeader]))),
      })
    },
    upgrade(request, socket, head, destination) {
      Object.assign(request.headers, forwardedHeaders(request, config))
      if (destination !== 'client') request.url = destination.path
      proxy.upgrade(request, socket, head, targets.of(destination))
    },
    close() {
      proxy.close()
      targets.close()
    },
  }
}

function createTargets(config: EdgeConfig, parts: PartReplicas, keepIdle: number) {
  const toTarget = (replicas: Replicas): Target => {
    // This timeout applies to idle connections: each request sets its own timeout.
    const agent = new ReplicaAgent(replicas, { keepAlive: true, timeout: keepIdle })
    const socketAgent = new ReplicaAgent(replicas, { keepAlive: false })
    return { replicas, agent, socketAgent }
  }
  const targets = {
    gateway: toTarget(parts.gateway),
    services: toTarget(parts.services),
    storage: toTarget(parts.storage),
    client: toTarget(new Replicas([config.webDevUrl ?? ''])),
  }
  return {
    of: (destination: Destination | 'client'): Target =>
      targets[destination === 'client' ? 'client' : destination.part],
    close() {
      for (const { agent, socketAgent } of Object.values(targets)) {
        agent.destroy()
        socketAgent.destroy()
      }
    },
  }
}

/** Sends requests and sockets to the replicas of parts. */
function createProxy(refusals: RecentRefusals, log: FastifyBaseLogger) {
  const proxy = createProxyServer({ connectTimeout: 5_000, toProxy: true })
  const forwardings = new WeakMap<IncomingMessage, Forwarding>()

  const send = (request: IncomingMessage, response: ServerResponse, forwarding: Forwarding) => {
    forwardings.set(request, forwarding)
    const { target, isPage } = forwarding
    proxy.web(request, response, {
      agent: target.agent,
      target: target.replicas.inTurn()[0],
      selfHandleResponse: isPage,
    })
  }
  proxy.on('proxyReq', (forwarded, request, _response, _options, socket) => {
    const forwarding = forwardings.get(request)
    const end = () => {
      // If the body is incomplete although the part reads it, the delay is the client's. SlowRequests ends the request.
      if (!request.complete && !request.socket.isPaused()) return
      if (forwarding) forwarding.isLate = true
      forwarded.destroy()
    }
    socket.setTimeout(forwarding?.timeout ?? 0)
    socket.on('timeout', end)
    forwarded.once('close', () => socket.off('timeout', end).setTimeout(0))
  })
  proxy.on('proxyRes', (answer, request, response) => {
    const forwarding = forwardings.get(request)
    refusals.observe(forwarding?.call ?? '', answer)
    if (forwarding?.isPage && saysUnavailable(answer)) {
      answer.resume()
      forwarding.answerAway()
      return
    }
    // If the part dies, the rest of its answer never comes. Without this handler, the client would wait for it.
    answer.once('close', () => {
      if (!answer.complete) response.destroy()
    })
    if (forwarding?.isPage) passOn(answer, response)
  })
  proxy.on('error', (error, request, response) => {
    const correlationId = request.headers[correlationHeader]
    const forwarding = forwardings.get(request)
    const isRepeated = forwarding !== undefined && mayRepeat(request, response, forwarding)
    log.warn({ error: error.message, path: loggedPath(request.url), correlationId, isRepeated }, 'forwarding failed')
    if (!(response instanceof ServerResponse)) response.destroy()
    else if (isRepeated) send(request, response, { ...forwarding, isRepeated })
    else if (response.headersSent) response.destroy()
    else forwarding?.answerAway()
  })
  return {
    send,
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, { socketAgent, replicas }: Target) {
      proxy.ws(request, socket, head, { agent: socketAgent, target: replicas.inTurn()[0] })
    },
    close: () => proxy.close(),
  }
}

/**
 * Whether a part answers that it is unavailable, for example because its database is, and sends a problem document
 * instead of a page.
 */
function saysUnavailable({ statusCode, headers }: IncomingMessage): boolean {
  return statusCode === 503 && headers['content-type']?.startsWith('application/problem+json') === true
}

/** Sends the answer of a part to the client, without the headers that concern only the connection to the part. */
function passOn(answer: IncomingMessage, response: ServerResponse): void {
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !connectionHeaders.has(name)) response.setHeader(name, value)
  response.writeHead(answer.statusCode ?? 502)
  answer.pipe(response)
}

/**
 * Whether a request that has failed may be sent again: it changes nothing, it has no body, and nothing of an answer has
 * been sent. A part that takes too long gets no second request.
 */
function mayRepeat(
  { method, headers }: IncomingMessage,
  response: ServerResponse | Duplex,
  { isRepeated, isLate }: Forwarding,
): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const isUnanswered = response instanceof ServerResponse && !response.headersSent && !response.destroyed
  return isUnanswered && !hasBody && !isRepeated && !isLate && (method === 'GET' || method === 'HEAD')
}

/** Removes the upgrade headers, so that the next server does not upgrade a request that is forwarded as a plain one. */
function declineUpgrade({ headers }: IncomingMessage): void {
  if (headers.upgrade === undefined) return
  delete headers.upgrade
  delete headers['http2-settings']
  headers.connection = 'keep-alive'
}

function refuse(response: ServerResponse, refusal: Refusal, correlationId: string): void {
  const { retryAfterSeconds } = refusal
  const detail = `Too many requests from this address. Try again in ${retryAfterSeconds} s.`
  const { headers, body } = problemAnswer({ status: 429, code: 'RATE_LIMITED', detail }, correlationId)
  response.writeHead(429, { ...headers, ...refusal.headers, 'retry-after': String(retryAfterSeconds) })
  response.end(body)
}

function unavailable(response: ServerResponse, correlationId: string): void {
  const failure = { status: 503, code: 'UNAVAILABLE', detail: 'Please try again in a moment.' }
  const { headers, body } = problemAnswer(failure, correlationId)
  response.writeHead(503, { ...headers, 'retry-after': '1' })
  response.end(body)
}

/**
 * The path of a request for the log. Only plain words are kept: a segment may be the token of a book, the id of an
 * upload or another secret (docs/decisions/0541, 0543).
 */
function loggedPath(url: string | undefined): string | undefined {
  const path = url?.split('?')[0]
  return path?.replaceAll(/[^/]+/g, (segment) => (/^([a-z.-]{1,20}|v\d)$/.test(segment) ? segment : '…'))
}
