import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { badInput } from '../errors/codes.ts'
import { type Variables, valueOf } from './amounts.ts'
import { type OperationAnalysis, analyse } from './operationAnalysis.ts'
import { Weights } from './weights.ts'

/** The cost of an operation with the given variables, and the reasons not to run it. */
export interface CostVerdict {
  /** The cost in units of the schema's weights: an object costs 1, a service call about 10. */
  readonly cost: number
  /** BAD_USER_INPUT for each invalid page size and for a cost above the limit. Empty when the operation may run. */
  readonly errors: readonly GraphQLError[]
}

/** Computes the cost of operations on one schema. */
export interface CostModel {
  /**
   * @param document a valid document
   * @param operation an operation of that document. Its analysis is cached as long as this object is referenced
   * @param variables as sent by the client
   */
  check(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): CostVerdict
}

/**
 * Reads the weights of a schema from the directives `@cost` and `@listSize` and their defaults.
 * @param maximumCost per operation. For a subscription: per event
 */
export function createCostModel(schema: GraphQLSchema, maximumCost = 10_000): CostModel {
  const weights = new Weights(schema)
  const analyses = new WeakMap<OperationDefinitionNode, OperationAnalysis>()

  function analysisOf(document: DocumentNode, operation: OperationDefinitionNode): OperationAnalysis {
    const known = analyses.get(operation)
    if (known) return known
    const analysis = analyse(schema, weights, document, operation)
    analyses.set(operation, analysis)
    return analysis
  }

  return {
    check(document, operation, variables) {
      const { checks, cost: amount, error } = analysisOf(document, operation)
      const cost = valueOf(amount, variables)
      if (error) return { cost, errors: [error] }
      const errors = checks.flatMap((check) => check(variables) ?? [])
      if (errors.length > 0 || cost <= maximumCost) return { cost, errors }
      const message = `The operation costs ${cost}; it may cost ${maximumCost} at most.`
      return { cost, errors: [badInput(`${message} Request shorter lists, or fewer fields of each item.`)] }
    },
  }
}
