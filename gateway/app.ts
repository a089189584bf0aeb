import { randomUUID } from 'node:crypto'
import websocket from '@fastify/websocket'
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { GatewayConfig } from './config.ts'
import type { Viewer } from './context.ts'
import { codedError } from './errors/codes.ts'
import { presentError } from './errors/present.ts'
import { PersistedDocuments } from './execution/persistedDocuments.ts'
import { Admission } from './limits/admission.ts'
import { viewerOf } from './server/authentication.ts'
import { createContext, createUpstreams } from './server/contexts.ts'
import { isPageRequest, registerGraphiql } from './server/graphiql.ts'
import { bodyLimit, createGraphqlServer } from './server/graphqlServer.ts'
import { registerHealth } from './server/health.ts'
import { brandOriginBySite, checkOrigin, createOriginPolicy } from './server/origins.ts'
import { createSocketHandler } from './server/sockets.ts'
import { type Transport, observeOperation } from './telemetry/observation.ts'
import { TokenRefused, createTokenVerifier } from './tokens.ts'

const goingAway = 1001
/** Milliseconds that a client has to answer the closing of its socket. */
const goodbyeTime = 2_000
const websocketMessageLimit = bodyLimit

/**
 * Builds the gateway. It never listens by itself, and opens no connection before it is asked something.
 * @throws Error with a sentence when a file that the configuration names cannot be read
 */
export async function buildApp(config: GatewayConfig): Promise<FastifyInstance> {
  const documents = new PersistedDocuments(config.persistedDocuments)
  const app = fastify({
    logger: { level: config.logLevel, name: 'gateway' },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => correlationIdOf(headers['x-correlation-id']),
    bodyLimit,
    forceCloseConnections: 'idle',
  })
  let isClosing = false
  const upstreams = createUpstreams(config, app.log)
  app.addHook('onClose', () => upstreams.close())
  await app.register(websocket, {
    options: { maxPayload: websocketMessageLimit },
    preClose: async () => {
      isClosing = true
      upstreams.libraryFeed.close()
      closeSockets(app.websocketServer)
    },
  })
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(error, request, reply))
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-correlation-id', request.id)
  })

  const tokens = createTokenVerifier(config, upstreams.identity)
  const admission = new Admission()
  const contextOf = (request: FastifyRequest, viewer: Viewer | null, transport: Transport) =>
    createContext(config, upstreams, {
      viewer,
      correlationId: request.id,
      host: hostOf(request),
      observation: observeOperation(transport, request.id),
    })
  const server = createGraphqlServer({
    introspection: config.introspection,
    limits: config.documentLimits,
    documents,
    log: app.log,
  })
  const sendExplorer = registerGraphiql(app, config)

  const origins = createOriginPolicy({
    allowedOrigins: [new URL(config.publicUrl).origin, ...config.allowedOrigins],
    brandOriginAt: brandOriginBySite(upstreams.site),
  })
  const onRequest = checkOrigin(origins, hostOf)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (isPageRequest(request)) return sendExplorer(reply)
    const viewer = await viewerOf(request.headers.authorization, tokens)
    const refusal = admission.refuse({ accountId: viewer?.accountId ?? null, address: request.ip })
    if (refusal) throw refusal
    const transport = request.headers.accept?.includes('text/event-stream') ? 'sse' : 'http'
    const context = contextOf(request, viewer, transport)
    const response = await server.handleNodeRequestAndResponse(request, reply, context)
    response.headers.forEach((value, name) => {
      reply.header(name, value)
    })
    // Its client would else keep the connection, and the server with it.
    if (isClosing) reply.header('connection', 'close')
    return reply.code(response.status).send(response.body)
  }
  app.route({
    method: 'GET',
    url: '/graphql',
    onRequest,
    handler: answer,
    wsHandler: createSocketHandler({ server, tokens, documents, admission, log: app.log, createContext: contextOf }),
  })
  app.route({ method: ['POST', 'OPTIONS'], url: '/graphql', onRequest, handler: answer })
  registerHealth(app, upstreams)
  return app
}

/** Says goodbye to every client; those that do not answer it are cut off. */
function closeSockets(server: FastifyInstance['websocketServer']): void {
  server.close()
  for (const client of server.clients) {
    client.close(goingAway, 'The server is going away')
    const impatience = setTimeout(() => client.terminate(), goodbyeTime)
    client.once('close', () => clearTimeout(impatience))
  }
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, shown } = failureOf(error, request)
  // The rest of what is too large is read and dropped: closing at once would cut off the answer on its way.
  if (status === 413) reply.removeHeader('connection')
  if (status === 401) reply.header('www-authenticate', 'Bearer error="invalid_token"')
  return reply
    .code(status)
    .type('application/json')
    .send({ errors: [shown] })
}

function failureOf(error: FastifyError, request: FastifyRequest) {
  if (error instanceof TokenRefused) {
    request.log.info({ correlationId: request.id, reason: error.message }, 'a token was refused')
    const shown = codedError('UNAUTHENTICATED', 'The access token is not valid, or has expired.', request.id)
    return { status: 401, shown }
  }
  const { statusCode = 500 } = error
  if (statusCode < 500) return { status: statusCode, shown: codedError('BAD_USER_INPUT', error.message, request.id) }
  const shown = presentError(error, request.id, request.log)
  return { status: shown.extensions['code'] === 'INTERNAL_SERVER_ERROR' ? 500 : 503, shown }
}

function correlationIdOf(given: string | string[] | undefined): string {
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}

function hostOf({ headers }: FastifyRequest): string {
  const forwarded = headers['x-forwarded-host']
  return (Array.isArray(forwarded) ? forwarded[0] : forwarded)?.split(',')[0]?.trim() ?? headers.host ?? ''
}
