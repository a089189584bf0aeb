import { STATUS_CODES } from 'node:http'
import { z } from 'zod'
import { type ApiScope, scopeOfCall } from '../../schema/rules/scopes.ts'
import { accessOf } from './access.ts'
import { nothing, type Access, type ServiceApp } from './contract.ts'
import { problemContentType, problemSchema } from './problems.ts'
import type { FastifySchema, RouteOptions } from 'fastify'

type Json = Readonly<Record<string, unknown>>

/** The part of a route that its contract is derived from. */
export type DeclaredRoute = Pick<RouteOptions, 'method' | 'schema' | 'config'>

/** An OpenAPI document, version 3.1, of one service. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly Json[]
  readonly paths: Readonly<Record<string, Record<string, Operation>>>
  readonly components: Json
}

/** A call: one method of one path. */
export interface Operation {
  readonly summary?: string
  readonly description?: string
  readonly security: readonly Partial<Record<SecurityScheme, readonly string[]>>[]
  readonly parameters: readonly Json[]
  readonly requestBody?: Json
  readonly responses: Json
}

type SecurityScheme = Exclude<Access, 'public' | 'optionalAccount'> | 'client'

const securitySchemes: Readonly<Record<SecurityScheme, Json>> = {
  account: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token of a customer.' },
  client: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of a program that acts for itself (client credentials).',
  },
  service: { type: 'apiKey', in: 'header', name: 'X-Service-Secret', description: 'Only for other services.' },
  operator: { type: 'apiKey', in: 'header', name: 'X-Operator-Secret', description: 'Only for the operator.' },
}

/**
 * Collects the routes that are registered on the app after this call, and serves their OpenAPI document at
 * `openapi.json`. The document needs no token: it has no secrets, and each route authenticates its callers.
 * @returns the document of the routes registered so far
 */
export function registerContract(app: ServiceApp, name: string, description: string): () => OpenApiDocument {
  const routes: RouteOptions[] = []
  const document = () => documentOf(name, description, routes, app.prefix)
  app.get('/openapi.json', { config: { access: 'public' } }, async () => document())
  app.addHook('onRoute', (route) => {
    // The WebSocket plugin sets `hide` on its routes, but the document must show them.
    if (!route.schema?.hide || route.websocket) routes.push(route)
  })
  return document
}

function documentOf(
  name: string,
  description: string,
  routes: readonly RouteOptions[],
  prefix: string,
): OpenApiDocument {
  const schemas: Record<string, unknown> = { Problem: jsonSchemaOf(problemSchema, {}) }
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of routes) {
    const path = route.url
      .slice(prefix.length)
      .replaceAll(/:(\w+)/g, '{$1}')
      .replace('*', '{path}')
    for (const method of [route.method].flat()) {
      if (method === 'HEAD' && isAdded(route, routes)) continue
      const scope = scopeOfCall(name, method, path)
      ;(paths[path] ??= {})[method.toLowerCase()] = operationOf(route, { path, scope }, schemas)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: name, version: '1', description },
    servers: [{ url: prefix }],
    paths,
    components: {
      schemas,
      responses: {
        Problem: {
          description: 'A failure',
          content: { [problemContentType]: { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      securitySchemes,
    },
  }
}

/** True if Fastify added this HEAD route: it adds one to each GET route. */
function isAdded({ url }: RouteOptions, routes: readonly RouteOptions[]): boolean {
  return routes.some((other) => other.url === url && [other.method].flat().includes('GET'))
}

function operationOf(
  route: RouteOptions,
  { path, scope }: { readonly path: string; readonly scope: ApiScope | null },
  schemas: Record<string, unknown>,
): Operation {
  const { summary, description, body } = schemaOf(route)
  const access = accessOf(route.config ?? {})
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    security: securityOf(access, scope),
    parameters: parametersOf(route, path, schemas),
    ...(body instanceof z.ZodType
      ? {
          requestBody: {
            required: !body.safeParse(undefined).success,
            content: { 'application/json': { schema: jsonSchemaOf(body, schemas) } },
          },
        }
      : {}),
    responses: responsesOf(route, schemas),
  }
}

/** @param scope the scope that an access token needs for the call */
function securityOf(access: Access, scope: ApiScope | null): Operation['security'] {
  const scopes = scope === null ? [] : [scope]
  if (access === 'public') return []
  if (access === 'account') return [{ account: scopes }]
  if (access === 'optionalAccount') return [{ account: scopes }, {}]
  return access === 'service' ? [{ service: [] }, { client: scopes }] : [{ [access]: [] }]
}

function parametersOf(route: RouteOptions, path: string, schemas: Record<string, unknown>): Json[] {
  const { params, querystring, headers } = schemaOf(route)
  const declared = [
    ...fieldsOf(params, 'path', schemas),
    ...fieldsOf(querystring, 'query', schemas),
    ...fieldsOf(headers, 'header', schemas),
  ]
  const undeclared = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }))
    .filter(({ name }) => !declared.some((parameter) => parameter['in'] === 'path' && parameter['name'] === name))
  return [...declared, ...undeclared]
}

function fieldsOf(schema: unknown, place: 'path' | 'query' | 'header', schemas: Record<string, unknown>): Json[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape).map(([key, field]) => {
    const name = key === '*' ? 'path' : key
    if (!(field instanceof z.ZodType)) throw new Error(`${name} is not declared with zod.`)
    const { description, ...type } = jsonSchemaOf(field, schemas)
    const required = place === 'path' || !field.safeParse(undefined).success
    return { name, in: place, required, ...(description === undefined ? {} : { description }), schema: type }
  })
}

function responsesOf(route: RouteOptions, schemas: Record<string, unknown>): Json {
  const declared = declaredAnswers(route).map(([status, answer]) => [status, responseOf(status, answer, schemas)])
  const problems = Object.entries(problemsOf(route)).map(([status, codes]) => [
    status,
    { $ref: '#/components/responses/Problem', description: codes.map((code) => `\`${code}\``).join(', ') },
  ])
  // A declared answer replaces a problem of the same status: identity answers some of its failures with pages.
  return Object.fromEntries([...problems, ...declared])
}

function responseOf(status: string, answer: unknown, schemas: Record<string, unknown>): Json {
  const description = STATUS_CODES[status] ?? 'Answer'
  if (answer === nothing) return { description }
  if (answer instanceof z.ZodType) {
    return { description, content: { 'application/json': { schema: jsonSchemaOf(answer, schemas) } } }
  }
  const { description: own, content } = contentSchema.parse(answer)
  const types = Object.keys(content).map((type) => [type, { schema: { type: 'string' } }])
  return { description: own, content: Object.fromEntries(types) }
}

const contentSchema = z.object({ description: z.string(), content: z.record(z.string(), z.unknown()) })

/** The answers that a route declares, by their status. */
export function declaredAnswers(route: DeclaredRoute): [status: string, answer: unknown][] {
  return Object.entries(schemaOf(route).response ?? {})
}

/**
 * The codes of all problems of a route by status: its own, and the common ones that follow from its access and inputs.
 */
export function problemsOf(route: DeclaredRoute): Readonly<Record<number, readonly string[]>> {
  const { params, querystring, headers, body, problems } = schemaOf(route)
  const access = accessOf(route.config ?? {})
  const takesBody = [route.method].flat().some((method) => ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
  const codes: Record<number, readonly string[]> = {
    429: ['RATE_LIMITED'],
    500: ['INTERNAL_ERROR'],
    503: ['BLOBS_UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'EXHAUSTED', 'OVERLOADED'],
  }
  const add = (status: number, more: readonly string[]) => {
    codes[status] = [...new Set([...(codes[status] ?? []), ...more])]
  }
  if (takesBody || params || querystring || headers || body) add(400, ['INVALID_REQUEST'])
  if (takesBody) {
    add(413, ['BODY_TOO_LARGE'])
    add(415, ['UNSUPPORTED_MEDIA_TYPE'])
  }
  if (access === 'account' || access === 'optionalAccount') {
    add(401, ['UNAUTHENTICATED'])
    add(403, ['FORBIDDEN'])
    add(503, ['IDENTITY_UNAVAILABLE'])
  }
  if (access === 'service') {
    add(401, ['UNAUTHENTICATED'])
    add(403, ['FORBIDDEN', 'SERVICES_ONLY'])
    add(503, ['IDENTITY_UNAVAILABLE'])
  }
  if (access === 'operator') add(403, ['OPERATOR_ONLY'])
  for (const [status, own] of Object.entries(problems ?? {})) add(Number(status), own)
  return codes
}

interface ContractSchema extends FastifySchema {
  readonly response?: Readonly<Record<string, unknown>>
}

function schemaOf({ schema = {} }: DeclaredRoute): ContractSchema {
  // Fastify does not type `response`. In our routes it is always an object with statuses as keys.
  return schema as ContractSchema
}

/** The JSON schema of a zod schema. A schema with an id is added to the shared schemas, and replaced by a reference. */
function jsonSchemaOf(schema: z.ZodType, shared: Record<string, unknown>): Json {
  const { $defs, ...own } = z.toJSONSchema(schema, {
    // The input form allows further fields, which a later release may add to answers.
    io: 'input',
    override({ jsonSchema }) {
      // A format is easier to read than its pattern.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  for (const [id, definition] of Object.entries($defs ?? {})) shared[id] = inComponents(definition)
  delete own.$schema
  return inComponents(own)
}

/** Rewrites references: zod refers to definitions within each schema, OpenAPI to the components of the document. */
function inComponents(schema: object): Json {
  const moved: Json = JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))
  return moved
}
