import { graphql } from 'react-relay/hooks'
import type { RecordSourceProxy } from 'relay-runtime'
import type { useCreateAlbumMutation } from '../../../__generated__/useCreateAlbumMutation.graphql.ts'
import { useSession } from '../../../app/sessionContext.ts'
import { useAppMutation } from '../../../relay/useAppMutation.ts'
import { albumListsOf, changeAlbumsCount } from './AlbumLists.ts'
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

/** The prefix of the id of an album that is still being created. */
const newAlbumPrefix = 'client:new-album:'

/** Whether an album is a draft of the optimistic update: it cannot be opened yet. */
export function isBeingCreated(albumId: string): boolean {
  return albumId.startsWith(newAlbumPrefix)
}

export type CreateAlbumOutcome =
  | { readonly kind: 'created'; readonly albumId: string }
  | Extract<AlbumFailure, { kind: 'invalid' | 'failed' }>

/** Creates an empty album. It is listed at once and removed again when the creation fails. */
export function useCreateAlbum(): (name: string) => Promise<CreateAlbumOutcome> {
  const [run] = useAppMutation<useCreateAlbumMutation>(mutation)
  const lists = albumListsOf(useSession())
  return async (name) => {
    let before: ReadonlySet<string> | null = null
    const outcome = await run({
      variables: { input: { name } },
      // An updater instead of an optimistic response: Relay runs it again after every change of the store until the
      // answer arrives. It can therefore leave the draft out once the live event has brought the album itself.
      optimisticUpdater: (store) => {
        const named = lists.find(store, (album) => album.getValue('name') === name)
        before ??= named
        if (!named.isSubsetOf(before)) return
        lists.insertNew(store, draftOf(store, name))
        changeAlbumsCount(store, 1)
      },
      // @prependNode is not used: it needs the lists as a variable, which every request would send to the gateway.
      updater: (store) => {
        const album = store.getRootField('createAlbum')?.getLinkedRecord('album')
        if (album) lists.insertNew(store, album)
      },
    })
    if (outcome.kind === 'failed') return { kind: 'failed' }
    const result = outcome.response.createAlbum
    if (result.__typename === 'CreateAlbumSuccess') return { kind: 'created', albumId: result.album.id }
    return result.__typename === 'InvalidAlbumName' ? invalidName(result.problem) : { kind: 'failed' }
  }
}

/** Creates a draft with the fields that the answer will have, and an id made by this client. */
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
