import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { badInput } from '../errors/codes.ts'
import { type Variables, valueOf } from './amounts.ts'
import { type OperationAnalysis, analyse } from './operationAnalysis.ts'
import { Weights } from './weights.ts'

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
   * @param document one that was found valid
   * @param operation of that document; its analysis is remembered as long as it is
   * @param variables as the client sent them
   */
  check(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): CostVerdict
}

/**
 * Reads the weights of a schema, by the directives `@cost` and `@listSize` and their defaults.
 * @param maximumCost of an operation; a subscription's is that of one event
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
      return { cost, errors: [badInput(`${message} Ask for shorter lists, or for less of each item.`)] }
    },
  }
}
