import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { SetContextLink } from '@apollo/client/link/context'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { OperationTypeNode } from 'graphql'
import { createClient } from 'graphql-ws'
import { startSession } from './session.ts'
import { openFrame, uploadFile } from './frame.ts'

// The build of the page replaces this name with the URL of the product.
declare const KEEPSAKE: string

const frame = openFrame()
const token = await startSession(KEEPSAKE)

const http = new SetContextLink(async () => ({ headers: { authorization: `Bearer ${await token()}` } })).concat(
  new HttpLink({ uri: `${KEEPSAKE}/graphql` }),
)
const events = new GraphQLWsLink(
  createClient({
    url: `${KEEPSAKE.replace('http', 'ws')}/graphql`,
    connectionParams: async () => ({ accessToken: await token() }),
  }),
)
const client = new ApolloClient({
  link: ApolloLink.split(({ operationType }) => operationType === OperationTypeNode.SUBSCRIPTION, events, http),
  cache: new InMemoryCache(),
})

const newest = gql`
  query Newest {
    viewer {
      library {
        id
        photosCount
        photos(first: 1) {
          edges {
            node {
              id
              thumbnail(width: 300) {
                url
              }
            }
          }
        }
      }
    }
  }
`

interface Newest {
  readonly viewer: {
    readonly library: {
      readonly photosCount: number
      readonly photos: {
        readonly edges: readonly { readonly node: { readonly thumbnail: { readonly url: string } } }[]
      }
    }
  } | null
}

async function refresh(): Promise<void> {
  const { data, error } = await client.query<Newest>({ query: newest, fetchPolicy: 'network-only', errorPolicy: 'all' })
  if (error || !data?.viewer) return frame.say(error?.message ?? 'signed out')
  const { photosCount, photos } = data.viewer.library
  for (const { node } of photos.edges) await frame.show(new URL(node.thumbnail.url, KEEPSAKE).href)
  frame.say(`${photosCount} photos`)
}

frame.onFile((file) => void token().then(async (current) => uploadFile(KEEPSAKE, current, file)))
client
  .subscribe({
    query: gql`
      subscription Changes {
        libraryEvents {
          addedPhotoIds
        }
      }
    `,
  })
  .subscribe({ next: () => void refresh(), error: (error: unknown) => frame.say(String(error)) })
