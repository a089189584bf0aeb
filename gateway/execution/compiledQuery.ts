import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type VariableValues,
} from 'graphql'
import { isCompilable, selectionVariables } from './compilable.ts'
import { Compiler } from './compiler.ts'
import { Execution, type Operation } from './execution.ts'
import { type ObjectPlan, writeObject } from './objectWriter.ts'

/** The response to a query, with `data` as JSON text. */
export interface WrittenResponse {
  readonly data: string
  readonly errors: readonly GraphQLError[]
}

/**
 * Maximum number of combinations of @skip and @include values that a query is compiled for. The reference executor runs
 * the query with all other combinations.
 */
export const maximumVariants = 4

/** A query that writes its response as JSON. */
export class CompiledQuery {
  readonly #operation: Operation
  readonly #selectionVariables: readonly string[]
  readonly #plans = new Map<string, ObjectPlan>()

  private constructor(operation: Operation, variableNames: readonly string[]) {
    this.#operation = operation
    this.#selectionVariables = variableNames
  }

  /**
   * Compiles an operation.
   * @param document a valid document
   * @returns null when the reference executor has to run the operation
   */
  static of(schema: GraphQLSchema, document: DocumentNode, node: OperationDefinitionNode): CompiledQuery | null {
    if (!isCompilable(document, node)) return null
    const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
    return new CompiledQuery({ schema, node, fragments }, selectionVariables(document))
  }

  /**
   * Compiles the query for these variables if necessary.
   * @returns null when the reference executor has to run the query with these variables
   */
  prepare(variables: VariableValues): ((context: unknown) => WrittenResponse | Promise<WrittenResponse>) | null {
    const plan = this.#planFor(variables)
    return plan && ((context) => run(plan, new Execution(this.#operation, context, variables)))
  }

  #planFor(variables: VariableValues): ObjectPlan | null {
    let key = ''
    for (const name of this.#selectionVariables) {
      const value = variables.coerced[name]
      // A null for @skip or @include: the reference executor reports it as an error of the parent field.
      if (typeof value !== 'boolean') return null
      key += value ? 't' : 'f'
    }
    const known = this.#plans.get(key)
    if (known) return known
    const { schema, node } = this.#operation
    const type = schema.getQueryType()
    if (!type || this.#plans.size >= maximumVariants) return null
    const plan = new Compiler(this.#operation, variables).planOf(type, [node.selectionSet])
    this.#plans.set(key, plan)
    return plan
  }
}

function run(plan: ObjectPlan, execution: Execution): WrittenResponse | Promise<WrittenResponse> {
  try {
    const data = writeObject(plan, execution, undefined, undefined)
    if (!(data instanceof Promise)) return responseOf(execution, data)
    return data.then(
      (written) => responseOf(execution, written),
      (error: unknown) => failedResponse(execution, error),
    )
  } catch (error) {
    return failedResponse(execution, error)
  }
}

function failedResponse(execution: Execution, error: unknown): WrittenResponse {
  execution.report(error instanceof GraphQLError ? error : new GraphQLError(String(error)), undefined)
  return responseOf(execution, null)
}

function responseOf(execution: Execution, data: string | null): WrittenResponse {
  execution.finish()
  return { data: data ?? 'null', errors: execution.errors }
}
