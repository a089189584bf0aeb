import { expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'

const gateway = setUpGateway()
const at = '/widgets/v1/books/'

const query = `query ($token: String!, $first: Int, $after: String) { book(token: $token) {
  pageCount pages(first: $first, after: $after) { edges { node { number } } pageInfo { hasNextPage endCursor } } } }`

/** Makes every link show a book of this many pages. */
function showBook(count: number): void {
  const pages = Array.from({ length: count }, (_, index) => ({ number: index + 1, takenOn: null, hasPicture: true }))
  gateway.upstreams.fail(at, { kind: 'body', text: JSON.stringify({ title: 'Norway', pages }) })
}

/** Reads pages without a sign-in. */
async function read(variables: Record<string, unknown>) {
  const { data, errors } = await ask(gateway.app, query, { variables: { token: 'a-link', ...variables } })
  const edges: { node: { number: number } }[] = data.book?.pages.edges ?? []
  const numbers = edges.map(({ node }) => node.number)
  return { numbers, info: data.book?.pages.pageInfo, codes: errors.map(({ extensions }) => extensions['code']) }
}

test('the pages of a book are returned in parts, and each part takes one call', async () => {
  showBook(5)
  const first = await read({ first: 2 })
  expect([first.numbers, first.info.hasNextPage]).toEqual([[1, 2], true])
  const second = await read({ first: 3, after: first.info.endCursor })
  expect([second.numbers, second.info.hasNextPage]).toEqual([[3, 4, 5], false])
  expect(gateway.upstreams.pathsOf('widgets')).toEqual(['/v1/books/a-link', '/v1/books/a-link'])
})

test('a cursor works only with the link that returned it', async () => {
  showBook(5)
  const { info } = await read({ first: 2 })
  expect((await read({ token: 'another-link', after: info.endCursor })).codes).toEqual(['BAD_USER_INPUT'])
})

test('the token of a reader who is signed in is not sent', async () => {
  showBook(1)
  await gateway.ask(query, { token: 'a-link' })
  const [call] = gateway.upstreams.calls.filter(({ path }) => path.startsWith(at))
  expect(call?.headers['authorization']).toBeUndefined()
})
