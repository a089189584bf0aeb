import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { photosService } from '../../../../services/photos/service.ts'
import { databaseKinds } from '../../../support/database.ts'
import type { Answer } from '../../storage/customer.ts'
import { type Sharer, useGallery } from './sharer.ts'

type Role = 'anonymous' | 'expired' | 'stranger' | 'participant' | 'owner'
type Form = 'own' | 'shared'

/** An album, a photo of its owner that is in it, and one that is not. */
interface Scene {
  readonly albumId: string
  readonly photoId: string
  readonly otherId: string
  readonly people: Readonly<Record<Exclude<Role, 'anonymous' | 'expired'>, Sharer>>
}

interface Rule {
  readonly body?: (scene: Scene) => unknown
  /** The statuses for owner, participant and stranger, for an unshared and a shared album. */
  readonly own: readonly [number, number, number]
  readonly shared: readonly [number, number, number]
  /**
   * For a request that answers all roles with the same status: the text that reveals the album or its photo, and the
   * roles that may see it.
   */
  readonly sees?: { readonly what: (scene: Scene) => string } & Readonly<Record<Form, readonly Role[]>>
  /** The status without a token; default: 401. */
  readonly withoutToken?: number
}

const onlyOwner = { own: [200, 404, 404], shared: [200, 404, 404] } as const
const onlyOwnerWhileOwn = { own: [204, 404, 404], shared: [409, 404, 404] } as const
const membersOfShared = { own: [404, 404, 404], shared: [200, 200, 404] } as const
const anybody = { own: [200, 200, 200], shared: [200, 200, 200] } as const
const onlyOperator = { own: [403, 403, 403], shared: [403, 403, 403], withoutToken: 403 } as const
const ownPhoto = { own: [200, 404, 404], shared: [200, 404, 404] } as const

const idOfAlbum = ({ albumId }: Scene) => albumId
const idOfPhoto = ({ photoId }: Scene) => photoId
const photoIds = ({ photoId }: Scene) => ({ photoIds: [photoId] })
const owners = { own: ['owner'], shared: ['owner'] } as const

/** Every call of the service. `:id` is the id of the album below `/albums`, else the id of the photo. */
const rules: Readonly<Record<string, Rule>> = {
  'POST /albums': {
    body: () => ({ name: 'Another' }),
    own: [201, 201, 201],
    shared: [201, 201, 201],
  },
  'GET /albums': { ...anybody, sees: { what: idOfAlbum, ...owners } },
  'GET /albums/:id': onlyOwner,
  'PATCH /albums/:id': { ...onlyOwnerWhileOwn, body: () => ({ name: 'Renamed' }) },
  'DELETE /albums/:id': onlyOwnerWhileOwn,
  'POST /albums/:id/photos': {
    own: [200, 404, 404],
    shared: [409, 404, 404],
    body: ({ otherId }) => ({ photoIds: [otherId] }),
  },
  'DELETE /albums/:id/photos': { own: [200, 404, 404], shared: [409, 404, 404], body: photoIds },
  'GET /albums/:id/photos': onlyOwner,
  'GET /albums/:id/photos/:photoId/neighbours': onlyOwner,
  'GET /shared-albums': { ...anybody, sees: { what: idOfAlbum, own: [], shared: ['participant'] } },
  'GET /shared-albums/:id': membersOfShared,
  'GET /shared-albums/:id/participants': membersOfShared,
  'GET /shared-albums/:id/photos': membersOfShared,
  'GET /shared-albums/:id/photos/:photoId/neighbours': membersOfShared,
  'DELETE /shared-albums/:id': { own: [404, 404, 404], shared: [204, 204, 404] },
  'GET /users/shared-albums': {
    ...anybody,
    sees: { what: () => 'AlbumsCount":1', own: [], shared: ['owner', 'participant'] },
  },
  'POST /photos/lookup': {
    ...anybody,
    body: photoIds,
    sees: { what: idOfPhoto, own: ['owner'], shared: ['owner', 'participant'] },
  },
  'POST /photos/originals': {
    ...anybody,
    body: ({ photoId }) => ({ photos: [{ photoId }] }),
    sees: { what: idOfPhoto, own: ['owner'], shared: ['owner', 'participant'] },
  },
  'POST /dev/shared-albums': {
    ...onlyOperator,
    body: ({ albumId, people }) => ({
      albumId,
      participants: [{ id: people.stranger.id, email: 'stranger@example.com' }],
    }),
  },
  'DELETE /dev/shared-albums/:id/participants/:accountId': onlyOperator,
  // Calls of the library: taking part in a shared album grants no access to them.
  'GET /photos': { ...anybody, sees: { what: idOfPhoto, ...owners } },
  'GET /photos/timeline/:year/:month': { ...anybody, sees: { what: idOfPhoto, ...owners } },
  'GET /photos/:id/neighbours': ownPhoto,
  'DELETE /photos': { ...anybody, body: photoIds, sees: { what: () => '"failed":[]', ...owners } },
  'DELETE /photos/:id': { own: [204, 404, 404], shared: [204, 404, 404] },
  'DELETE /photos/all': { own: [204, 204, 204], shared: [204, 204, 204] },
  // A trash has no participants, and this photo is not in its owner's trash either: `../trash/trash.test.ts`.
  'GET /photos/trash': { ...anybody, sees: { what: idOfPhoto, own: [], shared: [] } },
  'GET /photos/trash/count': { ...anybody, sees: { what: () => '"photosCount":1', own: [], shared: [] } },
  'POST /photos/trash/lookup': { ...anybody, body: photoIds, sees: { what: idOfPhoto, own: [], shared: [] } },
  'POST /photos/trash/restore': {
    ...anybody,
    body: photoIds,
    sees: { what: () => '"failed":[]', own: [], shared: [] },
  },
  'DELETE /photos/trash': { ...anybody, body: photoIds, sees: { what: () => '"failed":[]', own: [], shared: [] } },
  'DELETE /photos/trash/all': { own: [204, 204, 204], shared: [204, 204, 204] },
  'GET /users': { ...anybody, sees: { what: () => '"albumsCount":1', ...owners } },
  'GET /users/timeline': { ...anybody, sees: { what: () => '"2024"', ...owners } },
  // Which older library a customer can import: `activation/owners.test.ts`.
  'GET /users/activate': anybody,
  'POST /users/activate': { own: [409, 409, 409], shared: [409, 409, 409] },
  'GET /users/activate/albums': anybody,
  'GET /users/activate/failures': anybody,
  'POST /temp-selections': { own: [201, 404, 404], shared: [201, 404, 404], body: photoIds },
  'GET /temp-selections/:id': { own: [404, 404, 404], shared: [404, 404, 404] },
  'POST /libraries/filled': { ...onlyOperator, body: ({ people }) => ({ ownerIds: [people.owner.id] }) },
  'GET /libraries/:ownerId/originals': onlyOperator,
  'GET /libraries/:ownerId/albums': onlyOperator,
  'GET /libraries/:ownerId/albums/:albumId/photos': onlyOperator,
  'POST /dev/synthetic': { ...onlyOperator, body: ({ people }) => ({ accountId: people.owner.id, count: 1 }) },
}

/** Sockets authenticate in their first message: `events.test.ts`. */
const sockets = ['GET /events']

const registered = new Set<string>()
const register = photosService.register.bind(photosService)
vi.spyOn(photosService, 'register').mockImplementation(async (app, platform) => {
  app.addHook('onRoute', ({ method, url, prefix }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') registered.add(`${one} ${url.slice(prefix.length)}`)
  })
  await register(app, platform)
})

const roles = ['anonymous', 'expired', 'stranger', 'participant', 'owner'] as const
const cases = Object.keys(rules).flatMap((route) => (['own', 'shared'] as const).map((form) => ({ route, form })))

describe.each(databaseKinds)('access to every call, on %s', (kind) => {
  const gallery = useGallery(kind)
  /** Scenes that are only read can be reused. */
  const looked: Partial<Record<Form, Scene>> = {}

  async function setScene(form: Form): Promise<Scene> {
    const [owner, participant, stranger] = [gallery.newSharer(), gallery.newSharer(), gallery.newSharer()]
    const [photoId = '', otherId = ''] = await gallery.photosOf(owner, 2)
    const albumId = await owner.album()
    await owner.add(albumId, [photoId])
    // A second participant, so that the album stays shared when the first one leaves.
    if (form === 'shared') await gallery.share(albumId, [{ sharer: participant }, { sharer: gallery.newSharer() }])
    return { albumId, photoId, otherId, people: { owner, participant, stranger } }
  }

  async function call(route: string, { body }: Rule, scene: Scene, role: Role): Promise<Answer> {
    const [method = '', pattern = ''] = route.split(' ')
    const path = pattern
      .replace('/:id', `/${pattern.startsWith('/photos') ? scene.photoId : scene.albumId}`)
      .replace(':photoId', scene.photoId)
      .replace(':accountId', scene.people.participant.id)
      .replace(':year/:month', '2024/1')
    const { owner } = scene.people
    const caller = role === 'anonymous' || role === 'expired' ? owner : scene.people[role]
    const expired = `Bearer ${await owner.token({ claims: { exp: 1 } })}`
    const headers = role === 'anonymous' ? { authorization: '' } : role === 'expired' ? { authorization: expired } : {}
    return caller.call(method, `/photos${path}`, { headers, ...(body ? { body: body(scene) } : {}) })
  }

  /** The complete state of the album. */
  async function stateOf({ albumId }: Scene): Promise<unknown> {
    const { database } = gallery
    return Promise.all([
      database.selectFrom('albums').selectAll().where('id', '=', albumId).execute(),
      database.selectFrom('album_photos').selectAll().where('album_id', '=', albumId).execute(),
      database.selectFrom('album_participants').selectAll().where('album_id', '=', albumId).execute(),
    ])
  }

  test('is specified for every route of the service', () => {
    expect([...registered].toSorted()).toEqual([...Object.keys(rules), ...sockets].toSorted())
  })

  test.each(cases)('$route follows its rule for an album that is $form', async ({ route, form }) => {
    const rule = rules[route]
    if (!rule) throw new Error(`There is no rule for ${route}.`)
    const { withoutToken = 401 } = rule
    const isLook = route.startsWith('GET')
    const scene = (isLook && looked[form]) || (await setScene(form))
    if (isLook) looked[form] = scene
    const [ofOwner, ofParticipant, ofStranger] = rule[form]
    const wanted = {
      anonymous: withoutToken,
      expired: withoutToken,
      stranger: ofStranger,
      participant: ofParticipant,
      owner: ofOwner,
    }
    for (const role of roles) {
      const before = await stateOf(scene)
      const answer = await call(route, rule, scene, role)
      expect([role, answer.status]).toEqual([role, wanted[role]])
      const text = JSON.stringify(answer.body)
      const { sees } = rule
      if (sees && answer.status !== 401) {
        expect([role, text.includes(sees.what(scene))]).toEqual([role, sees[form].includes(role)])
      }
      if (answer.status < 400) continue
      expect(await stateOf(scene)).toEqual(before)
      if (answer.status !== 404) continue
      // Somebody else's album looks like a missing one.
      const nowhere = { ...scene, albumId: randomUUID(), photoId: randomUUID() }
      const missing = await call(route, rule, nowhere, role)
      expect({ ...missing.body, correlationId: '' }).toEqual({ ...answer.body, correlationId: '' })
    }
  })
})
