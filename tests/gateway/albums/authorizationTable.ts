import { readFileSync } from 'node:fs'
import { Kind, parse } from 'graphql'

/** The roles with regard to Anna's albums. */
export const roles = ['owner', 'participant', 'stranger'] as const
export type Role = (typeof roles)[number]

/** An operation and its expected result per role. `anonymous` is the anonymous caller. */
export interface Row {
  readonly query: string
  readonly owner: unknown
  readonly participant: unknown
  readonly stranger: unknown
  /** The data for anonymous callers. Their mutations are rejected. */
  readonly anonymous: unknown
  /** The roles whose call changes Anna's albums. */
  readonly changedBy: readonly Role[]
}

/** All fields, mutations and event fields of `schema/album.graphql` that give access to albums. */
export function operationsOfSchema(): string[] {
  const { definitions } = parse(readFileSync('schema/album.graphql', 'utf8'))
  const wanted = ['PhotoLibrary', 'Album', 'SharedAlbum', 'AlbumMember', 'Photo', 'LibraryEvent', 'Mutation']
  return definitions.flatMap((definition) => {
    const isType = definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION
    if (!isType || !wanted.includes(definition.name.value)) return []
    return (definition.fields ?? []).map(({ name }) => `${definition.name.value}.${name.value}`)
  })
}

const photos = (...names: string[]) => ({ edges: names.map((fileName) => ({ node: { fileName } })) })

function reading(query: string, answers: Pick<Row, Role | 'anonymous'>): Row {
  return { query, ...answers, changedBy: [] }
}

/** A field of an `Album`. Only the owner of an `Album` can load it; participants load the `SharedAlbum`. */
function ofAlbum(selection: string, value: unknown): Row {
  const nothing = { node: null }
  const query = `query ($album: ID!${selection.includes('$photo') ? ', $photo: ID!' : ''}) {
    node(id: $album) { ... on Album { value: ${selection} } } }`
  return reading(query, { owner: { node: { value } }, participant: nothing, stranger: nothing, anonymous: nothing })
}

/** A field of a `SharedAlbum`. */
function ofSharedAlbum(selection: string, value: unknown, ofParticipant: unknown = value): Row {
  const nothing = { node: null }
  const query = `query ($shared: ID!${selection.includes('$photo') ? ', $photo: ID!' : ''}) {
    node(id: $shared) { ... on SharedAlbum { value: ${selection} } } }`
  const [owner, participant] = [{ node: { value } }, { node: { value: ofParticipant } }]
  return reading(query, { owner, participant, stranger: nothing, anonymous: nothing })
}

function library(value: unknown): unknown {
  return { viewer: { library: { value } } }
}

/** A field of the library that lists or counts albums. */
function ofLibrary(selection: string, owner: unknown, participant: unknown, stranger: unknown): Row {
  return reading(`{ viewer { library { value: ${selection} } } }`, {
    owner: library(owner),
    participant: library(participant),
    stranger: library(stranger),
    anonymous: { viewer: null },
  })
}

/** A mutation that is sent for two albums of Anna: one is not shared, the other is shared. */
function changing(field: string, rest: string, success: string): Row {
  const photo = ['photo', 'other'].find((name) => rest.includes(`$${name}`))
  const variables = `$mine: ID!, $album: ID!${photo ? `, $${photo}: ID!` : ''}`
  const call = (name: string) => `${name}: ${field}(input: { albumId: $${name}${rest} }) { __typename }`
  const missing = { mine: { __typename: 'AlbumNotFound' }, album: { __typename: 'AlbumNotFound' } }
  return {
    query: `mutation (${variables}) { ${call('mine')} ${call('album')} }`,
    owner: { mine: { __typename: success }, album: { __typename: 'AlbumIsShared' } },
    participant: missing,
    stranger: missing,
    anonymous: null,
    changedBy: ['owner'],
  }
}

const nodesOf = (...types: (string | null)[]) => types.map((name) => name && { __typename: name })
const names = (...found: string[]) => ({ edges: found.map((name) => ({ node: { name } })) })
const anna = { email: 'a@example.com' }
const bram = { email: 'b@example.com' }

/**
 * The expected results. Anna's album "Mine" has her photos 1 and 2. "Texel", shared with Bram, also has his photo 21.
 */
export const table: Readonly<Record<string, Row>> = {
  'Query.nodes': reading(
    `query ($mine: ID!, $album: ID!, $shared: ID!, $photo: ID!, $other: ID!) {
      nodes(ids: [$mine, $album, $shared, $photo, $other]) { __typename } }`,
    {
      owner: { nodes: nodesOf('Album', 'Album', 'SharedAlbum', 'Photo', 'Photo') },
      participant: { nodes: nodesOf(null, null, 'SharedAlbum', 'Photo', null) },
      stranger: { nodes: nodesOf(null, null, null, null, null) },
      anonymous: { nodes: nodesOf(null, null, null, null, null) },
    },
  ),
  'PhotoLibrary.albums': ofLibrary('albums { edges { node { name } } }', names('Texel', 'Mine'), names(), names()),
  'PhotoLibrary.sharedAlbums': ofLibrary('sharedAlbums { edges { node { name } } }', names(), names('Texel'), names()),
  'PhotoLibrary.sharedAlbumsCount': ofLibrary('sharedAlbumsCount', 0, 1, 0),
  'Album.id': ofAlbum('__typename', 'Album'),
  'Album.name': ofAlbum('name', 'Texel'),
  'Album.photosCount': ofAlbum('photosCount', 3),
  'Album.created': ofAlbum('created', '2026-03-02T00:00:00.000Z'),
  'Album.updated': ofAlbum('updated', '2026-03-03T00:00:00.000Z'),
  'Album.cover': ofAlbum('cover { fileName }', { fileName: '21.jpg' }),
  'Album.isShared': ofAlbum('isShared', true),
  'Album.sharedAlbum': ofAlbum('sharedAlbum { name participants { email } }', { name: 'Texel', participants: [bram] }),
  'Album.photos': ofAlbum('photos { edges { node { fileName } } }', photos('21.jpg', '2.jpg', '1.jpg')),
  'Album.neighbours': ofAlbum('neighbours(of: $photo) { previous { fileName } next { fileName } }', {
    previous: { fileName: '2.jpg' },
    next: null,
  }),
  'SharedAlbum.id': ofSharedAlbum('__typename', 'SharedAlbum'),
  'SharedAlbum.name': ofSharedAlbum('name', 'Texel'),
  'SharedAlbum.photosCount': ofSharedAlbum('photosCount', 3),
  'SharedAlbum.created': ofSharedAlbum('created', '2026-03-02T00:00:00.000Z'),
  'SharedAlbum.cover': ofSharedAlbum('cover { fileName }', { fileName: '21.jpg' }),
  'SharedAlbum.viewerIsOwner': ofSharedAlbum('viewerIsOwner', true, false),
  'SharedAlbum.owner': ofSharedAlbum('owner { email }', anna),
  'SharedAlbum.participants': ofSharedAlbum('participants { email }', [bram]),
  'SharedAlbum.sharesLocations': ofSharedAlbum('sharesLocations', false),
  'SharedAlbum.photos': ofSharedAlbum('photos { edges { node { fileName } } }', photos('21.jpg', '2.jpg', '1.jpg')),
  'SharedAlbum.neighbours': ofSharedAlbum('neighbours(of: $photo) { previous { fileName } next { fileName } }', {
    previous: { fileName: '2.jpg' },
    next: null,
  }),
  'AlbumMember.email': ofSharedAlbum('owner { email }', anna),
  'AlbumMember.isViewer': ofSharedAlbum('owner { isViewer }', { isViewer: true }, { isViewer: false }),
  'Photo.owner': reading('query ($photo: ID!) { node(id: $photo) { ... on Photo { fileName owner { email } } } }', {
    owner: { node: { fileName: '1.jpg', owner: null } },
    participant: { node: { fileName: '1.jpg', owner: anna } },
    stranger: { node: null },
    anonymous: { node: null },
  }),
  'Mutation.createAlbum': {
    query: `mutation { createAlbum(input: { name: "New" }) {
      ... on CreateAlbumSuccess { library { albums { edges { node { name } } } } } } }`,
    owner: { createAlbum: { library: { albums: names('New', 'Texel', 'Mine') } } },
    participant: { createAlbum: { library: { albums: names('New') } } },
    stranger: { createAlbum: { library: { albums: names('New') } } },
    anonymous: null,
    changedBy: ['owner'],
  },
  'Mutation.renameAlbum': changing('renameAlbum', ', name: "Other"', 'RenameAlbumSuccess'),
  'Mutation.deleteAlbum': changing('deleteAlbum', '', 'DeleteAlbumSuccess'),
  'Mutation.addPhotosToAlbum': changing('addPhotosToAlbum', ', photoIds: [$other]', 'AddPhotosToAlbumSuccess'),
  'Mutation.removePhotosFromAlbum': changing(
    'removePhotosFromAlbum',
    ', photoIds: [$photo]',
    'RemovePhotosFromAlbumSuccess',
  ),
  'Mutation.deleteSharedAlbum': {
    query: `mutation ($shared: ID!) { deleteSharedAlbum(input: { sharedAlbumId: $shared }) {
      __typename ... on DeleteSharedAlbumSuccess { library { photosCount } } } }`,
    owner: { deleteSharedAlbum: { __typename: 'DeleteSharedAlbumSuccess', library: { photosCount: 9 } } },
    participant: { deleteSharedAlbum: { __typename: 'DeleteSharedAlbumSuccess', library: { photosCount: 3 } } },
    stranger: { deleteSharedAlbum: { __typename: 'AlbumNotFound' } },
    anonymous: null,
    changedBy: ['owner', 'participant'],
  },
  'Mutation.setLocationSharing': {
    query: `mutation ($shared: ID!) { setLocationSharing(input: { sharedAlbumId: $shared, sharesLocations: true }) {
      __typename ... on SetLocationSharingSuccess { sharedAlbum { sharesLocations } } } }`,
    owner: { setLocationSharing: { __typename: 'SetLocationSharingSuccess', sharedAlbum: { sharesLocations: true } } },
    participant: { setLocationSharing: { __typename: 'AlbumNotFound' } },
    stranger: { setLocationSharing: { __typename: 'AlbumNotFound' } },
    anonymous: null,
    changedBy: ['owner'],
  },
}
