import type { GraphQLError } from 'graphql'
import { type Plugin, handleStreamOrSingleExecutionResult } from 'graphql-yoga'
import type { GatewayContext } from '../context.ts'
import { type ErrorLog, presentError } from '../errors/present.ts'

interface Result {
  readonly errors?: readonly GraphQLError[]
  readonly incremental?: readonly { readonly errors?: readonly GraphQLError[] }[]
}

/** Shows the errors of operations as clients may see them, on every transport, deferred parts included. */
export function presentedErrorsPlugin(log: ErrorLog): Plugin<GatewayContext> {
  function presented<Given extends Result>(result: Given, { correlationId }: GatewayContext): Given {
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
      onExecuteDone: (payload) =>
        handleStreamOrSingleExecutionResult(payload, ({ result, setResult }) => {
          if (hasErrors(result)) setResult(presented(result, contextValue))
        }),
    }),
    onSubscribe: ({ args: { contextValue } }) => ({
      onSubscribeResult: ({ result, setResult }) => {
        if ('errors' in result) setResult(presented(result, contextValue))
        return {
          onNext: ({ result: next, setResult: setNext }) => {
            if (hasErrors(next)) setNext(presented(next, contextValue))
          },
        }
      },
    }),
  }
}

function hasErrors(result: Result): boolean {
  return result.errors !== undefined || (result.incremental?.some((part) => part.errors) ?? false)
}
