import { cacheExchange, Client, fetchExchange } from '@urql/core'
import { startSession } from './session.ts'
import { openFrame } from './frame.ts'

// The build of the page replaces this name with the URL of the product.
declare const KEEPSAKE: string

const frame = openFrame()
const token = await startSession(KEEPSAKE)
const accessToken = await token()
const client = new Client({
  url: `${KEEPSAKE}/graphql`,
  exchanges: [cacheExchange, fetchExchange],
  preferGetMethod: false,
  fetchOptions: { headers: { authorization: `Bearer ${accessToken}` } },
})

const allowed = await client.query('{ viewer { library { photosCount } } }', {})
const refused = await client.query('{ viewer { orders(first: 1) { totalCount } } }', {})
const missing = refused.error?.graphQLErrors[0]?.extensions['scope']
frame.say(`${allowed.data.viewer.library.photosCount} photos, without ${String(missing)}`)
