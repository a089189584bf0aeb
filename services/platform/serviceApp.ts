import websocket from '@fastify/websocket'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { correlationIdOf, registerCorrelation } from './correlation.ts'
import { registerProblems, sendAddressProblem } from './problems.ts'

const bodyLimitBytes = 1024 * 1024
/** The largest message that a socket takes: a token, and little else. */
const maxMessageBytes = 16 * 1024

/**
 * The app that services are registered on: correlation ids, failures as problems, bodies up to 1 MiB.
 * @param trustedProxies whose `X-Forwarded-…` is believed: the front door's
 */
export function createServiceApp(log: FastifyBaseLogger, trustedProxies: readonly string[]): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    genReqId: correlationIdOf,
    bodyLimit: bodyLimitBytes,
    trustProxy: [...trustedProxies],
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: (error, request, reply) => {
      void sendAddressProblem(error, request, reply)
    },
  })
  registerClosing(app)
  registerCorrelation(app)
  registerProblems(app)
  registerSockets(app)
  return app
}

/** Once for all services: each registration would answer every upgrade that the server is asked for. */
function registerSockets(app: FastifyInstance): void {
  void app.register(websocket, {
    options: { maxPayload: maxMessageBytes },
    preClose(done) {
      for (const client of app.websocketServer.clients) client.close(1001, 'going away')
      app.websocketServer.close()
      done()
    },
  })
}

/** A connection whose answer ends after the closing began is not idle when idle ones are closed: it would be waited for. */
function registerClosing(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onResponse', async (request) => {
    if (isClosing) request.raw.socket.end()
  })
}
