import { readFileSync } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  buildSchema,
  type DocumentNode,
  execute,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import { z } from 'zod'
import type { Brands } from '../platform/brands/brands.ts'
import type { Catalogue } from '../platform/catalogue/catalogue.ts'
import { localeOf } from '../platform/locales.ts'
import type { ServiceApp } from '../platform/contract.ts'
import { rootValueOf } from './articles.ts'
import { exceededLimit, maximumBytes, maximumTokens, validationRules } from './queryLimits.ts'

const responseType = 'application/graphql-response+json'

const bodySchema = z.object({
  query: z.string().min(1),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
})

const errorSchema = z.object({
  message: z.string(),
  locations: z.array(z.object({ line: z.number(), column: z.number() })).optional(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
})

const resultSchema = z
  .object({
    data: z.record(z.string(), z.unknown()).nullish(),
    errors: z.array(errorSchema).optional(),
  })
  .meta({ id: 'GraphQLResult' })

const postGraphql = {
  summary: 'Executes a GraphQL query',
  description:
    'The schema is in `services/merchandise/schema.graphql`. As the specification GraphQL over HTTP requires, an answer with the media type ' +
    `\`${responseType}\` has the status 400 if the document cannot be executed. Otherwise, the status is 200.`,
  headers: z.looseObject({
    accept: z.string().optional().describe(`\`${responseType}\` or \`application/json\`.`),
    'accept-language': z.string().optional().describe('The language of texts. Without a match: en-GB.'),
  }),
  body: bodySchema,
  response: { 200: resultSchema, 400: resultSchema },
}

/**
 * Registers the GraphQL endpoint.
 * @param parts.introspection true if clients may read the schema
 */
export function registerGraphqlRoute(
  app: ServiceApp,
  {
    catalogue,
    brands,
    introspection,
  }: { readonly catalogue: Catalogue; readonly brands: Brands; readonly introspection: boolean },
): void {
  const schema = buildSchema(readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'))
  const rules = validationRules(introspection)

  app.post('/graphql', { bodyLimit: maximumBytes, schema: postGraphql }, async (request, reply) => {
    const { query, operationName, variables } = request.body
    const document = parseDocument(query)
    const errors = 'errors' in document ? document.errors : refusalsOf(schema, document, operationName, rules)
    if ('errors' in document || errors.length > 0) return answer(request, reply, { errors })
    const result = await execute({
      schema,
      document,
      rootValue: rootValueOf(catalogue, brands.all(), localeOf(request.headers['accept-language'])),
      variableValues: variables ?? {},
      operationName: operationName ?? null,
    })
    return answer(request, reply, result)
  })
}

function parseDocument(query: string): DocumentNode | { readonly errors: readonly GraphQLError[] } {
  try {
    return parse(query, { maxTokens: maximumTokens })
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    throw error
  }
}

/** The reasons why a document is not executed. Empty: it is executed. */
function refusalsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  rules: ReturnType<typeof validationRules>,
): readonly GraphQLError[] {
  const exceeded = exceededLimit(document)
  if (exceeded) return [exceeded]
  const invalid = validate(schema, document, rules)
  if (invalid.length > 0) return invalid
  const operation = getOperationAST(document, operationName)
  if (operation?.operation === OperationTypeNode.QUERY) return []
  return [new GraphQLError('Name one query of the document in operationName.')]
}

/** Answers in the media type that the client accepts, with the status that belongs to this type. */
async function answer(request: FastifyRequest, reply: FastifyReply, result: ExecutionResult): Promise<FastifyReply> {
  const isPlain = !(request.headers.accept ?? '').includes(responseType)
  return reply
    .status(isPlain || result.data !== undefined ? 200 : 400)
    .headers({ 'cache-control': 'no-store' })
    .type(`${isPlain ? 'application/json' : responseType}; charset=utf-8`)
    .send(result)
}
