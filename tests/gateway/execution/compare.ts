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

/** The response of a run, and its resolver calls. */
interface ComparedAnswer {
  readonly data: string
  readonly errors: readonly unknown[]
  /** The resolver calls, in order. */
  readonly calls: readonly string[]
}

/** A context that records resolver calls. */
export interface RecordingContext {
  readonly calls: string[]
}

/** The result of one case. */
export type Outcome =
  | 'notCompiled'
  | { readonly isEqual: boolean; readonly reference: ComparedAnswer; readonly compiled: ComparedAnswer }

/**
 * Runs a query twice: with graphql's own executor, and compiled. Each run has its own context. Compares the data as
 * JSON byte for byte, and the errors in order: message, path, locations, extensions and the name of the thrown error.
 * So it detects a difference when two fields of one parent fail at the same time, and only the first error makes the
 * parent null. It also compares the order of the resolver calls, which depends on when the compiled query awaits.
 */
export async function compare(run: {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly variables: Record<string, unknown>
  readonly query: CompiledQuery | null
  contextOf(): RecordingContext
}): Promise<Outcome> {
  const { schema, document, query } = run
  const [context, ownContext] = [run.contextOf(), run.contextOf()]
  const args = validateExecutionArgs({ schema, document, variableValues: run.variables, contextValue: context })
  if (!('schema' in args)) return 'notCompiled'
  const execute = query?.prepare(args.variableValues)
  if (!execute) return 'notCompiled'
  const { data, errors = [] } = await executeRootSelectionSet(args)
  const answer = await execute(ownContext)
  // Waits for resolvers that are called after the response is complete.
  await setImmediate()
  // The compiled query calls no resolvers after its response. The reference executor may still call some, which are not
  // compared.
  const calls = context.calls.slice(0, ownContext.calls.length)
  const reference = { data: JSON.stringify(data), errors: errors.map(shown), calls }
  const compiled = { data: answer.data, errors: answer.errors.map(shown), calls: ownContext.calls }
  return { isEqual: JSON.stringify(reference) === JSON.stringify(compiled), reference, compiled }
}

/** Compiles the only operation of a document. Null when the reference executor has to run it. */
export function compile(schema: GraphQLSchema, document: DocumentNode): CompiledQuery | null {
  const operation = getOperationAST(document)
  return operation ? CompiledQuery.of(schema, document, operation) : null
}

function shown(error: GraphQLError): unknown {
  return { ...error.toJSON(), original: error.originalError?.name }
}
