import { useCallback, useEffect, useState } from 'react'
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay/hooks'
import type { useVoucherRefreshQuery } from '../../../__generated__/useVoucherRefreshQuery.graphql.ts'

const query = graphql`
  query useVoucherRefreshQuery($lineId: ID!) {
    node(id: $lineId) {
      # The component that calls the hook reads it.
      # eslint-disable-next-line relay/must-colocate-fragment-spreads
      ...LineVoucher_line @alias(as: "line")
    }
  }
`

/** How long to wait (ms) before each attempt to read a voucher whose state is about to change. */
const waits = [2_000, 4_000, 8_000]

/** Controls for reading the voucher of one product again, without reading its order. */
export interface VoucherRefresh {
  readonly isRunning: boolean
  /** Whether the customer has called `request` at least once. */
  readonly isRequested: boolean
  readonly request: () => void
}

/**
 * Reads the voucher of one product again.
 * @param lineId the global ID of the line of the order
 * @param isAwaited true if the voucher's state is about to change: the voucher is then read again without a call of
 * `request`
 */
export function useVoucherRefresh(lineId: string, isAwaited: boolean): VoucherRefresh {
  const environment = useRelayEnvironment()
  const [attempts, setAttempts] = useState(0)
  const [isRunning, setIsRunning] = useState(false)
  const [isRequested, setIsRequested] = useState(false)
  const refresh = useCallback(() => {
    setIsRunning(true)
    const end = () => setIsRunning(false)
    const config = { networkCacheConfig: { force: true } }
    fetchQuery<useVoucherRefreshQuery>(environment, query, { lineId }, config).subscribe({ complete: end, error: end })
  }, [environment, lineId])
  useEffect(() => {
    const wait = isAwaited ? waits[attempts] : undefined
    if (wait === undefined) return undefined
    const timer = setTimeout(() => {
      setAttempts(attempts + 1)
      refresh()
    }, wait)
    return () => clearTimeout(timer)
  }, [isAwaited, attempts, refresh])
  const request = () => {
    setIsRequested(true)
    refresh()
  }
  return { isRunning, isRequested, request }
}
