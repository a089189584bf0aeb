import { useCallback, useState } from 'react'
import { commitMutation, useRelayEnvironment } from 'react-relay/hooks'
import type { GraphQLTaggedNode, IEnvironment, MutationConfig, MutationParameters } from 'relay-runtime'
import { RequestError } from './errors.ts'

/** The outcome of a mutation: its response, whose union arm says what was done, or the error of the request. */
export type MutationOutcome<Response> =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'failed'; readonly error: RequestError }

export interface AppMutationConfig<Mutation extends MutationParameters> extends Pick<
  MutationConfig<Mutation>,
  'variables' | 'optimisticResponse' | 'optimisticUpdater' | 'updater'
> {
  /** True if the request continues after the page is closed. Browsers limit all such requests together to 64 KiB. */
  readonly keepalive?: boolean
  /** True for a mutation that visitors can use without signing in. The mutation is sent without a token. */
  readonly isAnonymous?: boolean
}

/** Runs a mutation. Never rejects: resolves with the answer once the store has it, or with the request's error. */
export function runMutation<Mutation extends MutationParameters>(
  environment: IEnvironment,
  mutation: GraphQLTaggedNode,
  { keepalive = false, isAnonymous = false, ...config }: AppMutationConfig<Mutation>,
): Promise<MutationOutcome<Mutation['response']>> {
  return new Promise((resolve) => {
    commitMutation<Mutation>(environment, {
      ...config,
      mutation,
      cacheConfig: { metadata: { keepalive, ...(isAnonymous && { isAnonymous }) } },
      onCompleted: (response) => resolve({ kind: 'answered', response }),
      onError: (error) => resolve({ kind: 'failed', error: asRequestError(error) }),
    })
  })
}

/** A mutation that can be awaited. The second value is true while the mutation runs. */
export function useAppMutation<Mutation extends MutationParameters>(
  mutation: GraphQLTaggedNode,
): readonly [
  run: (config: AppMutationConfig<Mutation>) => Promise<MutationOutcome<Mutation['response']>>,
  isInFlight: boolean,
] {
  const environment = useRelayEnvironment()
  const [inFlight, setInFlight] = useState(0)
  const run = useCallback(
    async (config: AppMutationConfig<Mutation>) => {
      setInFlight((count) => count + 1)
      const outcome = await runMutation<Mutation>(environment, mutation, config)
      setInFlight((count) => count - 1)
      return outcome
    },
    [environment, mutation],
  )
  return [run, inFlight > 0]
}

/** The network layer rejects with a RequestError; any other error is an answer that the store could not process. */
function asRequestError(error: Error): RequestError {
  if (error instanceof RequestError) return error
  return new RequestError(error.message, { failure: 'unreadable', correlationId: '', cause: error })
}
