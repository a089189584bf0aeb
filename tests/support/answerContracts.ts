import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Access, nothing, type ServiceApp } from '../../services/platform/contract.ts'
import { declaredAnswers, problemsOf } from '../../services/platform/openapi.ts'
import { problemContentType, problemSchema } from '../../services/platform/problems.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A route as a service has registered it. */
export interface RegisteredRoute {
  readonly method: string
  readonly url: string
  readonly access: Access
}

const breaches: string[] = []
let recorded: RegisteredRoute[] | null = null

/** Records the routes of the apps that are created while `run` is pending. */
export async function recordRoutes<Result>(
  run: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly routes: readonly RegisteredRoute[] }> {
  const routes: RegisteredRoute[] = []
  recorded = routes
  try {
    return { result: await run(), routes }
  } finally {
    recorded = null
  }
}

/** Returns the answers that differ from the declaration of their route, and forgets them. */
export function takeBreaches(): string[] {
  return breaches.splice(0)
}

/** Compares every answer of an app with the declaration of its route. */
export function checkAnswers(app: ServiceApp): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const one of [method].flat()) recorded?.push({ method: one, url, access: config?.access ?? 'account' })
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const breach = breachOf(request, reply, payload)
    if (breach) breaches.push(`${request.method} ${request.url} answered ${reply.statusCode}: ${breach}`)
    return payload
  })
}

const contentSchema = z.object({ content: z.record(z.string(), z.unknown()) })

function breachOf(request: FastifyRequest, reply: FastifyReply, payload: unknown): string | null {
  const { url = '', config, schema = {} } = request.routeOptions
  if (request.is404 || !isOfService(url)) return null
  const route = { method: request.method, config, schema }
  const type = String(reply.getHeader('content-type') ?? '')
  if (type.startsWith(problemContentType)) return problemBreach(problemsOf(route)[reply.statusCode] ?? [], payload)
  const answer = declaredAnswers(route).find(([status]) => status === String(reply.statusCode))
  if (!answer) return 'this status is not declared'
  return request.method === 'HEAD' ? null : answerBreach(answer[1], type, payload)
}

function answerBreach(declared: unknown, type: string, payload: unknown): string | null {
  if (declared === nothing) return payload === undefined || payload === null || payload === '' ? null : 'it has a body'
  if (declared instanceof z.ZodType) return bodyBreach(declared, payload)
  const types = Object.keys(contentSchema.parse(declared).content)
  return types.some((wanted) => wanted === '*/*' || type.startsWith(wanted)) ? null : `its type is ${type}`
}

/**
 * Tests whether a route belongs to a service. Only services declare their routes. The routes of health and outbox
 * belong to no service.
 */
function isOfService(url: string): boolean {
  return /^\/[a-z]+\/(?!outbox|api)/.test(url) && !url.endsWith('/openapi.json')
}

function problemBreach(codes: readonly string[], payload: unknown): string | null {
  const { success, data } = problemSchema.safeParse(JSON.parse(String(payload)))
  if (!success) return `not a problem: ${String(payload)}`
  return codes.includes(data.code) ? null : `${data.code} is not declared`
}

function bodyBreach(schema: z.ZodType, payload: unknown): string | null {
  const body: unknown = JSON.parse(String(payload))
  const { success, data, error } = schema.safeParse(body)
  if (!success) return z.prettifyError(error)
  // The schema leaves out fields that are not declared.
  return isDeepStrictEqual(data, body) ? null : `it has more than is declared: ${JSON.stringify(body)}`
}
