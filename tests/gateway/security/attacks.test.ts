import { beforeEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { globalId, photoId } from '../../support/globalIds.ts'
import { buildPhoto, imageIdOf } from '../../support/photoLibrary.ts'
import { anna, bram } from '../../support/tokens.ts'
import { transports } from './transports.ts'

/*
 * Attacks on the gateway that were tried from outside. Further attacks are in table.test.ts (roles),
 * requestForm.test.ts (malformed bodies), foreignPages.test.ts, forgery.ts (tokens) and limits/overload.test.ts (unfair
 * load).
 */

const gateway = setUpGateway()
const endpoint = () => `${gateway.url}/graphql`

beforeEach(() => {
  gateway.upstreams.library(anna).photos = [buildPhoto(1), buildPhoto(2)]
  gateway.upstreams.library(bram).photos = [buildPhoto(9)]
})

const around = (open: string, close: string, inner: string) => open.repeat(20_000) + inner + close.repeat(20_000)

/** Documents of 20,000 levels, by what is nested. */
const deepDocuments: readonly [string, string][] = [
  ['lists', `{ node(id: ${around('[', ']', '1')}) { id } }`],
  ['objects', `{ node(id: ${around('{a:', '}', '1')}) { id } }`],
  ['fields', around('{a', '}', '')],
  ['types of variables', `query ($a: ${around('[', ']', 'ID')}) { site { name } }`],
  ['brackets that do not match', `{ node(id: ${'['.repeat(20_000)}`],
]

describe.each(transports.filter(({ name }) => name !== 'HTTP GET'))('over $name', (transport) => {
  const send = (query: string, variables: Record<string, unknown> = {}) =>
    transport.send(endpoint(), { query, variables, token: gateway.token })

  test.each(deepDocuments)('a document with 20,000 nested %s is refused', async (_what, query) => {
    const { data, codes } = await send(query)
    expect([data, codes]).toEqual([undefined, ['BAD_USER_INPUT']])
  })

  test('a variable with 1,000 nested lists is refused', async () => {
    const id: unknown = JSON.parse('['.repeat(1_000) + ']'.repeat(1_000))
    const { data, codes } = await send('query ($id: ID!) { node(id: $id) { id } }', { id })
    expect([data, codes]).toEqual([undefined, ['BAD_USER_INPUT']])
  })

  test('the next operation after such an attack is answered', async () => {
    expect(await send('{ viewer { email } }')).toMatchObject({
      data: { viewer: { email: 'a@example.com' } },
      codes: [],
    })
  })
})

const [post] = transports
const hers = photoId(1)
const padded = Buffer.from(`Photo:${imageIdOf(1)}`).toString('base64')
/** Forms of the id of Anna's photo that a lenient decoder would accept. */
const forms: readonly [string, string][] = [
  ['as it is', hers],
  ['in the form that the service uses', imageIdOf(1)],
  ['encoded twice', Buffer.from(hers).toString('base64url')],
  ['in base64 with padding', padded],
  ['encoded for a URL', encodeURIComponent(`${hers}=`)],
  ['every character encoded for a URL', Buffer.from(hers).toString('hex').replaceAll(/../g, '%$&')],
  ['with a space', ` ${hers}`],
  ['with a line break', `${hers}\n`],
  ['with a null character', `${hers}\0`],
  ['with a query', `${hers}?id=${hers}`],
  ['after a slash', `${photoId(9)}/${hers}`],
  ['doubled', `${hers}${hers}`],
  ['doubled, after a comma', `${photoId(9)},${hers}`],
  ['with a path traversal in its key', globalId('Photo', `${imageIdOf(9)}/../${imageIdOf(1)}`)],
  ['with an encoded path traversal in its key', globalId('Photo', `${imageIdOf(9)}%2f..%2f${imageIdOf(1)}`)],
  ['with a query in its key', globalId('Photo', `${imageIdOf(9)}?imageId=${imageIdOf(1)}`)],
  ['with two keys', globalId('Photo', `${imageIdOf(9)},${imageIdOf(1)}`)],
  ['with another type', globalId('Album', imageIdOf(1))],
]

describe.each(forms)('the id of another customer’s photo, %s,', (_form, id) => {
  const document = `query ($id: ID!, $own: ID!, $text: String!) {
    node(id: $id) { id }
    nodes(ids: [$own, $id, $own, $id]) { id }
    literal: node(id: ${JSON.stringify(id)}) { id }
    addressedNode(type: PHOTO, id: $text) { __typename }
    viewer { library { neighbours(of: $id) { previous { id } next { id } } } }
  }`

  test('gives no access to the photo', async () => {
    const token = await gateway.upstreams.tokens.issue(bram)
    const variables = { id, own: photoId(9), text: id }
    const outcome = await post?.send(endpoint(), { query: document, variables, token })
    const own = { id: photoId(9) }
    expect(outcome?.data).toEqual({
      node: null,
      nodes: [own, null, own, null],
      literal: null,
      addressedNode: null,
      viewer: { library: { neighbours: null } },
    })
    expect(pathsChangedByIds()).toEqual([])
  })

  test('changes nothing', async () => {
    const query = `mutation ($id: ID!, $own: ID!) {
      deletePhotos(input: { photoIds: [$id, $id] }) { ... on DeletePhotosSuccess { failed { code } } }
      createTempSelection(input: { photoIds: [$own, $id] }) { __typename }
      createAlbum(input: { name: "Mine", photoIds: [$id] }) { __typename }
    }`
    const token = await gateway.upstreams.tokens.issue(bram)
    await post?.send(endpoint(), { query, variables: { id, own: photoId(9) }, token })
    expect(gateway.upstreams.library(anna).photos).toHaveLength(2)
    expect(pathsChangedByIds()).toEqual([])
  })
})

/** Calls whose path was changed by an id. */
function pathsChangedByIds(): string[] {
  const paths = gateway.upstreams.calls.map(({ path }) => decodeURIComponent(path))
  return paths.filter((path) => /(^|[/\\])\.\.([/\\]|$)|\0|\n/.test(path))
}
