import type { SignedIn } from './newCustomer.ts'
import { operate, productUnderTest } from './product.ts'

/** A customer and the global ids of their photos. */
export interface CustomerWithPhotos extends SignedIn {
  readonly photoIds: readonly string[]
}

/** Reads the ids of the customer's photos. Call this function when all photos are in the library. */
export async function withPhotosOf(signedIn: SignedIn): Promise<CustomerWithPhotos> {
  const text = '{ viewer { library { photos(first: 500) { edges { node { id } } } } } }'
  const { viewer } = await ask<{
    viewer: { library: { photos: { edges: readonly { node: { id: string } }[] } } }
  }>(signedIn, text)
  return { ...signedIn, photoIds: viewer.library.photos.edges.map(({ node }) => node.id) }
}

/** Creates an album of all photos of its owner. @returns the global id of the album */
export async function makeAlbum(owner: CustomerWithPhotos, name: string): Promise<string> {
  const made = await ask<{ createAlbum: { album: { id: string } } }>(
    owner,
    'mutation ($name: String!) { createAlbum(input: { name: $name }) { ... on CreateAlbumSuccess { album { id } } } }',
    { name },
  )
  const albumId = made.createAlbum.album.id
  await ask(owner, 'mutation ($input: AddPhotosToAlbumInput!) { addPhotosToAlbum(input: $input) { __typename } }', {
    input: { albumId, photoIds: owner.photoIds },
  })
  return albumId
}

/**
 * Adds customers to an album, with all their photos. Only the operator of a demo can do this, because customers can no
 * longer share albums.
 */
export async function share(
  albumId: string,
  owner: CustomerWithPhotos,
  participants: readonly CustomerWithPhotos[],
): Promise<void> {
  await operate('/dev/photos/shared-albums', {
    albumId: keyOf(albumId),
    ownerEmail: owner.customer.email,
    participants: participants.map(({ accountId, customer, photoIds }) => ({
      id: accountId,
      email: customer.email,
      photoIds: photoIds.map(keyOf),
    })),
  })
}

/** Makes the customer leave the album, as in another window. */
export async function leave(albumId: string, participant: SignedIn): Promise<void> {
  await ask(participant, 'mutation ($id: ID!) { deleteSharedAlbum(input: { sharedAlbumId: $id }) { __typename } }', {
    id: Buffer.from(`SharedAlbum:${keyOf(albumId)}`).toString('base64url'),
  })
}

/** Deletes photos of the customer's library, as in another window. */
export async function deletePhotos(owner: SignedIn, photoIds: readonly string[]): Promise<void> {
  await ask(owner, 'mutation ($ids: [ID!]!) { deletePhotos(input: { photoIds: $ids }) { __typename } }', {
    ids: photoIds,
  })
}

/** The part of a global id after the type name. */
export function keyOf(globalId: string): string {
  return Buffer.from(globalId, 'base64url').toString().split(':')[1] ?? ''
}

export async function ask<Data>({ token }: SignedIn, query: string, variables: object = {}): Promise<Data> {
  const answered = await fetch(`${productUnderTest().publicUrl}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  // The shape of the answer is not checked here, because the gateway's own tests check it.
  const { data, errors } = (await answered.json()) as { data: Data; errors?: unknown }
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}
