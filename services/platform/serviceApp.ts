import websocket from '@fastify/websocket'
import fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { correlate } from '../../http/correlation.ts'
import { stallTimeouts, type SlowRequestOptions, SlowRequests } from '../../http/slowRequests.ts'
import { compileValidator, type ServiceApp, type ZodTypes } from './contract.ts'
import { registerCorrelation } from './correlation.ts'
import { takeMethodOverride } from './methodOverride.ts'
import { registerProblems, sendAddressProblem } from './problems.ts'

const bodyLimitBytes = 1024 * 1024
/** The maximum length of a parameter in a path: an escaped e-mail address fits. */
const longestParameter = 800
/** The size limit of messages on sockets. A message is little more than a token. */
const maxMessageBytes = 16 * 1024

/**
 * Creates the app that services are registered on: correlation ids, failures as problems, bodies up to 1 MiB.
 * @param trustedProxies proxies whose `X-Forwarded-…` headers are trusted, such as the edge
 * @param slow how long to wait for clients that have stopped in the middle of a request, and where to report them
 */
export function createServiceApp(
  log: FastifyBaseLogger,
  trustedProxies: readonly string[],
  { stallTimeout = stallTimeouts.services, report = () => undefined }: Partial<SlowRequestOptions> = {},
): ServiceApp {
  const slowRequests = new SlowRequests({ stallTimeout, report })
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    genReqId: correlate,
    bodyLimit: bodyLimitBytes,
    routerOptions: { maxParamLength: longestParameter },
    trustProxy: [...trustedProxies],
    forceCloseConnections: 'idle',
    rewriteUrl: takeMethodOverride,
    return503OnClosing: true,
    http: slowRequests.serverOptions,
    clientErrorHandler: slowRequests.answer,
    frameworkErrors: (error, request, reply) => {
      void sendAddressProblem(error, request, reply)
    },
  }).withTypeProvider<ZodTypes>()
  slowRequests.watch(app.server)
  app.setValidatorCompiler(compileValidator)
  // Tests check answers against their declaration. In production this would cost time, and drop fields that are not
  // declared.
  app.setSerializerCompiler(() => JSON.stringify)
  registerClosing(app)
  registerCorrelation(app)
  registerProblems(app)
  registerSockets(app)
  return app
}

/**
 * Registers the WebSocket plugin once for all services, because each registration answers all upgrade requests of the
 * server.
 */
function registerSockets(app: ServiceApp): void {
  void app.register(websocket, {
    options: { maxPayload: maxMessageBytes },
    preClose(done) {
      for (const client of app.websocketServer.clients) client.close(1001, 'going away')
      app.websocketServer.close()
      done()
    },
  })
}

/** Ends connections that were busy when the app closed its idle ones. Otherwise closing would wait for them. */
function registerClosing(app: ServiceApp): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onResponse', async (request) => {
    if (isClosing) request.raw.socket.end()
  })
}
