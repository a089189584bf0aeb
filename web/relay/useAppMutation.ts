import { useCallback, useState } from 'react'
import { commitMutation, useRelayEnvironment } from 'react-relay/hooks'
import type { GraphQLTaggedNode, IEnvironment, MutationConfig, MutationParameters } from 'relay-runtime'
import { RequestError } from './errors.ts'

/** What became of a mutation: the answer, whose union arms say what of it was done, or why there is none. */
export type MutationOutcome<Response> =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'failed'; readonly error: RequestError }

export interface AppMutationConfig<Mutation extends MutationParameters> extends Pick<
  MutationConfig<Mutation>,
  'variables' | 'optimisticResponse' | 'optimisticUpdater' | 'updater'
> {
  /** Whether it goes on when the page is left; such requests together may be 64 KiB large. */
  readonly keepalive?: boolean
}

/** Runs a mutation. Never rejects: resolves once the store has the answer, or with what kept it from being answered. */
export function runMutation<Mutation extends MutationParameters>(
  environment: IEnvironment,
  mutation: GraphQLTaggedNode,
  { keepalive = false, ...config }: AppMutationConfig<Mutation>,
): Promise<MutationOutcome<Mutation['response']>> {
  return new Promise((resolve) => {
    commitMutation<Mutation>(environment, {
      ...config,
      mutation,
      cacheConfig: { metadata: { keepalive } },
      onCompleted: (response) => resolve({ kind: 'answered', response }),
      onError: (error) => resolve({ kind: 'failed', error: asRequestError(error) }),
    })
  })
}

/** A mutation that can be awaited. The second value says whether it is under way. */
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

/** Everything that the network rejects with is one already; the rest is an answer that the store could not take. */
function asRequestError(error: Error): RequestError {
  if (error instanceof RequestError) return error
  return new RequestError(error.message, { failure: 'unreadable', correlationId: '', cause: error })
}
