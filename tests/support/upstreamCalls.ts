import { z } from 'zod'
import type { CallScope, ObservedCall } from '../../gateway/upstream/call.ts'
import { Offers } from '../../gateway/upstream/offers.ts'
import type { PhotosKnowledge } from '../../gateway/upstream/photos/photoLists.ts'
import { SeenPages } from '../../gateway/upstream/photos/seenPages.ts'
import type { Upstream } from '../../gateway/upstream/upstream.ts'
import { wireSchema } from '../../gateway/upstream/wireSchema.ts'

/** Accepts any JSON. */
export const wireAnything = wireSchema(z.unknown())

/** Builds what the gateway knows about a photos service before the first call. */
export function buildKnowledge(upstream: Upstream): PhotosKnowledge {
  return { offers: new Offers(upstream), seen: new SeenPages() }
}

/** Builds a call scope that records observed calls. By default its deadline is in 30 s, and it has a token. */
export function buildScope(own: Partial<CallScope> = {}): CallScope & { readonly observed: ObservedCall[] } {
  const observed: ObservedCall[] = []
  return {
    observed,
    observer: { upstreamCall: (call) => observed.push(call) },
    correlationId: 'a-test',
    accountId: 'an-account',
    accessToken: 'a-token',
    scopes: null,
    deadline: performance.now() + 30_000,
    flights: new Map(),
    ...own,
  }
}
