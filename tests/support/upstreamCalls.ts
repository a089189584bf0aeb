import { z } from 'zod'
import type { CallScope, ObservedCall } from '../../gateway/upstream/call.ts'
import { wireSchema } from '../../gateway/upstream/wireSchema.ts'

/** Whatever is JSON. */
export const wireAnything = wireSchema(z.unknown())

/** A scope that keeps what it is told; half a minute from its deadline, and of one customer, unless told otherwise. */
export function buildScope(own: Partial<CallScope> = {}): CallScope & { readonly observed: ObservedCall[] } {
  const observed: ObservedCall[] = []
  return {
    observed,
    observer: { upstreamCall: (call) => observed.push(call) },
    correlationId: 'a-test',
    accountId: 'an-account',
    accessToken: 'a-token',
    deadline: performance.now() + 30_000,
    flights: new Map(),
    ...own,
  }
}
