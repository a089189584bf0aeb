import { graphql } from 'react-relay/hooks'
import type { RecordSourceProxy } from 'relay-runtime'
import type { useCreateAlbumMutation } from '../../../__generated__/useCreateAlbumMutation.graphql.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'
import { albumsNamed, changeAlbumsCount, insertNewAlbum } from './albumConnections.ts'
import { type AlbumFailure, invalidName } from './albumFailure.ts'

const mutation = graphql`
  mutation useCreateAlbumMutation($input: CreateAlbumInput!) {
    createAlbum(input: $input) {
      __typename
      ... on CreateAlbumSuccess {
        album {
          id
          ...AlbumListItem_album
        }
        library {
          albumsCount
        }
      }
      ... on InvalidAlbumName {
        problem
      }
    }
  }
`

/** What begins the id of an album that the gateway has not answered yet. */
const newAlbumPrefix = 'client:new-album:'

/** Whether an album is only shown beforehand: there is nothing to open yet. */
export function isBeingCreated(albumId: string): boolean {
  return albumId.startsWith(newAlbumPrefix)
}

export type CreateAlbumOutcome =
  | { readonly kind: 'created'; readonly albumId: string }
  | Extract<AlbumFailure, { kind: 'invalid' | 'failed' }>

/** Makes an empty album. It is listed at once, and goes again when it cannot be made. */
export function useCreateAlbum(): (name: string) => Promise<CreateAlbumOutcome> {
  const [run] = useAppMutation<useCreateAlbumMutation>(mutation)
  return async (name) => {
    let before: ReadonlySet<string> | null = null
    const outcome = await run({
      variables: { input: { name } },
      // Applied anew with every change of the store until there is an answer.
      optimisticUpdater: (store) => {
        const named = albumsNamed(store, name)
        before ??= named
        // The event that tells of the album may come first: it is not listed twice.
        if (!named.isSubsetOf(before)) return
        insertNewAlbum(store, draftOf(store, name))
        changeAlbumsCount(store, 1)
      },
      // Not by a directive: the lists are known here, and those who create albums need not know them.
      updater: (store) => {
        const album = store.getRootField('createAlbum')?.getLinkedRecord('album')
        if (album) insertNewAlbum(store, album)
      },
    })
    if (outcome.kind === 'failed') return { kind: 'failed' }
    const result = outcome.response.createAlbum
    if (result.__typename === 'CreateAlbumSuccess') return { kind: 'created', albumId: result.album.id }
    return result.__typename === 'InvalidAlbumName' ? invalidName(result.problem) : { kind: 'failed' }
  }
}

/** The album as it will be. */
function draftOf(store: RecordSourceProxy, name: string) {
  const id = `${newAlbumPrefix}${crypto.randomUUID()}`
  const now = new Date().toISOString()
  const album = store.create(id, 'Album')
  const fields = {
    id,
    name,
    photosCount: 0,
    created: now,
    updated: now,
    isShared: false,
    cover: null,
    sharedAlbum: null,
  }
  for (const [field, value] of Object.entries(fields)) album.setValue(value, field)
  return album
}
