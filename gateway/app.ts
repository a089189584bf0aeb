import compress from '@fastify/compress'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { createClients } from '../clients/clients.ts'
import { correlate } from '../http/correlation.ts'
import { stallTimeouts, SlowRequests } from '../http/slowRequests.ts'
import type { GatewayConfig } from './config.ts'
import type { GatewayContext } from './context.ts'
import { PersistedDocuments } from './execution/persistedDocuments.ts'
import { Admission, type OverloadGuard } from './limits/admission.ts'
import { clientAddress } from './limits/clientAddress.ts'
import { createAdmissionHook } from './limits/admissionHook.ts'
import { Overload } from './limits/overload.ts'
import { SharedTakes, takesSecret } from './limits/sharedTakes.ts'
import { CursorCipher } from './relay/cursorCipher.ts'
import { answerError } from './server/answerError.ts'
import { createHttpAnswer, hostOf } from './server/answerHttp.ts'
import { Authentication } from './server/authentication.ts'
import { compression } from './server/compression.ts'
import { type OperationOrigin, contextFactory } from './server/contexts.ts'
import { EventStreams } from './server/eventStream.ts'
import { isPageRequest, registerGraphiql } from './server/graphiql.ts'
import { type GraphqlServer, bodyLimit, createGraphqlServer } from './server/graphqlServer.ts'
import { Drain } from './server/drain.ts'
import { registerHealth, registerMetrics } from './server/health.ts'
import { brandNameBySite, brandOriginBySite, checkOrigin, createOriginPolicy } from './server/origins.ts'
import { Operations } from './server/operations.ts'
import { checkRequestForm } from './server/requestForm.ts'
import { registerSchemaFiles } from './server/schemaFiles.ts'
import { registerSecurityHeaders } from './server/securityHeaders.ts'
import { registerTakes } from './server/takesRoute.ts'
import { SocketServer } from './server/sockets/socketServer.ts'
import { LogDestination } from './telemetry/logDestination.ts'
import { watchParts } from './telemetry/gauges.ts'
import { createLogger } from './telemetry/logger.ts'
import type { OperationObservation } from './telemetry/observation.ts'
import { Telemetry } from './telemetry/telemetry.ts'
import { type TokenVerifier, createTokenVerifier } from './tokens.ts'
import { createFeeds } from './upstream/feeds.ts'
import { type Upstreams, openUpstreams } from './upstream/upstreams.ts'

/** The dependencies that the process passes to the gateway. */
export interface AppDependencies {
  /** The log's destination. Default: stdout. */
  readonly log?: LogDestination
  /** Starts the shutdown of the gateway. Closing the gateway also starts it. */
  readonly drain?: Drain
  /** Detects overload. By default, it measures the lag of the event loop. */
  readonly overload?: OverloadGuard
  /** The current time in ms since 1970. Default: the system clock. */
  readonly now?: () => number
  /** How long (ms) to wait for a client that has stopped in the middle of a request. */
  readonly stallTimeout?: number
}

/**
 * Builds the gateway. It does not listen, and opens no connection before the first request.
 * @throws Error when a configured file cannot be read
 */
export async function buildApp(config: GatewayConfig, dependencies: AppDependencies = {}): Promise<FastifyInstance> {
  const {
    log = new LogDestination(),
    drain = new Drain(),
    now = Date.now,
    stallTimeout = stallTimeouts.gateway,
  } = dependencies
  const documents = new PersistedDocuments(config.persistedDocuments)
  const slowRequests = new SlowRequests({
    stallTimeout,
    report: (ended) => ended.forEach(() => telemetry.metrics.refused('slow')),
  })
  const app = createServer(config, log, slowRequests)
  const telemetry = await Telemetry.start(config, app.log)
  const addresses = config.upstreams
  const upstreams = openUpstreams({ addresses, log: app.log, observer: telemetry.metrics.calls })
  const feeds = createFeeds({ addresses, clients: upstreams.clients, log: app.log })
  const closeFeeds = () => {
    for (const feed of Object.values(feeds)) feed.close()
  }
  app.addHook('onClose', async () => {
    closeFeeds()
    await Promise.all([upstreams.close(), telemetry.close()])
    await log.flush()
  })
  drain.watch(app.server)
  app.addHook('preClose', async () => {
    drain.begin()
    drain.endConnections(app.server)
    sockets.close()
    streams.close()
    closeFeeds()
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    telemetry.countRefusedRequest(error)
    return answerError(error, request, reply)
  })
  registerHeaders(app, drain)
  registerSecurityHeaders(app, config)
  await app.register(compress, { global: false })

  const tokens = createTokenVerifier(config, upstreams.byName.identity)
  const admission = createAdmission(app, config, dependencies.overload)
  const server = createGraphqlServer({ config, documents, log: app.log })
  const createContext = contextFactory({
    clients: upstreams.clients,
    feeds,
    cursorCipher: new CursorCipher(config.cursorSecret),
    admission,
    now,
  })
  const createContextOf: ContextMaker = (caller, observation) =>
    createContext(drain.timeFor(config.operationTimeout), { ...caller, observation })
  const parts = { config, documents, telemetry, upstreams, tokens, admission, server, createContextOf }
  const { sockets, streams } = createLiveTransports(app, parts)
  registerGraphql(app, { ...parts, sockets, streams })
  registerHealth(app, { upstreams: upstreams.called, drain })
  if (config.metrics) registerMetrics(app, telemetry)
  watchParts(telemetry.metrics, { upstreams: upstreams.called, sockets, feeds, documents: server.prepared, tokens })
  return app
}

type ContextMaker = (caller: Omit<OperationOrigin, 'observation'>, observation: OperationObservation) => GatewayContext

/** The parts that the operations of all transports share. */
interface Parts {
  readonly config: GatewayConfig
  readonly documents: PersistedDocuments
  readonly telemetry: Telemetry
  readonly upstreams: Upstreams
  readonly tokens: TokenVerifier
  readonly admission: Admission
  readonly server: GraphqlServer
  readonly createContextOf: ContextMaker
}

/** The transports with long-lived connections. */
interface LiveTransports {
  readonly sockets: SocketServer
  readonly streams: EventStreams
}

function createLiveTransports(app: FastifyInstance, parts: Parts): LiveTransports {
  const { config, documents, telemetry, tokens, admission, server, createContextOf } = parts
  const operations = new Operations({
    schema: server.schema,
    persisted: documents,
    documents: server.prepared,
    admission,
    costs: server.costs,
    log: app.log,
    suggestions: config.suggestions,
    execute: server.yoga.getEnveloped().execute,
    observe: (caller) => telemetry.observe(caller, admission.watcherOf(caller.viewer?.accountId ?? null)),
    createContext: (caller, observation, costReport) =>
      createContextOf({ ...caller, address: () => caller.address, costReport }, observation),
  })
  const sockets = new SocketServer(app, {
    operations,
    tokens: telemetry.countRefusals(tokens),
    log: app.log,
    limits: { subscriptions: config.socketSubscriptions, operations: config.socketOperations },
    keepAlive: config.keepAlive,
    messageLimit: bodyLimit,
  })
  return { sockets, streams: new EventStreams(operations, config) }
}

/**
 * Registers /graphql: sockets, the page of the API explorer, event streams and plain responses. The same limits
 * apply to the operations of all transports.
 */
function registerGraphql(app: FastifyInstance, parts: Parts & LiveTransports): void {
  const { config, telemetry, upstreams, admission, server, sockets } = parts
  const authentication = new Authentication(parts.tokens)
  const sendExplorer = registerGraphiql(app, config, brandNameBySite(upstreams.clients.site))
  const clients = config.clientsDir === undefined ? null : createClients(config.clientsDir, app.log)
  const origins = createOriginPolicy({
    allowedOrigins: [new URL(config.publicUrl).origin, ...config.allowedOrigins],
    isOfClient: (origin) => clients?.origins().has(origin) ?? false,
    brandOriginAt: brandOriginBySite(upstreams.clients.site),
  })
  const knownAccountOf = (request: FastifyRequest) => authentication.knownViewerOf(request)?.accountId ?? null
  // The origin is checked first, so that pages of allowed origins can read why a request was refused.
  const originCheck = checkOrigin({
    policy: origins,
    methods: config.getQueries ? ['GET', 'POST'] : ['POST'],
    hostOf,
    onRefused: () => telemetry.metrics.refused('origin'),
  })
  const onRequest = [originCheck, createAdmissionHook({ admission, sockets, isExempt, knownAccountOf })]
  registerSchemaFiles(app, { config, schema: server.schema, onRequest: originCheck })
  const answerOperation = createHttpAnswer({ ...parts, authentication })
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const host = hostOf(request)
    if (sockets.isRequestedBy(request))
      return sockets.open(request, reply, { correlationId: request.id, host, address: clientAddress(request) })
    return isPageRequest(request) ? sendExplorer(host, reply) : answerOperation(request, reply)
  }
  const preHandler = checkRequestForm({
    getQueries: config.getQueries,
    isOperation: (request) => !isPageRequest(request) && !sockets.isRequestedBy(request),
    onRefused: () => telemetry.metrics.refused('form'),
  })
  const methods = ['GET', 'POST', 'OPTIONS']
  app.route({ method: methods, url: '/graphql', compress: compression, onRequest, preHandler, handler: answer })
}

function isExempt(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' || isPageRequest(request)
}

/** Creates the server, without routes. */
function createServer(config: GatewayConfig, log: LogDestination, slowRequests: SlowRequests): FastifyInstance {
  const app = fastify({
    loggerInstance: createLogger(config.logLevel, log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: correlate,
    bodyLimit,
    forceCloseConnections: 'idle',
    // Requests on open connections are still answered during a shutdown.
    return503OnClosing: false,
    trustProxy: [...config.trustedProxies],
    // Offers to upgrade to anything but a WebSocket are ignored: many clients offer HTTP/2.
    http: {
      ...slowRequests.serverOptions,
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    clientErrorHandler: slowRequests.answer,
  })
  slowRequests.watch(app.server)
  app.removeContentTypeParser('text/plain')
  return app
}

function registerHeaders(app: FastifyInstance, drain: Drain): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-correlation-id', request.id)
    done()
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Otherwise the client would keep the connection open, and the server could not close.
    if (drain.hasStarted) reply.header('connection', 'close')
    done()
  })
}

function createAdmission(app: FastifyInstance, config: GatewayConfig, given: OverloadGuard | undefined): Admission {
  const { overloadLag, rateLimits, maximumSockets, maximumCost } = config
  const limits = { rateLimits, maximumSockets, maximumCost, sharedTakes: shareTakes(app, config) }
  if (given) return new Admission({ ...limits, overload: given })
  const overload = new Overload(overloadLag)
  const unwatch = overload.watch()
  app.addHook('onClose', async () => unwatch())
  return new Admission({ ...limits, overload })
}

/** Lets this gateway and the others count requests together (docs/decisions/0225). */
function shareTakes(app: FastifyInstance, { gatewayUrls, cursorSecret }: GatewayConfig): SharedTakes | undefined {
  if (gatewayUrls.length === 0) return undefined
  const secret = takesSecret(cursorSecret)
  const takes = new SharedTakes({ urls: gatewayUrls, secret, log: app.log })
  registerTakes(app, takes, secret)
  app.addHook('preClose', async () => takes.close())
  return takes
}
