import { GraphQLError } from 'graphql'
import { type Plugin, handleStreamOrSingleExecutionResult, isAsyncIterable } from 'graphql-yoga'
import type { GatewayContext } from '../context.ts'
import { type ErrorLog, presentError } from '../errors/present.ts'

interface Result {
  readonly errors?: readonly GraphQLError[]
  readonly incremental?: readonly { readonly errors?: readonly GraphQLError[] }[]
}

/** Converts the errors of queries and mutations, including deferred parts, to what clients may see. */
export function presentedErrorsPlugin(log: ErrorLog): Plugin<GatewayContext, GatewayContext> {
  function withPresentedErrors<Given extends Result>(result: Given, { correlationId }: GatewayContext): Given {
    const present = (errors: readonly GraphQLError[]) => errors.map((error) => presentError(error, correlationId, log))
    return {
      ...result,
      ...(result.errors && { errors: present(result.errors) }),
      ...(result.incremental && {
        incremental: result.incremental.map((part) => (part.errors ? { ...part, errors: present(part.errors) } : part)),
      }),
    }
  }

  return {
    onExecute: ({ args: { contextValue } }) => ({
      onExecuteDone: (payload) => {
        const all: GraphQLError[] = []
        const handler = handleStreamOrSingleExecutionResult(payload, ({ result, setResult }) => {
          if (!hasErrors(result)) return
          const shown = withPresentedErrors(result, contextValue)
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

function errorsOf({ errors = [], incremental = [] }: Result): readonly GraphQLError[] {
  return [...errors, ...incremental.flatMap((part) => part.errors ?? [])]
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
