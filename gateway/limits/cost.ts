import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql'

/** What an operation may cost with the variables given, and what speaks against running it. */
export interface CostVerdict {
  /** In the schema's weights: an object is 1, a call to a service about 10. */
  readonly cost: number
  /** BAD_USER_INPUT for each bad page size, and for an operation that is too costly; empty when it may run. */
  readonly errors: readonly GraphQLError[]
}

/** Knows what operations on one schema cost. */
export interface CostModel {
  /**
   * @param document one that was found valid; its analysis is remembered as long as the document is
   * @param variables as the client sent them
   */
  check(document: DocumentNode, operation: OperationDefinitionNode, variables: Record<string, unknown>): CostVerdict
}

const none: CostVerdict = { cost: 0, errors: [] }

/** Reads the weights of a schema. */
export function createCostModel(_schema: GraphQLSchema): CostModel {
  return { check: () => none }
}
