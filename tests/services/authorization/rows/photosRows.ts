import {
  customers,
  allCustomers,
  ofCaller,
  ofOwner,
  onlyOperator,
  onlyServices,
  publicDocument,
  type Form,
  type Row,
  type Rows,
  type SocketRows,
} from '../row.ts'
import type { Scene } from '../scenes.ts'

const photoIds = ({ owner }: Scene) => ({ photoIds: [owner.photo] })
const trashedIds = ({ owner }: Scene) => ({ photoIds: [owner.trashed] })
const library = ({ owner }: Scene) => `/photos/libraries/${owner.account}`

/** The owner can change an album only while it is not shared. */
const changedByOwner = (status: number) => ({
  own: { id: 'album', answers: customers(status, 404, 404), changes: ['owner'] } as const,
  shared: { id: 'album', answers: customers(409, 404, 404) } as const,
})
const readByMembers = {
  own: { id: 'album', answers: customers(404, 404, 404) } as const,
  shared: { id: 'album', answers: customers(200, 200, 404), sees: ['participant', 'owner'] } as const,
}
const neighbours = { path: ({ owner }: Scene) => `/photos/albums/${owner.album}/photos/${owner.photo}/neighbours` }
const sharedNeighbours = {
  path: ({ owner }: Scene) => `/photos/shared-albums/${owner.album}/photos/${owner.photo}/neighbours`,
}
const deletes = { answers: allCustomers(204), changes: ['owner'] } as const
const readable = {
  own: { answers: allCustomers(), sees: ['owner'] } as const,
  shared: { answers: allCustomers(), sees: ['participant', 'owner'] } as const,
}

export const photosRows: Rows = {
  'GET /photos/openapi.json': publicDocument,
  'POST /photos/albums': { answers: allCustomers(201), body: () => ({ name: 'Another' }), changes: ['owner'] },
  'GET /photos/albums': ofCaller,
  'GET /photos/albums/:id': { ...ofOwner, id: 'album' },
  'PATCH /photos/albums/:id': withBody(changedByOwner(204), () => ({ name: 'Renamed' })),
  'DELETE /photos/albums/:id': changedByOwner(204),
  'POST /photos/albums/:id/photos': withBody(changedByOwner(200), ({ owner }) => ({ photoIds: [owner.other] })),
  'DELETE /photos/albums/:id/photos': withBody(changedByOwner(200), photoIds),
  'GET /photos/albums/:id/photos': { ...ofOwner, id: 'album' },
  // The only photo of the album has no neighbours.
  'GET /photos/albums/:id/photos/:photoId/neighbours': {
    answers: customers(200, 404, 404),
    id: 'album',
    ...neighbours,
  },
  'GET /photos/shared-albums': {
    own: { answers: allCustomers() },
    shared: { answers: allCustomers(), sees: ['participant'] },
  },
  'GET /photos/shared-albums/:id': readByMembers,
  'GET /photos/shared-albums/:id/participants': readByMembers,
  'GET /photos/shared-albums/:id/photos': readByMembers,
  'GET /photos/shared-albums/:id/photos/:photoId/neighbours': {
    own: { answers: customers(404, 404, 404), id: 'album', ...sharedNeighbours },
    shared: { answers: customers(200, 200, 404), id: 'album', ...sharedNeighbours },
  },
  'PATCH /photos/shared-albums/:id': withBody(
    {
      own: { id: 'album', answers: customers(404, 404, 404) },
      shared: { id: 'album', answers: customers(204, 404, 404), changes: ['owner'] },
    },
    () => ({ sharesLocations: true }),
  ),
  'DELETE /photos/shared-albums/:id': {
    own: { id: 'album', answers: customers(404, 404, 404) },
    shared: { id: 'album', answers: customers(204, 204, 404), changes: ['participant', 'owner'] },
  },
  'GET /photos/users/shared-albums': {
    own: { answers: allCustomers() },
    shared: { answers: allCustomers(), what: () => 'AlbumsCount":1', sees: ['participant', 'owner'] },
  },
  'POST /photos/photos/lookup': withBody(readable, photoIds),
  'POST /photos/photos/originals': withBody(readable, ({ owner }) => ({ photos: [{ photoId: owner.photo }] })),
  'POST /photos/dev/shared-albums': {
    answers: onlyOperator(),
    body: ({ owner, stranger }) => ({
      albumId: owner.album,
      participants: [{ id: stranger.account, email: 'stranger@example.com' }],
    }),
    changes: ['operator'],
  },
  'DELETE /photos/dev/shared-albums/:id/participants/:accountId': {
    own: { answers: onlyOperator(404), id: 'album' },
    shared: { answers: onlyOperator(204), id: 'album', changes: ['operator'] },
  },
  // Calls of the library. Participation in a shared album gives no access to the owner's library.
  'GET /photos/photos': ofCaller,
  'GET /photos/photos/timeline/:year/:month': { ...ofCaller, path: () => '/photos/photos/timeline/2019/3' },
  'GET /photos/photos/:id/neighbours': { ...ofOwner, id: 'photo' },
  'DELETE /photos/photos': { answers: allCustomers(), body: photoIds, changes: ['owner'] },
  'DELETE /photos/photos/:id': { answers: customers(204, 404, 404), id: 'photo', changes: ['owner'] },
  'DELETE /photos/photos/all': deletes,
  'GET /photos/photos/trash': ofCaller,
  'GET /photos/photos/trash/count': { ...ofCaller, what: () => '"photosCount":1' },
  'POST /photos/photos/trash/lookup': { ...ofCaller, body: trashedIds },
  'POST /photos/photos/trash/restore': { answers: allCustomers(), body: trashedIds, changes: ['owner'] },
  'DELETE /photos/photos/trash': { answers: allCustomers(), body: trashedIds, changes: ['owner'] },
  'DELETE /photos/photos/trash/all': deletes,
  'GET /photos/users': { ...ofCaller, what: () => '"photosCount":2' },
  'GET /photos/users/timeline': { ...ofCaller, what: () => '"2019":{"3":2}' },
  // `tests/services/photos/activation/owners.test.ts` tests which older library a customer can import.
  'GET /photos/users/activate': { answers: allCustomers() },
  'POST /photos/users/activate': { answers: allCustomers(409) },
  'GET /photos/users/activate/albums': { answers: allCustomers() },
  'GET /photos/users/activate/failures': { answers: allCustomers() },
  'POST /photos/temp-selections': { answers: customers(201, 404, 404), body: photoIds },
  'GET /photos/temp-selections/:id': { ...ofOwner, id: 'selection', what: ({ photo }) => photo },
  'POST /photos/libraries/filled': {
    answers: onlyServices(),
    body: ({ owner }) => ({ ownerIds: [owner.account] }),
    what: ({ account }) => account,
    sees: ['service'],
  },
  'GET /photos/libraries/:ownerId/originals': {
    answers: onlyServices(),
    path: (scene) => `${library(scene)}/originals`,
    sees: ['service'],
  },
  'GET /photos/libraries/:ownerId/albums': {
    answers: onlyServices(),
    path: (scene) => `${library(scene)}/albums`,
    sees: ['service'],
  },
  'GET /photos/libraries/:ownerId/albums/:albumId/photos': {
    answers: onlyServices(),
    path: (scene) => `${library(scene)}/albums/${scene.owner.album}/photos`,
    what: ({ photo }) => photo,
    sees: ['service'],
  },
  'POST /photos/dev/synthetic': {
    answers: onlyOperator(),
    body: ({ owner }) => ({ accountId: owner.account, count: 1 }),
    changes: ['operator'],
  },
}

export const photosSockets: SocketRows = {
  'GET /photos/events': {
    event: (instant) => ({ type: 'photo.added', data: { imageId: instant, year: 2019, month: 3 } }),
  },
}

/** The same rows, each with a body. */
function withBody({ own, shared }: Readonly<Record<Form, Row>>, body: (scene: Scene) => unknown) {
  return { own: { ...own, body }, shared: { ...shared, body } }
}
