import { Agent, type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { createProxyServer } from 'http-proxy-3'
import { correlationHeader } from '../http/correlation.ts'
import { problemAnswer } from '../http/problem.ts'
import { chosenLanguage } from './chosenLanguage.ts'
import type { EdgeConfig } from './config.ts'
import { forwardedHeaders } from './forwardedHeaders.ts'
import { callOf, RecentRefusals, type Refusal } from './recentRefusals.ts'
import type { Destination } from './routing.ts'

/** How long (ms) to skip a gateway after a failure. */
const skipMilliseconds = 2_000
/**
 * How long (ms) an idle connection to a part is kept. The parts close idle connections after 72 s. The edge closes them
 * earlier, because a request fails if it is sent while the part closes the connection.
 */
const keepIdleMilliseconds = 30_000
/** How long (ms) the development server of the client may take to answer. */
const clientTimeoutMilliseconds = 120_000

/** Forwards requests and sockets to the gateway, the services or the client's development server, byte for byte. */
export interface Forwarder {
  /** Forwards a request, or refuses it if the part has just refused the same one for the same address. */
  web(request: IncomingMessage, response: ServerResponse, destination: Destination | 'client'): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, destination: Destination | 'client'): void
  close(): void
}

/**
 * Builds the forwarder. It uses the gateways in turn. When forwarding fails, it answers 503 with a problem document and
 * Retry-After. If the request was for a gateway, it skips this gateway for two seconds.
 */
export function createForwarder(
  config: EdgeConfig,
  log: FastifyBaseLogger,
  keepIdle = keepIdleMilliseconds,
): Forwarder {
  // The timeout is that of idle connections: each request sets its own.
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: keepIdle })
  // A connection on which an upgrade was refused cannot be reused.
  const socketAgent = new Agent({ keepAlive: false })
  const proxy = createProxyServer({ connectTimeout: 5_000, toProxy: true })
  const nextGateway = rotation(config.gatewayUrls)
  const refusals = new RecentRefusals()

  const forwarding = new WeakMap<IncomingMessage, { readonly timeout: number; readonly call: string }>()

  proxy.on('proxyReq', (forwarded, request, _response, _options, socket) => {
    const end = () => {
      // If the body is incomplete although the part reads it, the client is late: SlowRequests ends such a request.
      if (request.complete || request.socket.isPaused()) forwarded.destroy()
    }
    socket.setTimeout(forwarding.get(request)?.timeout ?? 0)
    socket.on('timeout', end)
    forwarded.once('close', () => socket.off('timeout', end).setTimeout(0))
  })
  proxy.on('proxyRes', (answer, request) => refusals.observe(forwarding.get(request)?.call ?? '', answer))
  proxy.on('error', (error, request, response, target) => {
    nextGateway.skip(target instanceof URL ? target.origin : target)
    const correlationId = request.headers[correlationHeader]
    log.warn({ error: error.message, path: loggedPath(request.url), correlationId }, 'forwarding failed')
    if (response instanceof ServerResponse) unavailable(response, String(correlationId))
    else response.destroy()
  })

  function prepare(request: IncomingMessage, destination: Destination | 'client'): string {
    if (destination === 'client') return config.webDevUrl ?? ''
    request.url = destination.path
    return destination.part === 'gateway' ? nextGateway.take() : config.servicesUrl
  }

  return {
    web(request, response, destination) {
      Object.assign(request.headers, forwardedHeaders(request, config), chosenLanguage(request.headers))
      const call = callOf(request)
      const refusal = refusals.find(call)
      if (refusal) return refuse(response, refusal, String(request.headers[correlationHeader]))
      declineUpgrade(request)
      // The edge has already sent `100 Continue`.
      delete request.headers.expect
      const timeout = destination === 'client' ? clientTimeoutMilliseconds : destination.timeoutMilliseconds
      forwarding.set(request, { timeout, call })
      proxy.web(request, response, { agent, target: prepare(request, destination) })
    },
    upgrade(request, socket, head, destination) {
      Object.assign(request.headers, forwardedHeaders(request, config))
      proxy.ws(request, socket, head, { agent: socketAgent, target: prepare(request, destination) })
    },
    close() {
      proxy.close()
      agent.destroy()
      socketAgent.destroy()
    },
  }
}

function rotation(urls: readonly string[]): { take(): string; skip(target: unknown): void } {
  const skippedUntil = new Map<string, number>()
  let turn = 0
  return {
    take() {
      const available = urls.filter((url) => (skippedUntil.get(url) ?? 0) <= Date.now())
      const candidates = available.length > 0 ? available : urls
      turn += 1
      return candidates[turn % candidates.length] ?? ''
    },
    skip(target) {
      const url = urls.find((candidate) => candidate === target)
      if (url !== undefined) skippedUntil.set(url, Date.now() + skipMilliseconds)
    },
  }
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
  if (response.headersSent) {
    response.destroy()
    return
  }
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
