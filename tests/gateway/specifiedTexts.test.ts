import { GraphQLError } from 'graphql'
import type { FastifyInstance } from 'fastify'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { presentError } from '../../gateway/errors/present.ts'
import { UpstreamError } from '../../gateway/errors/upstreamError.ts'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { buildPhoto } from '../support/photoLibrary.ts'
import { anna } from '../support/tokens.ts'
import type { Fault } from '../support/upstreamFaults.ts'

const gateway = setUpGateway()
/** A gateway with short timeouts. */
let shortTimeoutApp: FastifyInstance

beforeAll(async () => {
  shortTimeoutApp = await gateway.startWithShortTimeouts()
})
beforeEach(() => {
  gateway.upstreams.library(anna).photos = [buildPhoto(1, '2024-05-01T10:00:00')]
})

const photos = '{ viewer { library { photos { edges { node { id } } } } } }'
const albums = (list: string) => `{ viewer { library { ${list} { edges { node { id } } } } } }`
const month = '{ viewer { library { timeline { months { photos { edges { node { id } } } } } } } }'

describe('Unable to parse response!', () => {
  test.each([
    ['user', '/photos/users', '{ viewer { library { photosCount } } }', '{"albumsCount":0,"photosCount":"1"}'],
    ['timeline', '/photos/users/timeline', '{ viewer { library { timeline { months { year } } } } }', '[1]'],
    ['photos', '/photos/photos', photos, '{"cursor":null}'],
    ['albums', '/photos/albums', albums('albums'), '{"cursor":null,"albums":[{"albumId":"1"}]}'],
    ['shared albums', '/photos/shared-albums', albums('sharedAlbums'), '{"cursor":null,"albums":{}}'],
    ['month', '/photos/photos/timeline/2024/5', month, '{"cursor":null,"images":[{"imageId":1}]}'],
  ])('is the error for a %s response of the wrong shape', async (_what, path, document, text) => {
    gateway.upstreams.fail(path, { kind: 'body', text })
    const { errors } = await gateway.ask(document)
    expect(errors.map(({ message }) => message)).toEqual(['Unable to parse response!'])
  })

  test.each([-1, 1.5])('is the error for a count that is not a non-negative integer: %d', async (count) => {
    const summary = JSON.stringify({ albumsCount: 0, photosCount: count })
    gateway.upstreams.fail('/photos/users', { kind: 'body', text: summary }, 1)
    const user = await gateway.ask('{ viewer { library { photosCount } } }')
    gateway.upstreams.heal()
    gateway.upstreams.fail('/photos/users/timeline', { kind: 'body', text: JSON.stringify({ 2024: { 5: count } }) })
    const timeline = await gateway.ask('{ viewer { library { timeline { months { year } } } } }')
    const texts = [...user.errors, ...timeline.errors].map(({ message }) => message)
    expect(texts).toEqual(['Unable to parse response!', 'Unable to parse response!'])
  })
})

describe('Request failure', () => {
  test.each<[string, Fault]>([
    ['failed', { kind: 'status', status: 500 }],
    ['cannot be reached', { kind: 'reset' }],
    ['does not answer', { kind: 'hang' }],
  ])('is the error for a service that %s', async (_what, fault) => {
    gateway.upstreams.fail('/photos/users', fault)
    const app = fault.kind === 'hang' ? shortTimeoutApp : gateway.app
    const { errors } = await ask(app, '{ viewer { library { photosCount } } }', { token: gateway.token })
    expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/^Request failure/)])
  })

  test('is logged with the correlation id sent to the client', () => {
    const logged: [string, object][] = []
    const log = {
      error: (fields: object) => void logged.push(['error', fields]),
      warn: (fields: object) => void logged.push(['warn', fields]),
    }
    const failure = new UpstreamError({ code: 'UPSTREAM_UNAVAILABLE', upstream: 'photos', detail: 'answered 500' })
    const shown = presentError(new GraphQLError('wrapped', { originalError: failure }), 'abc-12345', log)
    expect(shown.extensions['correlationId']).toBe('abc-12345')
    presentError(new TypeError('a bug'), 'abc-67890', log)
    expect(logged).toEqual([
      ['warn', expect.objectContaining({ correlationId: 'abc-12345', err: failure })],
      ['error', expect.objectContaining({ correlationId: 'abc-67890' })],
    ])
  })
})

test.each([
  ['b2b', true],
  ['B2B', true],
  ['b2B', true],
  ['password', false],
  ['xb2b', false],
])('an account that signed in by %s is a business account: %s', async (auth_method, isBusiness) => {
  const own = await gateway.upstreams.tokens.issue(anna, { claims: { auth_method } })
  const { data } = await ask(gateway.app, '{ viewer { isBusiness } }', { token: own })
  expect(data).toEqual({ viewer: { isBusiness } })
})
