import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLDeferDirective,
  type ValidatedExecutionArgs,
  experimentalExecuteRootSelectionSet,
  legacyExecuteRootSelectionSet,
  visit,
} from 'graphql'
import type { DeferFormat } from './mediaTypes.ts'

/** The results of an operation in parts: the first one has `data`, the others have `incremental`. */
export type ResultParts = AsyncGenerator<ExecutionResult, void>

interface Parts {
  readonly initialResult: object
  readonly subsequentResults: AsyncIterable<object>
}

/** Each document with its copy without @defer, so that it is converted only once. */
const plainDocuments = new WeakMap<DocumentNode, DocumentNode>()

/** Removes @defer from a document. graphql cannot answer a document with @defer in one piece. */
export function withoutDefer(document: DocumentNode): DocumentNode {
  const known = plainDocuments.get(document)
  if (known) return known
  const plain = visit(document, {
    Directive: ({ name }) => (name.value === GraphQLDeferDirective.name ? null : undefined),
  })
  plainDocuments.set(document, plain)
  return plain
}

/** Runs an operation that uses @defer. Returns its parts in this format, or one result if nothing is deferred. */
export async function executeDeferred(
  args: ValidatedExecutionArgs,
  format: Exclude<DeferFormat, 'whole'>,
): Promise<ExecutionResult | ResultParts> {
  const run = format === 'ids' ? experimentalExecuteRootSelectionSet : legacyExecuteRootSelectionSet
  const result = await run(args)
  return 'initialResult' in result ? partsOf(result) : result
}

async function* partsOf({ initialResult, subsequentResults }: Parts): ResultParts {
  yield initialResult
  yield* subsequentResults
}
