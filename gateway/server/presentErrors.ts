import { GraphQLError } from 'graphql'
import { type Plugin, handleStreamOrSingleExecutionResult, isAsyncIterable } from 'graphql-yoga'
import type { GatewayContext } from '../context.ts'
import { type ErrorLog, presentError } from '../errors/present.ts'
import { withCost } from './costReports.ts'

interface Part {
  readonly errors?: readonly GraphQLError[]
}

interface Result extends Part {
  readonly incremental?: readonly Part[]
  readonly completed?: readonly Part[]
}

/**
 * Converts the errors of queries and mutations, including deferred parts, to what clients may see. Adds the cost for
 * clients that asked for it.
 */
export function presentedErrorsPlugin(log: ErrorLog, maximumCost: number): Plugin<GatewayContext, GatewayContext> {
  function withPresentedErrors<Given extends Result>(result: Given, { correlationId }: GatewayContext): Given {
    const present = (errors: readonly GraphQLError[]) => errors.map((error) => presentError(error, correlationId, log))
    return {
      ...result,
      ...(result.errors && { errors: present(result.errors) }),
      ...(result.incremental && { incremental: withPresentedParts(result.incremental, present) }),
      ...(result.completed && { completed: withPresentedParts(result.completed, present) }),
    }
  }

  return {
    onExecute: ({ args: { contextValue } }) => ({
      onExecuteDone: (payload) => {
        const all: GraphQLError[] = []
        let isFirst = true
        const handler = handleStreamOrSingleExecutionResult(payload, ({ result, setResult }) => {
          const report = isFirst ? contextValue.costReport : undefined
          isFirst = false
          const costed = withCost(result, report, maximumCost)
          if (!hasErrors(costed)) {
            if (costed !== result) setResult(costed)
            return
          }
          const shown = withPresentedErrors(costed, contextValue)
          all.push(...errorsOf(shown))
          setResult(shown)
        })
        return handler && { ...handler, onEnd: () => contextValue.observation.finish(all) }
      },
    }),
    /** Handles errors raised before execution, and finishes the observation of responses sent in one part. */
    onResultProcess(payload) {
      const { result, serverContext } = payload
      if (isAsyncIterable(result) || Array.isArray(result)) return
      const errors = result.errors?.map((error) => {
        const isPresented = error.extensions?.['correlationId'] !== undefined
        return isPresented ? error : withStatus(presentError(error, serverContext.correlationId, log))
      })
      if (errors) payload.setResult({ ...result, errors })
      serverContext.observation.finish(errors ?? [])
    },
  }
}

function hasErrors(result: Result): boolean {
  return errorsOf(result).length > 0
}

function errorsOf({ errors = [], incremental = [], completed = [] }: Result): readonly GraphQLError[] {
  return [...errors, ...[...incremental, ...completed].flatMap((part) => part.errors ?? [])]
}

function withPresentedParts<Given extends Part>(
  parts: readonly Given[],
  present: (errors: readonly GraphQLError[]) => readonly GraphQLError[],
): Given[] {
  return parts.map((part) => (part.errors ? { ...part, errors: present(part.errors) } : part))
}

/** Sets the HTTP status of a response without data, if the media type allows error statuses. */
function withStatus(error: GraphQLError): GraphQLError {
  const isOurs = error.extensions['code'] === 'INTERNAL_SERVER_ERROR'
  const http = error.extensions['http'] ?? (isOurs ? { status: 500 } : { status: 400, spec: true })
  return new GraphQLError(error.message, {
    nodes: error.nodes,
    source: error.source,
    positions: error.positions,
    extensions: { ...error.extensions, http },
  })
}
