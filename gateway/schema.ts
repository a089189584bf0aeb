import { readFileSync } from 'node:fs'
import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import { resolvers } from './__generated__/modules.ts'

/** The contract of `schema/`, with the modules behind it. */
export function buildGatewaySchema(): GraphQLSchema {
  const typeDefs = readFileSync(new URL('../schema/schema.graphql', import.meta.url), 'utf8')
  return makeExecutableSchema({ typeDefs, resolvers })
}
