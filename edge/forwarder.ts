import { Agent, type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import { createProxyServer } from 'http-proxy-3'
import type { EdgeConfig } from './config.ts'
import type { Destination } from './routing.ts'

/** How long a gateway that could not be reached is passed over, in milliseconds. */
const restMilliseconds = 2_000
/** How long the server of the client's sources may say nothing, in development. */
const clientPatienceMilliseconds = 120_000

/** Hands requests and sockets on to the parts behind the edge, byte for byte. */
export interface Forwarder {
  web(request: IncomingMessage, response: ServerResponse, destination: Destination | 'client'): void
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, destination: Destination | 'client'): void
  close(): void
}

/**
 * Builds the forwarder. Gateways take turns; one that cannot be reached is passed over for two seconds.
 * A part that cannot be reached is answered for with 503, a problem document and Retry-After.
 */
export function createForwarder(config: EdgeConfig, log: FastifyBaseLogger): Forwarder {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  // A connection that an upgrade was asked on, and refused, is of no use to the request after it.
  const socketAgent = new Agent({ keepAlive: false })
  const proxy = createProxyServer({ connectTimeout: 5_000, toProxy: true })
  const nextGateway = rotation(config.gatewayUrls)

  proxy.on('error', (error, request, response, target) => {
    nextGateway.rest(target instanceof URL ? target.origin : target)
    log.warn({ error: error.message, path: request.url?.split('?')[0] }, 'forwarding failed')
    if (response instanceof ServerResponse) unavailable(response)
    else response.destroy()
  })

  function prepare(request: IncomingMessage, destination: Destination | 'client'): string {
    setForwardedHeaders(request, config)
    if (destination === 'client') return config.webDevUrl ?? ''
    request.url = destination.path
    return destination.part === 'gateway' ? nextGateway.take() : config.servicesUrl
  }

  return {
    web(request, response, destination) {
      declineUpgrade(request)
      const proxyTimeout = destination === 'client' ? clientPatienceMilliseconds : destination.patienceMilliseconds
      proxy.web(request, response, { agent, proxyTimeout, target: prepare(request, destination) })
    },
    upgrade(request, socket, head, destination) {
      proxy.ws(request, socket, head, { agent: socketAgent, target: prepare(request, destination) })
    },
    close() {
      proxy.close()
      agent.destroy()
      socketAgent.destroy()
    },
  }
}

function rotation(urls: readonly string[]): { take(): string; rest(target: unknown): void } {
  const restingUntil = new Map<string, number>()
  let turn = 0
  return {
    take() {
      const awake = urls.filter((url) => (restingUntil.get(url) ?? 0) <= Date.now())
      const candidates = awake.length > 0 ? awake : urls
      turn += 1
      return candidates[turn % candidates.length] ?? ''
    },
    rest(target) {
      const url = urls.find((candidate) => candidate === target)
      if (url !== undefined) restingUntil.set(url, Date.now() + restMilliseconds)
    },
  }
}

/** What a caller says of itself is believed only behind a proxy that the operator trusts. */
function setForwardedHeaders(request: IncomingMessage, config: EdgeConfig): void {
  const { headers } = request
  if (config.trustProxy && headers['x-forwarded-for'] !== undefined) return
  headers['x-forwarded-for'] = request.socket.remoteAddress ?? ''
  headers['x-forwarded-host'] = headers.host ?? ''
  headers['x-forwarded-proto'] = new URL(config.publicUrl).protocol.replace(':', '')
}

/** What is answered as an ordinary request must not be taken for an upgrade further on. */
function declineUpgrade({ headers }: IncomingMessage): void {
  if (headers.upgrade === undefined) return
  delete headers.upgrade
  delete headers['http2-settings']
  headers.connection = 'keep-alive'
}

function unavailable(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '1' })
  response.end(
    JSON.stringify({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      code: 'UNAVAILABLE',
      detail: 'Please try again in a moment.',
    }),
  )
}
