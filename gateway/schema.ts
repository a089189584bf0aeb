import { readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import { resolvers } from './__generated__/modules.ts'

/** Combines the SDL of `schema/` with the resolvers of the modules. */
export function buildGatewaySchema(): GraphQLSchema {
  const typeDefs = readFileSync(new URL('../schema/schema.graphql', import.meta.url), 'utf8')
  return makeExecutableSchema({ typeDefs, resolvers })
}
