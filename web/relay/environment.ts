import { Environment, Network, RecordSource, Store } from 'relay-runtime'
import type { TokenSource } from '../auth/tokenSource.ts'
import { createFetch } from './network.ts'
import { deadlines, type EarlyPost } from './post.ts'
import { nodeFromStore } from './nodeFromStore.ts'
import { createSubscribe } from './subscriptions.ts'

/** How many released operations the store keeps, so that going back shows their pages immediately. */
const releasedOperations = 24

/** Creates the Relay environment of one sign-in. Its store holds data of that account only. */
export function createEnvironment(options: {
  readonly graphqlUrl: string
  readonly tokens: TokenSource
  readonly early?: EarlyPost
}): Environment {
  const fetch = createFetch({
    url: options.graphqlUrl,
    tokens: options.tokens,
    early: options.early,
    deadlines,
  })
  return new Environment({
    network: Network.create(fetch, createSubscribe(options.graphqlUrl, options.tokens)),
    missingFieldHandlers: [nodeFromStore],
    store: new Store(new RecordSource(), {
      gcReleaseBufferSize: releasedOperations,
      queryCacheExpirationTime: 5 * 60_000,
    }),
  })
}
