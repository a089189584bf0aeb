import type { FastifyInstance } from 'fastify'
import { type AppDependencies, buildApp } from '../../gateway/app.ts'
import { readConfig } from '../../gateway/config.ts'
import type { Upstreams } from './upstream.ts'

/** A GraphQL response. */
export interface Answer {
  readonly status: number
  // Tests check the data with their own expectations. A type for each would repeat the document.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
  readonly errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[]
  readonly headers: Record<string, unknown>
}

/** More requests per second than any test sends. */
const unlimited = String(1_000_000)

/**
 * Settings without tight limits. Tests share the event loop with the gateway, so a busy machine must not cause timeouts
 * or OVERLOADED. A fast machine must not cause RATE_LIMITED.
 */
export const relaxedLimits = {
  OVERLOAD_LAG: '60000',
  UPSTREAM_TIMEOUT: '60000',
  OPERATION_TIMEOUT: '60000',
  ADDRESS_OPERATION_RATE: unlimited,
  ADDRESS_OPERATION_BURST: unlimited,
  ADDRESS_SOCKET_RATE: unlimited,
  ADDRESS_SOCKET_BURST: unlimited,
  ADDRESS_LINK_RATE: unlimited,
  ADDRESS_LINK_BURST: unlimited,
  VIEWER_OPERATION_RATE: unlimited,
  VIEWER_OPERATION_BURST: unlimited,
}

/** Starts a gateway that calls the given upstreams. Close it with `app.close()`. */
export async function startGateway(
  upstreams: Upstreams,
  environment: Record<string, string> = {},
  dependencies: AppDependencies = {},
): Promise<FastifyInstance> {
  return buildApp(
    readConfig({
      PUBLIC_URL: 'http://keepsake.test',
      SERVICES_URL: upstreams.url,
      LOG_LEVEL: 'silent',
      // All gateways of a test are replicas of each other, so each must be able to read the cursors of the others.
      CURSOR_SECRET: 'a secret of the tests',
      ...relaxedLimits,
      ...environment,
    }),
    dependencies,
  )
}

/** Listens on a free port. Returns the URL. */
export async function listenAt(app: FastifyInstance): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/** Sends an operation with POST. */
export async function ask(
  app: FastifyInstance,
  query: string,
  options: { token?: string | undefined; variables?: Record<string, unknown>; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      ...(options.token !== undefined && { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    payload: { query, variables: options.variables ?? {} },
  })
  const body: { data?: unknown; errors?: Answer['errors'] } = response.json()
  return { status: response.statusCode, data: body.data, errors: body.errors ?? [], headers: response.headers }
}
