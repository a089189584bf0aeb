import { readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import { resolvers } from './__generated__/modules.ts'

/** Reads the SDL of the whole schema, with descriptions and directives. */
export function readSchemaText(): string {
  return readFileSync(new URL('../schema/schema.graphql', import.meta.url), 'utf8')
}

/** Combines the SDL of `schema/` with the resolvers of the modules. */
export function buildGatewaySchema(): GraphQLSchema {
  return makeExecutableSchema({ typeDefs: readSchemaText(), resolvers })
}
