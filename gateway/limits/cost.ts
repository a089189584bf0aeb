import type { DocumentNode, GraphQLError, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { badInput } from '../errors/codes.ts'
import { type Variables, valueOf } from './amounts.ts'
import { type FieldCost, describeMostExpensive } from './mostExpensiveField.ts'
import type { ListLengths } from './measuredLists.ts'
import { type OperationAnalysis, analyse } from './operationAnalysis.ts'
import { Weights } from './weights.ts'

/** The cost of an operation with the given variables, and the reasons not to run it. */
export interface CostVerdict {
  /** The cost in units of the schema's weights: an object costs 1, a service call about 10. */
  readonly cost: number
  /** BAD_USER_INPUT for each invalid page size and for a cost above the limit. Empty when the operation may run. */
  readonly errors: readonly GraphQLError[]
  /** Whether the operation may run if lists are shorter than assumed. Then check again with the lengths of the lists. */
  readonly dependsOnLengths: boolean
}

/** Computes the cost of operations on one schema. */
export interface CostModel {
  /** The maximum cost of an operation. */
  readonly maximum: number
  /**
   * @param document a valid document
   * @param operation an operation of that document. Its analysis is cached as long as this object is referenced
   * @param variables as sent by the client
   * @param lengths known lengths of lists. Without it, assumed lengths count
   */
  check(
    document: DocumentNode,
    operation: OperationDefinitionNode,
    variables: Variables,
    lengths?: ListLengths,
  ): CostVerdict
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

  function tooDear(cost: number, document: DocumentNode, operation: OperationDefinitionNode, sent: Sent): GraphQLError {
    const fields: FieldCost[] = []
    const record = (field: FieldCost) => void fields.push(field)
    analyse(schema, weights, document, operation, { lengths: sent.lengths, record })
    return badInput(
      [
        `The operation costs ${cost}; it may cost ${maximumCost} at most.`,
        describeMostExpensive(fields, sent.variables, cost),
        'Request shorter lists, or fewer fields of each item.',
      ]
        .filter((sentence) => sentence !== '')
        .join(' '),
    )
  }

  return {
    maximum: maximumCost,
    check(document, operation, variables, lengths) {
      const analysis = lengths
        ? analyse(schema, weights, document, operation, { lengths })
        : analysisOf(document, operation)
      const { checks, cost: amount, error, isMeasurable } = analysis
      const cost = valueOf(amount, variables)
      if (error) return { cost, errors: [error], dependsOnLengths: false }
      const errors = checks.flatMap((check) => check(variables) ?? [])
      if (errors.length > 0 || cost <= maximumCost) return { cost, errors, dependsOnLengths: false }
      const dependsOnLengths = isMeasurable && lengths === undefined
      return { cost, errors: [tooDear(cost, document, operation, { variables, lengths })], dependsOnLengths }
    },
  }
}

interface Sent {
  readonly variables: Variables
  readonly lengths: ListLengths | undefined
}

/**
 * Checks the cost of an operation, with the lengths of lists if it would cost too much without them.
 * @param measure finds out the lengths
 * @returns a promise only if the lengths are needed
 */
export function checkWithLengths(
  check: (lengths?: ListLengths) => CostVerdict,
  measure: () => Promise<ListLengths | undefined>,
): CostVerdict | Promise<CostVerdict> {
  const verdict = check()
  if (!verdict.dependsOnLengths) return verdict
  return measure().then((lengths) => (lengths ? check(lengths) : verdict))
}
