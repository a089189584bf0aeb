import { setImmediate } from 'node:timers/promises'
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  executeRootSelectionSet,
  getOperationAST,
  validateExecutionArgs,
} from 'graphql'
import { CompiledQuery } from '../../../gateway/execution/compiledQuery.ts'

/** An answer, with everything of it that a client sees. */
interface ComparedAnswer {
  readonly data: string
  readonly errors: readonly unknown[]
  /** What resolvers were asked, in this order. */
  readonly calls: readonly string[]
}

/** A context that notes what resolvers are asked. */
export interface NotingContext {
  readonly calls: string[]
}

/** What one case came to. */
export type Outcome =
  | 'notCompiled'
  | { readonly isEqual: boolean; readonly reference: ComparedAnswer; readonly compiled: ComparedAnswer }

/**
 * Runs a query by graphql's own executor and compiled, each on a context of its own.
 * Compared are the data byte for byte as JSON, and the errors in their order: message, path, locations, extensions and
 * the class of what was thrown. The order of errors, and which of two errors that race makes a parent null, is compared
 * as well, and so is which resolvers run, and when: the compiled query awaits in the same turns.
 */
export async function compare(run: {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly variables: Record<string, unknown>
  readonly query: CompiledQuery | null
  contextOf(): NotingContext
}): Promise<Outcome> {
  const { schema, document, query } = run
  const [context, ownContext] = [run.contextOf(), run.contextOf()]
  const args = validateExecutionArgs({ schema, document, variableValues: run.variables, contextValue: context })
  if (!('schema' in args)) return 'notCompiled'
  const execute = query?.prepare(args.variableValues)
  if (!execute) return 'notCompiled'
  const { data, errors = [] } = await executeRootSelectionSet(args)
  const answer = await execute(ownContext)
  // What still runs when the answer is complete is to be noted, too.
  await setImmediate()
  // The compiled query stops with the answer, the reference executor a turn later.
  const calls = context.calls.slice(0, ownContext.calls.length)
  const reference = { data: JSON.stringify(data), errors: errors.map(shown), calls }
  const compiled = { data: answer.data, errors: answer.errors.map(shown), calls: ownContext.calls }
  return { isEqual: JSON.stringify(reference) === JSON.stringify(compiled), reference, compiled }
}

/** The only operation of a document, compiled; null when it is left to the reference executor. */
export function compile(schema: GraphQLSchema, document: DocumentNode): CompiledQuery | null {
  const operation = getOperationAST(document)
  return operation ? CompiledQuery.of(schema, document, operation) : null
}

function shown(error: GraphQLError): unknown {
  return { ...error.toJSON(), original: error.originalError?.name }
}
