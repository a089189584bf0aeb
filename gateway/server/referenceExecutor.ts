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
import { type CostModel, checkWithLengths } from '../limits/cost.ts'
import { lengthsOf } from '../limits/measuredLists.ts'
import { executeDeferred, withoutDefer } from './deferredExecution.ts'
import { type DeferFormat, deferFormatOf } from './mediaTypes.ts'

/** The dependencies of the reference executor. */
export interface ExecutorOptions {
  readonly costs: CostModel
  readonly suggestions: boolean
  /** The prepared documents, to find the document id. */
  readonly known: WeakMap<DocumentNode, PreparedDocument>
}

/**
 * Makes Yoga execute queries and mutations with graphql's own executor. The tests compare its results with those of
 * compiled queries. Checks the cost first. The format of an operation with @defer depends on what the client accepts.
 */
export function referenceExecutorPlugin(options: ExecutorOptions): Plugin<GatewayContext> {
  return {
    /** Refuses subscriptions: eventStream.ts serves them if the client accepts an event stream. */
    onSubscribe({ setResultAndStopExecution }) {
      const message = 'Subscriptions require a WebSocket or an event stream (Accept: text/event-stream).'
      const extensions = { code: 'BAD_USER_INPUT', http: { status: 406 } }
      setResultAndStopExecution({ errors: [new GraphQLError(message, { extensions })] })
    },
    onExecute({ args: { contextValue }, setExecuteFn }) {
      setExecuteFn(async (args: ExecutionArgs) => {
        const checked = await check(args, contextValue, options)
        if (!('schema' in checked)) return checked
        if (!isDeferred(args.document)) return executeRootSelectionSet(checked)
        const format = formatFor(contextValue)
        if (format !== 'whole') return executeDeferred(checked, format)
        const plain = validateExecutionArgs({ ...args, document: withoutDefer(args.document) })
        return 'schema' in plain ? executeRootSelectionSet(plain) : refusal(plain)
      })
    },
  }
}

/**
 * The format for the parts of an operation with @defer. Operations over sockets and streams have no Yoga request: they
 * always get the format `paths`.
 */
function formatFor({ request }: GatewayContext & { readonly request?: Request }): DeferFormat {
  return request ? deferFormatOf(request.headers.get('accept')) : 'paths'
}

/** Returns the validated arguments, or a result with the errors. */
async function check(args: ExecutionArgs, context: GatewayContext, options: ExecutorOptions) {
  const { costs, suggestions, known } = options
  const validated = validateExecutionArgs({ hideSuggestions: !suggestions, ...args })
  if (!('schema' in validated)) return refusal(validated)
  const { operation, document } = validated
  const variables = args.variableValues ?? {}
  const { cost, errors } = await checkWithLengths(
    (lengths) => costs.check(document, operation, variables, lengths),
    () => lengthsOf(context),
  )
  if (context.costReport) context.costReport.requested = cost
  context.observation.identify({
    documentId: known.get(document)?.documentId,
    name: operation.name?.value,
    type: operation.operation,
    cost,
  })
  return errors.length > 0 ? refusal(errors) : validated
}

/** A result for an operation that was not executed. Its status is 400 if the media type allows error statuses. */
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
