import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type VariableValues,
} from 'graphql'
import { decidingVariables, isCompilable } from './compilable.ts'
import { Compiler } from './compiler.ts'
import { Execution, type Operation } from './execution.ts'
import { type ObjectPlan, writeObject } from './objectWriter.ts'

/** What a query answers: `data` as JSON text. */
export interface WrittenAnswer {
  readonly data: string
  readonly errors: readonly GraphQLError[]
}

/** Values of the variables in @skip and @include that a query is compiled for; others are left to the reference executor. */
export const maximumVariants = 4

/** A query that writes its answer as JSON. */
export class CompiledQuery {
  readonly #operation: Operation
  readonly #deciding: readonly string[]
  readonly #plans = new Map<string, ObjectPlan>()

  private constructor(operation: Operation, deciding: readonly string[]) {
    this.#operation = operation
    this.#deciding = deciding
  }

  /** @returns null when the operation of this valid document is to be left to the reference executor */
  static of(schema: GraphQLSchema, document: DocumentNode, node: OperationDefinitionNode): CompiledQuery | null {
    if (!isCompilable(document, node)) return null
    const fragments: Record<string, FragmentDefinitionNode> = Object.create(null)
    for (const definition of document.definitions)
      if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition
    return new CompiledQuery({ schema, node, fragments }, decidingVariables(document))
  }

  /**
   * Compiles it for these variables, unless it is.
   * @returns null when these are to be left to the reference executor
   */
  prepare(variables: VariableValues): ((context: unknown) => WrittenAnswer | Promise<WrittenAnswer>) | null {
    const plan = this.#planFor(variables)
    return plan && ((context) => run(plan, new Execution(this.#operation, context, variables)))
  }

  #planFor(variables: VariableValues): ObjectPlan | null {
    let key = ''
    for (const name of this.#deciding) {
      const value = variables.coerced[name]
      // A null is an error of the field that is above it.
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

function run(plan: ObjectPlan, execution: Execution): WrittenAnswer | Promise<WrittenAnswer> {
  try {
    const data = writeObject(plan, execution, undefined, undefined)
    if (!(data instanceof Promise)) return answerOf(execution, data)
    return data.then(
      (written) => answerOf(execution, written),
      (error: unknown) => nothing(execution, error),
    )
  } catch (error) {
    return nothing(execution, error)
  }
}

function nothing(execution: Execution, error: unknown): WrittenAnswer {
  execution.report(error instanceof GraphQLError ? error : new GraphQLError(String(error)), undefined)
  return answerOf(execution, null)
}

function answerOf(execution: Execution, data: string | null): WrittenAnswer {
  execution.finish()
  return { data: data ?? 'null', errors: execution.errors }
}
