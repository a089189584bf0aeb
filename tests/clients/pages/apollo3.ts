import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from 'apollo-client-3/core'
import { setContext } from 'apollo-client-3/link/context'
import { createPersistedQueryLink } from 'apollo-client-3/link/persisted-queries'
import { GraphQLWsLink } from 'apollo-client-3/link/subscriptions'
import { getMainDefinition } from 'apollo-client-3/utilities'
import { createClient } from 'graphql-ws'
import { startSession } from './session.ts'
import { openFrame, uploadFile } from './frame.ts'

// The build of the page replaces this name with the URL of the product.
declare const KEEPSAKE: string

const frame = openFrame()
const token = await startSession(KEEPSAKE)

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const http = ApolloLink.from([
  setContext(async () => ({ headers: { authorization: `Bearer ${await token()}` } })),
  createPersistedQueryLink({ sha256, useGETForHashedQueries: true }),
  new HttpLink({ uri: `${KEEPSAKE}/graphql` }),
])
const events = new GraphQLWsLink(
  createClient({
    url: `${KEEPSAKE.replace('http', 'ws')}/graphql`,
    connectionParams: async () => ({ accessToken: await token() }),
  }),
)
const client = new ApolloClient({
  link: ApolloLink.split(
    ({ query }) => {
      const definition = getMainDefinition(query)
      return 'operation' in definition && definition.operation === 'subscription'
    },
    events,
    http,
  ),
  cache: new InMemoryCache(),
})

const counted = gql`
  query Counted {
    viewer {
      library {
        id
        ... @defer {
          photosCount
        }
      }
    }
  }
`

interface Counted {
  readonly viewer: { readonly library: { readonly photosCount?: number } } | null
}

frame.onFile((file) => void token().then(async (current) => uploadFile(KEEPSAKE, current, file)))
client.subscribe({ query: gql('subscription Changes { libraryEvents { addedPhotoIds } }') }).subscribe({
  next: () =>
    void client
      .query<Counted>({ query: counted, fetchPolicy: 'network-only' })
      .then(({ data }) => frame.say(`${data.viewer?.library.photosCount} photos by Apollo Client 3`)),
  error: (error: unknown) => frame.say(String(error)),
})
