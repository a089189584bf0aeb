import { useCallback } from 'react'
import { useMutation } from 'react-relay/hooks'
import type { UseMutationConfig } from 'react-relay/hooks'
import type { GraphQLTaggedNode, MutationParameters } from 'relay-runtime'

/**
 * A mutation that can be awaited: resolves with the response once the store has it, rejects with the RequestError.
 * The second value says whether it is under way.
 */
export function useAppMutation<Mutation extends MutationParameters>(
  mutation: GraphQLTaggedNode,
): readonly [
  (config: Omit<UseMutationConfig<Mutation>, 'onCompleted' | 'onError'>) => Promise<Mutation['response']>,
  boolean,
] {
  const [commit, isInFlight] = useMutation<Mutation>(mutation)
  const run = useCallback(
    (config: Omit<UseMutationConfig<Mutation>, 'onCompleted' | 'onError'>) =>
      new Promise<Mutation['response']>((resolve, reject) => {
        commit({ ...config, onCompleted: (response) => resolve(response), onError: reject })
      }),
    [commit],
  )
  return [run, isInFlight]
}
