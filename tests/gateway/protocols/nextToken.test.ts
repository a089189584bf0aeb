import { afterEach, describe, expect, test } from 'vitest'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { photoId } from '../../support/globalIds.ts'
import { imageIdOf } from '../../support/photoLibrary.ts'
import { type RawSocket, initWith, openSocket, subscribeTo } from '../../support/rawSocket.ts'
import { anna, bram, createTokenIssuer } from '../../support/tokens.ts'

const live = 'subscription { libraryEvents { addedPhotoIds } }'
const gateway = setUpGateway()
const opened: RawSocket[] = []

afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.terminate()
  await expect.poll(() => gateway.upstreams.events.open.size).toBe(0)
})

/** A token that is valid for this number of seconds. */
function issue(seconds: number, accountId: string = anna): Promise<string> {
  return gateway.upstreams.tokens.issue(accountId, { claims: { exp: Math.floor(Date.now() / 1000) + seconds } })
}

/** Opens a connection with a token, and a subscription that has received its first event. */
async function openSubscription(accessToken: string): Promise<RawSocket> {
  const raw = await openSocket(gateway.url)
  opened.push(raw)
  raw.send(initWith(accessToken))
  await expect.poll(() => raw.received).toHaveLength(1)
  raw.send(subscribeTo('1', live))
  await expect.poll(() => raw.of('1')).toHaveLength(1)
  return raw
}

/** Presents a token, and returns the response. */
async function presentToken({ send, received }: RawSocket, accessToken: unknown): Promise<string> {
  const before = pongs(received).length
  send({ type: 'ping', payload: { accessToken } })
  await expect.poll(() => pongs(received)).toHaveLength(before + 1)
  return pongs(received).at(-1)?.payload.accessToken
}

function pongs(received: RawSocket['received']) {
  return received.filter(({ type }) => type === 'pong')
}

function appendPhoto(number: number): string {
  const imageId = imageIdOf(number)
  gateway.upstreams.events.append(anna, [{ type: 'photo.added', data: { imageId, year: 2024, month: 5 } }])
  return photoId(number)
}

function addedIds(raw: RawSocket): string[] {
  return raw.of('1').flatMap(({ payload }) => payload?.data?.libraryEvents.addedPhotoIds ?? [])
}

const issueWith = async (scope: string) => gateway.upstreams.tokens.issue(anna, { claims: { scope } })

describe('the next token', () => {
  test('is accepted, and running operations continue when the old token expires', async () => {
    const raw = await openSubscription(await issue(6))
    const ended = Date.now() + 6_000
    expect(await presentToken(raw, await issue(600))).toBe('accepted')
    await expect.poll(() => Date.now(), { interval: 200 }).toBeGreaterThan(ended + 2_000)
    const id = appendPhoto(1)
    await expect.poll(() => addedIds(raw)).toEqual([id])
    expect(raw.socket.readyState).toBe(raw.socket.OPEN)
  })

  test('has its own expiry', async () => {
    const raw = await openSubscription(await issue(6))
    const end = Math.floor(Date.now() / 1000) + 9
    expect(await presentToken(raw, await issue(9))).toBe('accepted')
    expect(await raw.closed).toEqual({ code: 4403, reason: 'The access token has expired' })
    expect(Date.now()).toBeGreaterThanOrEqual(end * 1000)
  })

  test('is used for new operations and for connections to the service', async () => {
    gateway.upstreams.events.renewals.length = 0
    const raw = await openSubscription(await issue(60))
    const next = await issue(600)
    expect(await presentToken(raw, next)).toBe('accepted')
    raw.send(subscribeTo('2', '{ viewer { library { photosCount } } }'))
    await expect.poll(() => raw.of('2')).toHaveLength(2)
    expect(gateway.upstreams.calls.at(-1)?.headers['authorization']).toBe(`Bearer ${next}`)
    // The gateway passes the next token to the service on the open socket, long before the first token expires.
    await expect.poll(() => gateway.upstreams.events.renewals).toEqual([next])
    gateway.upstreams.events.breakOff()
    await expect.poll(() => gateway.upstreams.events.tokens.at(-1)).toBe(next)
    const id = appendPhoto(2)
    await expect.poll(() => addedIds(raw)).toEqual([id])
  })

  test('is rejected when it allows less than the current token, and accepted when it allows at least as much', async () => {
    const raw = await openSubscription(await issueWith('photos:read orders:read'))
    expect(await presentToken(raw, await issueWith('orders:read account'))).toBe('refused')
    expect(await presentToken(raw, await issueWith('orders:read photos:read account'))).toBe('accepted')
  })

  test('is rejected when it belongs to another customer or is invalid, and the old token stays valid until it expires', async () => {
    const stranger = await createTokenIssuer(gateway.upstreams.tokens.issuer)
    const wrong = [
      await issue(600, bram),
      await issue(-60),
      await stranger.issue(anna, { header: { kid: 'tests' } }),
      'not.a.token',
      7,
    ]
    const raw = await openSubscription(await issue(600))
    const appended: string[] = []
    for (const [index, token] of wrong.entries()) {
      expect(await presentToken(raw, token)).toBe('refused')
      appended.push(appendPhoto(3 + index))
      await expect.poll(() => addedIds(raw)).toEqual(appended)
    }
    // The expiry is checked on a connection of its own, so that no round can come too late.
    const brief = await openSubscription(await issue(8))
    expect(await presentToken(brief, await issue(600, bram))).toBe('refused')
    expect((await brief.closed).code).toBe(4403)
    expect(raw.socket.readyState).toBe(raw.socket.OPEN)
  })

  test('is rejected before the connection is initialized', async () => {
    const raw = await openSocket(gateway.url)
    opened.push(raw)
    expect(await presentToken(raw, await issue(600))).toBe('refused')
    raw.send(subscribeTo('1', live))
    expect((await raw.closed).code).toBe(4401)
  })

  test('that expires before the current one has no effect', async () => {
    const raw = await openSubscription(await issue(600))
    expect(await presentToken(raw, await issue(1))).toBe('accepted')
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect(raw.socket.readyState).toBe(raw.socket.OPEN)
  })
})
