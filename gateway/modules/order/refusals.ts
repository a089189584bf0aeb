import type { UnavailableReason } from '../../__generated__/resolvers.ts'

/** The result when the order cannot be ordered again. */
export function reorderUnavailable(reason: UnavailableReason | null) {
  return {
    __typename: 'ReorderUnavailable',
    code: 'REORDER_UNAVAILABLE',
    message: 'The order cannot be ordered again.',
    reason,
  } as const
}
