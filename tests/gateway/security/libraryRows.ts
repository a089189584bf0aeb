import { type Operation, unauthenticated } from './operation.ts'

const listed = (photosCount: number, ...names: string[]) => ({
  photosCount,
  albums: { edges: names.map((name) => ({ node: { name } })) },
})

const notFound = { code: 'NOT_FOUND' }

/** A mutation of an album. Bram gets AlbumNotFound, and Cees too, unless `ofCees` says otherwise. */
function ofAlbum(field: string, input: string, fields: string, own: unknown, ofCees: unknown = notFound): Operation {
  const variables = ['album', 'shared', 'photo'].filter((name) => input.includes(`$${name}`))
  const selections = `... on ${field[0]?.toUpperCase()}${field.slice(1)}Success { ${fields} } ... on UserError { code }`
  return {
    kind: 'mutation',
    query: `mutation (${variables.map((name) => `$${name}: ID!`).join(', ')}) {
      ${field}(input: { ${input} }) { ${selections} }
    }`,
    own: { [field]: own },
    ofBram: { [field]: notFound },
    ofCees: { [field]: ofCees },
    anonymous: unauthenticated,
  }
}

/** Mutations and subscriptions of photos and albums, by root field. */
export const libraryOperations: Record<string, Operation> = {
  'Mutation.createTempSelection': {
    kind: 'mutation',
    query: `mutation ($photo: ID!) { createTempSelection(input: { photoIds: [$photo] }) {
      ... on CreateTempSelectionSuccess { tempSelection { photosCount photos { edges { node { fileName } } } } }
      ... on PhotosNotFound { code }
    } }`,
    own: {
      createTempSelection: {
        tempSelection: { photosCount: 1, photos: { edges: [{ node: { fileName: 'IMG_2.jpg' } }] } },
      },
    },
    ofBram: { createTempSelection: { code: 'NOT_FOUND' } },
    ofCees: { createTempSelection: { code: 'NOT_FOUND' } },
    anonymous: unauthenticated,
  },
  'Mutation.deleteAllPhotos': {
    kind: 'mutation',
    query: `mutation ($library: ID!) { deleteAllPhotos(input: { libraryId: $library }) {
      ... on DeleteAllPhotosSuccess { isFinished library { photosCount } } ... on LibraryNotFound { code }
    } }`,
    own: { deleteAllPhotos: { isFinished: true, library: { photosCount: 0 } } },
    ofBram: { deleteAllPhotos: { code: 'NOT_FOUND' } },
    ofCees: { deleteAllPhotos: { code: 'NOT_FOUND' } },
    anonymous: unauthenticated,
  },
  'Mutation.deletePhotos': {
    kind: 'mutation',
    query: `mutation ($photo: ID!) { deletePhotos(input: { photoIds: [$photo] }) {
      ... on DeletePhotosSuccess { failed { code } library { photosCount } }
    } }`,
    own: { deletePhotos: { failed: [], library: { photosCount: 1 } } },
    ofBram: { deletePhotos: { failed: [{ code: 'NOT_FOUND' }], library: { photosCount: 1 } } },
    ofCees: { deletePhotos: { failed: [{ code: 'NOT_FOUND' }], library: { photosCount: 0 } } },
    anonymous: unauthenticated,
  },
  'Mutation.restorePhotos': {
    kind: 'mutation',
    query: `mutation ($trashed: ID!) { restorePhotos(input: { trashedPhotoIds: [$trashed] }) {
      ... on RestorePhotosSuccess { failed { code } library { photosCount } }
    } }`,
    own: { restorePhotos: { failed: [], library: { photosCount: 3 } } },
    ofBram: { restorePhotos: { failed: [{ code: 'NOT_FOUND' }], library: { photosCount: 1 } } },
    ofCees: { restorePhotos: { failed: [{ code: 'NOT_FOUND' }], library: { photosCount: 0 } } },
    anonymous: unauthenticated,
  },
  'Mutation.deletePhotosForGood': {
    kind: 'mutation',
    query: `mutation ($trashed: ID!) { deletePhotosForGood(input: { trashedPhotoIds: [$trashed] }) {
      ... on DeletePhotosForGoodSuccess { failed { code } library { trash { totalCount } } }
    } }`,
    own: { deletePhotosForGood: { failed: [], library: { trash: { totalCount: 0 } } } },
    ofBram: { deletePhotosForGood: { failed: [{ code: 'NOT_FOUND' }], library: { trash: { totalCount: 0 } } } },
    ofCees: { deletePhotosForGood: { failed: [{ code: 'NOT_FOUND' }], library: { trash: { totalCount: 0 } } } },
    anonymous: unauthenticated,
  },
  'Mutation.emptyTrash': {
    kind: 'mutation',
    query: `mutation ($library: ID!) { emptyTrash(input: { libraryId: $library }) {
      ... on EmptyTrashSuccess { library { trash { totalCount } } } ... on LibraryNotFound { code }
    } }`,
    own: { emptyTrash: { library: { trash: { totalCount: 0 } } } },
    ofBram: { emptyTrash: { code: 'NOT_FOUND' } },
    ofCees: { emptyTrash: { code: 'NOT_FOUND' } },
    anonymous: unauthenticated,
  },
  'Mutation.createAlbum': {
    kind: 'mutation',
    query: `mutation { createAlbum(input: { name: "New" }) {
      ... on CreateAlbumSuccess { album { name } library { photosCount albums { edges { node { name } } } } }
    } }`,
    own: { createAlbum: { album: { name: 'New' }, library: listed(2, 'New', 'Album 2', 'Album 1') } },
    ofBram: { createAlbum: { album: { name: 'New' }, library: listed(1, 'New') } },
    ofCees: { createAlbum: { album: { name: 'New' }, library: listed(0, 'New') } },
    anonymous: unauthenticated,
  },
  'Mutation.renameAlbum': ofAlbum('renameAlbum', 'albumId: $album, name: "Other"', 'album { name }', {
    album: { name: 'Other' },
  }),
  'Mutation.deleteAlbum': ofAlbum('deleteAlbum', 'albumId: $album', 'library { photosCount }', {
    library: { photosCount: 2 },
  }),
  'Mutation.addPhotosToAlbum': ofAlbum(
    'addPhotosToAlbum',
    'albumId: $album, photoIds: [$photo]',
    'album { photosCount } failed { code }',
    { album: { photosCount: 2 }, failed: [] },
  ),
  'Mutation.removePhotosFromAlbum': ofAlbum(
    'removePhotosFromAlbum',
    'albumId: $album, photoIds: [$photo]',
    'album { photosCount } failed { code }',
    { album: { photosCount: 1 }, failed: [] },
  ),
  'Mutation.deleteSharedAlbum': ofAlbum(
    'deleteSharedAlbum',
    'sharedAlbumId: $shared',
    'library { photosCount }',
    { library: { photosCount: 2 } },
    // A participant leaves the album with this call, and the owner keeps the album.
    { library: { photosCount: 0 } },
  ),
  'Mutation.setLocationSharing': ofAlbum(
    'setLocationSharing',
    'sharedAlbumId: $shared, sharesLocations: true',
    'sharedAlbum { sharesLocations }',
    { sharedAlbum: { sharesLocations: true } },
  ),
  'Subscription.libraryEvents': {
    kind: 'subscription',
    query: 'subscription { libraryEvents { addedPhotoIds endedUploads { uploadId } } }',
    own: { libraryEvents: { addedPhotoIds: [], endedUploads: [] } },
    ofBram: { libraryEvents: { addedPhotoIds: [], endedUploads: [] } },
    ofCees: { libraryEvents: { addedPhotoIds: [], endedUploads: [] } },
    anonymous: { data: undefined, codes: ['UNAUTHENTICATED'] },
  },
}
