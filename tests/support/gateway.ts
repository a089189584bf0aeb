import type { FastifyInstance } from 'fastify'
import { type AppSurroundings, buildApp } from '../../gateway/app.ts'
import { readConfig } from '../../gateway/config.ts'
import type { Upstreams } from './upstream.ts'

/** A GraphQL answer. `data` is looked into by the tests' own expectations. */
export interface Answer {
  readonly status: number
  // Tests look into the data of their own documents; a type for each would say the document again.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly data: any
  readonly errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[]
  readonly headers: Record<string, unknown>
}

/** More in a second than any test asks. */
const unlimited = String(1_000_000)

/**
 * Settings of a gateway that bears a machine which is busy with something else, since the tests share the event loop
 * with it, and one so fast that a table of tests asks more in a second than one account may.
 */
export const patience = {
  OVERLOAD_LAG: '60000',
  UPSTREAM_TIMEOUT: '60000',
  OPERATION_TIMEOUT: '60000',
  ADDRESS_OPERATION_RATE: unlimited,
  ADDRESS_OPERATION_BURST: unlimited,
  ADDRESS_SOCKET_RATE: unlimited,
  ADDRESS_SOCKET_BURST: unlimited,
  VIEWER_OPERATION_RATE: unlimited,
  VIEWER_OPERATION_BURST: unlimited,
}

/** A gateway before the given upstreams. Close it by `app.close()`. */
export async function startGateway(
  upstreams: Upstreams,
  environment: Record<string, string> = {},
  surroundings: AppSurroundings = {},
): Promise<FastifyInstance> {
  return buildApp(
    readConfig({
      PUBLIC_URL: 'http://keepsake.test',
      SERVICES_URL: upstreams.url,
      LOG_LEVEL: 'silent',
      ...patience,
      ...environment,
    }),
    surroundings,
  )
}

/** Listens, and says where. */
export async function listenAt(app: FastifyInstance): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' })
}

/** Asks the gateway by POST. */
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
