import { z } from 'zod'
import type { CallScope, ObservedCall } from '../../gateway/upstream/call.ts'
import { wireSchema } from '../../gateway/upstream/wireSchema.ts'

/** Accepts any JSON. */
export const wireAnything = wireSchema(z.unknown())

/** A call scope that records observed calls. By default its deadline is in 30 s, and it has a token. */
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
