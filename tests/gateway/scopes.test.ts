import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { connect, listen } from '../support/socketClient.ts'
import { anna } from '../support/tokens.ts'

const gateway = setUpGateway({ UPSTREAM_TIMEOUT: '2000' })

beforeAll(() => gateway.renew({ UPSTREAM_TIMEOUT: '2000' }))

/** A token of a client that may do only this. */
const tokenWith = async (scope: string) => gateway.upstreams.tokens.issue(anna, { claims: { scope } })

describe('a token with scopes', () => {
  test('reads what its scopes allow', async () => {
    const { data, errors } = await ask(gateway.app, '{ viewer { email library { photosCount } } }', {
      token: await tokenWith('photos:read'),
    })
    expect(errors).toEqual([])
    expect(data.viewer.library.photosCount).toEqual(expect.any(Number))
  })

  test.each([
    ['photos:read', '{ viewer { orders(first: 1) { edges { cursor } } } }', 'orders:read'],
    ['orders:read account', '{ viewer { library { photosCount } } }', 'photos:read'],
    [
      'photos:read photos:write',
      'mutation { deletePhotos(input: { photoIds: ["UGhvdG86MQ"] }) { __typename } }',
      'photos:delete',
    ],
    ['photos:read', 'mutation { createAlbum(input: { name: "A" }) { __typename } }', 'photos:write'],
    ['photos:read orders:read', '{ viewer { customer { firstName } } }', 'account'],
    ['', '{ viewer { library { photosCount } } }', 'photos:read'],
    ['photos:read', '{ viewer { mayReceiveMail } }', 'account'],
  ])('that allows %j is refused for %s, and learns that %s is missing', async (scope, query, missing) => {
    const calls = gateway.upstreams.calls.length
    const { errors } = await ask(gateway.app, query, { token: await tokenWith(scope) })
    expect(errors[0]).toMatchObject({
      message: `The access token lacks the scope ${missing}.`,
      extensions: { code: 'FORBIDDEN', scope: missing, correlationId: expect.any(String) },
    })
    expect(gateway.upstreams.calls.length).toBe(calls)
  })

  test('is refused for events that it does not allow, although another client reads them already', async () => {
    const events = { query: 'subscription { libraryEvents { addedPhotoIds } }' }
    const ours = connect(gateway.url, gateway.token)
    listen(ours, events)
    await expect.poll(() => gateway.upstreams.events.tokens).toContain(gateway.token)
    const theirs = connect(gateway.url, await tokenWith('account'))
    const received = listen(theirs, events)
    await received.over
    expect(received.errors[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', scope: 'photos:read' })
    await Promise.all([ours.dispose(), theirs.dispose()])
  })
})
