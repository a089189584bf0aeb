import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  GraphQLError,
  executeRootSelectionSet,
  validateExecutionArgs,
} from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { GatewayContext } from '../context.ts'
import type { PreparedDocument } from '../execution/documents.ts'
import type { CostModel } from '../limits/cost.ts'

/** What the executor stands on. */
export interface ExecutorOptions {
  readonly costs: CostModel
  readonly suggestions: boolean
  /** What is known of the documents that are executed. */
  readonly known: WeakMap<DocumentNode, PreparedDocument>
}

/**
 * Lets Yoga execute queries and mutations by graphql's own executor, which the compiled queries are proven against.
 * What is deferred is left to Yoga's, whose format clients know. What an operation costs is asked before.
 */
export function referenceExecutorPlugin(options: ExecutorOptions): Plugin<GatewayContext> {
  return {
    /** They have a server of their own (eventStream.ts), which is asked by the media type. */
    onSubscribe({ setResultAndStopExecution }) {
      const message = 'A subscription is answered by WebSocket, or as an event stream (Accept: text/event-stream).'
      const extensions = { code: 'BAD_USER_INPUT', http: { status: 406 } }
      setResultAndStopExecution({ errors: [new GraphQLError(message, { extensions })] })
    },
    onExecute({ args: { contextValue }, executeFn, setExecuteFn }) {
      setExecuteFn((args: ExecutionArgs) => {
        const checked = check(args, contextValue, options)
        if (!('schema' in checked)) return checked
        return isDeferred(args.document) ? executeFn(args) : executeRootSelectionSet(checked)
      })
    },
  }
}

/** What may be executed, or a result that says why it may not. */
function check(args: ExecutionArgs, { observation }: GatewayContext, options: ExecutorOptions) {
  const { costs, suggestions, known } = options
  const validated = validateExecutionArgs({ hideSuggestions: !suggestions, ...args })
  if (!('schema' in validated)) return refusal(validated)
  const { operation, document } = validated
  const { cost, errors } = costs.check(document, operation, args.variableValues ?? {})
  observation.identify({
    documentId: known.get(document)?.documentId,
    name: operation.name?.value,
    type: operation.operation,
    cost,
  })
  return errors.length > 0 ? refusal(errors) : validated
}

/** Errors of operations that were not executed: their status is 400, where the media type lets errors have one. */
function refusal(errors: readonly GraphQLError[]): ExecutionResult {
  return {
    errors: errors.map(({ message, nodes, extensions }) => {
      const http = { status: 400, spec: true }
      return new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT', ...extensions, http } })
    }),
  }
}

function isDeferred(document: DocumentNode): boolean {
  return document.loc?.source.body.includes('@defer') ?? true
}
