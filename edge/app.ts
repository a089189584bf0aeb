import type { IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import fastifyStatic from '@fastify/static'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { correlate, correlationHeader } from '../http/correlation.ts'
import { problemAnswer } from '../http/problem.ts'
import { stallTimeouts, SlowRequests } from '../http/slowRequests.ts'
import type { EdgeConfig } from './config.ts'
import { createForwarder, type Forwarder } from './forwarder.ts'
import { createPageReader, type PageReader, usualConfigTimeout } from './page.ts'
import { type PartReplicas, watchReplicas } from './replicas.ts'
import { readRouteTable } from './routeTable.ts'
import { type Destination, destinationOf, unknownHostPage } from './routing.ts'
import { securityHeaders } from './securityHeaders.ts'

const readinessDeadlineMilliseconds = 2_000
/** The `Retry-After` (s) of a page for a host that is not known yet: services start within seconds. */
const unknownSeconds = 5

/** Options that only tests set. */
export interface EdgeOptions {
  /** How long (ms) the edge waits for a client that has stopped in the middle of a request. */
  readonly stallTimeout?: number
  /** How long (ms) idle connections to the other parts are kept; by default 30 s. */
  readonly keepIdle?: number
  /** How long (ms) the edge waits for the public config of a page; by default, and if undefined, 500 ms. */
  readonly configTimeout?: number | undefined
  /** The destination of log lines; by default the standard output. */
  readonly log?: { write(line: string): void }
}

/** Whether the shutdown of the process has begun. */
export interface Draining {
  /** True from the signal to shut down until the process ends. Meanwhile, `/readyz` answers 503. */
  hasStarted: boolean
}

/**
 * Builds the edge server. It forwards requests for the gateway and the services, and serves the client's static build,
 * with `index.html` for the client's routes. It does not listen.
 * @throws Error when the build has no table of the client's routes
 */
export async function buildEdge(
  config: EdgeConfig,
  { stallTimeout = stallTimeouts.edge, keepIdle, configTimeout = usualConfigTimeout, log }: EdgeOptions = {},
  draining: Draining = { hasStarted: false },
): Promise<FastifyInstance> {
  const slowRequests = new SlowRequests({
    stallTimeout,
    report: ({ length }) => app.log.warn({ count: length }, 'requests without progress were ended'),
  })
  const app = fastify({
    logger: { level: config.logLevel, name: 'edge', ...(log && { stream: log }) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    genReqId: correlate,
    frameworkErrors: (_error, _request, reply) => {
      void sendProblem(reply, 400, 'INVALID_REQUEST', 'The address is not valid.')
    },
    forceCloseConnections: 'idle',
    clientErrorHandler: slowRequests.answer,
    http: {
      ...slowRequests.serverOptions,
      shouldUpgradeCallback: (request) => socketDestinationOf(request, config) !== null,
    },
  })
  slowRequests.watch(app.server)
  const parts = watchReplicas(config)
  const forwarder = createForwarder(config, parts, app.log, keepIdle)
  const pages = config.webDevUrl ? null : createPageReader(config, parts.services, configTimeout)
  app.addHook('onClose', async () => {
    forwarder.close()
    for (const replicas of Object.values(parts)) replicas.close()
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request))
    const destination = destinationOf(request.url) ?? (config.webDevUrl && !isHealthPath(request.url) ? 'client' : null)
    if (!destination) return undefined
    if (destination !== 'client' && Number(request.headers['content-length'] ?? 0) > destination.maximumBytes) {
      // Refuse without reading the body: forwarding a large body costs more than all other work of the edge.
      return sendProblem(reply.header('connection', 'close'), 413, 'BODY_TOO_LARGE', 'The body is too large.')
    }
    reply.hijack()
    const answerAway =
      pages && isNavigation(request) ? () => void sendAwayPage(request, reply, pages, config) : undefined
    forwarder.web(request.raw, reply.raw, destination, answerAway)
    return undefined
  })
  forwardSockets(app, forwarder, config)
  registerHealth(app, parts, draining)
  if (pages) await serveClient(app, config, forwarder, pages)
  return app
}

/**
 * The headers of every answer of the edge itself. The gateway and the services set the headers of their own answers.
 */
function headersOf({ id }: FastifyRequest): Record<string, string> {
  return { [correlationHeader]: id, 'x-content-type-options': 'nosniff' }
}

function isHealthPath(url: string): boolean {
  return url === '/livez' || url === '/readyz'
}

/**
 * Finds the destination of an upgrade request. Only the gateway has WebSockets. The upgrade is refused at other paths,
 * and for other protocols (many clients offer HTTP/2).
 */
function socketDestinationOf(
  { url = '', headers }: IncomingMessage,
  config: EdgeConfig,
): Destination | 'client' | null {
  if (headers.upgrade?.toLowerCase() !== 'websocket') return null
  const destination = destinationOf(url)
  if (destination) return destination.part === 'gateway' ? destination : null
  return config.webDevUrl ? 'client' : null
}

/** Forwards sockets. Ends the open ones when the edge closes, because closing would wait for them. */
function forwardSockets(app: FastifyInstance, forwarder: Forwarder, config: EdgeConfig): void {
  const open = new Set<{ destroy(): void }>()
  app.server.on('upgrade', (request, socket, head) => {
    const destination = socketDestinationOf(request, config)
    if (!destination) {
      socket.destroy()
      return
    }
    correlate(request)
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    forwarder.upgrade(request, socket, head, destination)
  })
  app.addHook('preClose', async () => {
    for (const socket of open) socket.destroy()
  })
}

function registerHealth(app: FastifyInstance, parts: PartReplicas, draining: Draining): void {
  app.get('/livez', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    if (draining.hasStarted) return reply.code(503).send({ status: 'draining' })
    const asked = [parts.gateway, parts.services, parts.storage].map(async (one) =>
      one.readiness(readinessDeadlineMilliseconds),
    )
    const [gateways = [], services = [], storage = []] = await Promise.all(asked)
    const ready = [gateways, services, storage].every((replicas) => replicas.some(Boolean))
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', gateways, services, storage })
  })
}

/** Whether a browser opens the address as a page. Browsers from before 2023 say only that they accept HTML. */
function isNavigation({ headers }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest']
  return destination ? destination === 'document' : /\btext\/html\b/.test(headers.accept ?? '')
}

/**
 * Sends a browser the client's page in place of the answer of an unavailable part. The page continues when the part is
 * available again.
 */
async function sendAwayPage(
  request: FastifyRequest,
  { raw: response }: FastifyReply,
  pages: PageReader,
  config: EdgeConfig,
): Promise<void> {
  try {
    const page = await pages.readAway(request, request.method === 'GET' ? 'reload' : 'back')
    response.writeHead(503, {
      ...headersOf(request),
      ...securityHeaders(config, page),
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'retry-after': '1',
    })
    response.end(page.html)
  } catch (error) {
    request.log.error({ err: error }, 'the page of an outage could not be sent')
    response.destroy()
  }
}

async function serveClient(
  app: FastifyInstance,
  config: EdgeConfig,
  forwarder: Forwarder,
  pages: PageReader,
): Promise<void> {
  const headers = securityHeaders(config)
  const hasPage = await readRouteTable(config.webRoot)
  await app.register(fastifyStatic, {
    root: resolve(config.webRoot),
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(response, path) {
      for (const [name, value] of Object.entries(headers)) response.header(name, value)
      const hashed = /[\\/]assets[\\/]/.test(path)
      response.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await pages.read(request)
    if (!page) {
      reply.hijack()
      forwarder.web(request.raw, reply.raw, unknownHostPage)
      return reply
    }
    const { html, compressed, etag, isHostKnown } = page
    const isFound = hasPage(pathOf(request))
    // Until the host's config has been read, it is not known whether the host belongs to a brand. The page then names no
    // brand, and says that it waits.
    if (!isHostKnown) reply.header('retry-after', unknownSeconds)
    reply
      .code(isHostKnown ? (isFound ? 200 : 404) : 503)
      .headers({
        ...securityHeaders(config, page),
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
        etag,
      })
      .type('text/html; charset=utf-8')
    if (isHostKnown && isFound && request.headers['if-none-match'] === etag) return reply.code(304).send()
    const isCompressed = /\bbr\b/.test(String(request.headers['accept-encoding']))
    return isCompressed ? reply.header('content-encoding', 'br').send(compressed) : reply.send(html)
  }
  app.get('/', sendPage)
  app.setNotFoundHandler(async (request, reply) => {
    // The client shows its own page for an address that it does not know.
    const isPage = ['GET', 'HEAD'].includes(request.method) && !/\.[a-z0-9]+$/i.test(pathOf(request))
    if (isPage) return sendPage(request, reply)
    return sendProblem(reply, 404, 'NOT_FOUND', 'There is nothing at this address.')
  })
}

function sendProblem(reply: FastifyReply, status: number, code: string, detail: string): FastifyReply {
  const { headers, body } = problemAnswer({ status, code, detail }, reply.request.id)
  return reply.code(status).headers(headers).send(body)
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?')[0] ?? ''
}
