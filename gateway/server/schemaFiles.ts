import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { type GraphQLSchema, isAbstractType } from 'graphql'
import type { GatewayConfig } from '../config.ts'
import { codedError } from '../errors/codes.ts'
import { readSchemaText } from '../schema.ts'
import { type Asset, createAsset, sendAsset } from './assets.ts'

/** The dependencies of the routes that serve the schema's files. */
export interface SchemaFilesOptions {
  readonly config: Pick<GatewayConfig, 'introspection' | 'publicUrl'>
  readonly schema: GraphQLSchema
  /** Checks the origin of a page, as for operations. */
  readonly onRequest: RouteOptions['onRequest']
}

interface SchemaFiles {
  /** Names this version of the schema. */
  readonly hash: string
  readonly byName: ReadonlyMap<string, Asset>
}

const json = 'application/json; charset=utf-8'
const forever = 'public, max-age=31536000, immutable'

/**
 * Serves the schema for tools: its SDL, the possible types of its interfaces and unions (`possibleTypes` of Apollo's
 * cache), and settings for GraphQL Code Generator. The header `X-Schema-Hash` names the version. The content at the URL
 * that contains the hash never changes. If introspection is off, these files are not served.
 */
export function registerSchemaFiles(app: FastifyInstance, options: SchemaFilesOptions): void {
  let prepared: Promise<SchemaFiles> | undefined
  const files = () => (prepared ??= prepareFiles(options))
  const send = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    if (!options.config.introspection) return refuse(reply, 'This gateway does not publish its schema (INTROSPECTION).')
    const { hash, byName } = await files()
    const asset = byName.get(name)
    if (!asset) return refuse(reply, 'The schema has another version now: see /graphql/schema.graphql.')
    return sendAsset(asset, request, reply.header('x-schema-hash', hash), name.includes('/') ? forever : undefined)
  }
  const { onRequest } = options
  const onPath = (url: string, nameOf: (request: FastifyRequest<{ Params: { name: string } }>) => string) =>
    app.get<{ Params: { name: string } }>(url, { ...(onRequest && { onRequest }) }, (request, reply) =>
      send(nameOf(request), request, reply),
    )
  for (const name of ['schema.graphql', 'possible-types.json', 'codegen.json']) onPath(`/graphql/${name}`, () => name)
  onPath('/graphql/schema/:name', ({ params }) => `schema/${params.name}`)
}

function refuse(reply: FastifyReply, message: string): FastifyReply {
  return reply.code(404).send({ errors: [codedError('NOT_FOUND', message, reply.request.id)] })
}

async function prepareFiles({ schema, config }: SchemaFilesOptions): Promise<SchemaFiles> {
  const text = readSchemaText()
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 32)
  const sdl = await createAsset('text/plain; charset=utf-8', text)
  const byName = new Map([
    ['schema.graphql', sdl],
    [`schema/${hash}.graphql`, sdl],
    ['possible-types.json', await createAsset(json, print(possibleTypesOf(schema)))],
    ['codegen.json', await createAsset(json, print(codegenSettings(config.publicUrl)))],
  ])
  return { hash, byName }
}

function print(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function possibleTypesOf(schema: GraphQLSchema): Record<string, string[]> {
  const entries = Object.values(schema.getTypeMap())
    .filter((type) => isAbstractType(type))
    .map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)] as const)
  return Object.fromEntries(entries)
}

/** In JSON, the values of all custom scalars are texts. */
const scalars = Object.fromEntries(
  ['Date', 'DateTime', 'Decimal', 'LocalDateTime', 'Locale', 'URL'].map((name) => [name, 'string']),
)

/** A `codegen.json` for GraphQL Code Generator: typed documents for any client. */
function codegenSettings(publicUrl: string): object {
  const config = { scalars, strictScalars: true, enumsAsTypes: true, useTypeImports: true, immutableTypes: true }
  return {
    schema: `${publicUrl}/graphql/schema.graphql`,
    documents: ['src/**/*.{ts,tsx}'],
    generates: { 'src/gql/': { preset: 'client', config } },
  }
}
