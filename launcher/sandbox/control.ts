import { readdirSync } from 'node:fs'
import fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { apiScopes } from '../../schema/rules/scopes.ts'
import type { Upstreams } from '../../tests/support/upstream.ts'
import { accounts } from './accounts.ts'

const mostPhotos = 1_000_000
const longestDelay = 600_000
const tokenLifetime = 86_400

const account = z.enum(['anna', 'bram', 'cleo']).default('anna')
const scopeNames = z
  .string()
  .refine((text) => text.split(' ').every((name) => apiScopes.some((scope) => scope === name)), {
    message: `Expected scopes of this list, separated by blanks: ${apiScopes.join(', ')}`,
  })

const tokenRequest = z.strictObject({ account, scope: scopeNames.default(apiScopes.join(' ')) })

const photosRequest = z.strictObject({ account, count: z.int().min(0).max(mostPhotos) })

const services = readdirSync('services', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'platform' ? entry.name : [],
)

const faultRequest = z
  .strictObject({
    path: z.string().refine((path) => services.some((service) => `${path}/`.startsWith(`/${service}/`)), {
      message: `Expected a path that begins with one of /${services.join(', /')}`,
    }),
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
    times: z.int().min(1).optional(),
    milliseconds: z.int().min(0).max(longestDelay).optional(),
    status: z.int().min(400).max(599).optional(),
    code: z.string().optional(),
    retryAfter: z.int().min(0).optional(),
    body: z.string().optional(),
    connection: z.enum(['reset', 'hang']).optional(),
  })
  .refine(
    (fault) => [fault.milliseconds, fault.status, fault.body, fault.connection].some((one) => one !== undefined),
    {
      message: 'Expected at least one of milliseconds, status, body, connection',
    },
  )
  .refine(({ status, code, retryAfter }) => status !== undefined || (code ?? retryAfter) === undefined, {
    message: 'code and retryAfter need a status',
  })
  .refine(({ status, body, connection }) => connection === undefined || (status ?? body) === undefined, {
    message: 'connection excludes status and body, because there is no answer',
  })

type FaultRequest = z.infer<typeof faultRequest>

/** The functions that the calls of the control run. */
export interface Actions {
  readonly fill: (accountId: string, count: number) => void
  readonly stop: () => void
}

/** Builds the server of the calls with which a test prepares the sandbox. */
export function createControl(upstreams: Upstreams, { fill, stop }: Actions): FastifyInstance {
  const app = fastify()
  app.removeContentTypeParser('text/plain')
  answerFailures(app)
  app.post('/tokens', async ({ body }) => {
    const { account: name, scope } = tokenRequest.parse(body ?? {})
    const exp = Math.floor(Date.now() / 1000) + tokenLifetime
    return { accessToken: await upstreams.tokens.issue(accounts[name], { claims: { scope, exp } }) }
  })
  app.post('/faults', async ({ body }, reply) => {
    addFault(upstreams, faultRequest.parse(body ?? {}))
    return reply.status(204).send()
  })
  app.delete('/faults', async (_request, reply) => {
    upstreams.heal()
    return reply.status(204).send()
  })
  app.put('/photos', async ({ body }, reply) => {
    const { account: name, count } = photosRequest.parse(body ?? {})
    fill(accounts[name], count)
    return reply.status(204).send()
  })
  app.post('/stop', async (_request, reply) => {
    reply.raw.once('close', stop)
    return reply.status(204).send()
  })
  return app
}

function addFault(upstreams: Upstreams, fault: FaultRequest): void {
  const { path, method, times, milliseconds, status, code, retryAfter, body, connection } = fault
  if (milliseconds !== undefined) upstreams.delay(path, milliseconds, times, method)
  if (connection !== undefined) upstreams.fail(path, { kind: connection }, times, method)
  else if (status !== undefined) {
    const answer = {
      kind: 'status' as const,
      status,
      ...(code !== undefined && { code }),
      ...(retryAfter !== undefined && { retryAfter: String(retryAfter) }),
      ...(body !== undefined && { text: body }),
    }
    upstreams.fail(path, answer, times, method)
  } else if (body !== undefined) upstreams.fail(path, { kind: 'body', text: body }, times, method)
}

/** If a call is wrong, answers with a sentence that says what is wrong. */
function answerFailures(app: FastifyInstance): void {
  app.setErrorHandler(async (error: FastifyError, _request, reply) => {
    if (error instanceof z.ZodError) return reply.status(400).send({ message: error.issues.map(sentenceOf).join('. ') })
    const { statusCode = 500, message } = error
    if (statusCode === 415)
      return reply.status(400).send({ message: 'The body must be JSON, with Content-Type: application/json.' })
    return reply.status(statusCode).send({ message })
  })
  app.setNotFoundHandler(async ({ method, url }, reply) =>
    reply.status(404).send({
      message: `There is no ${method} ${url}. The calls are POST /tokens, POST /faults, DELETE /faults, PUT /photos, POST /stop.`,
    }),
  )
}

function sentenceOf({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
}
