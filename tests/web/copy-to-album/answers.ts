/** A page of albums whose ids are their names. The album 'shared' is shared. */
export function albumsAnswer(names: readonly string[], hasNextPage = false) {
  const edges = names.map((name) => ({
    cursor: name,
    node: {
      __typename: 'Album',
      id: name,
      name,
      photosCount: 3,
      created: '2026-05-01T10:00:00Z',
      updated: `2026-05-0${1 + (name.length % 9)}T10:00:00Z`,
      isShared: name === 'shared',
      sharedAlbum: null,
      cover: {
        __typename: 'Photo',
        id: `cover-${name}`,
        pictureProblem: null,
        thumbhash: null,
        thumbnail: { url: `https://images.test/${name}.300.jpg` },
        small: { url: `https://images.test/${name}.300.jpg` },
        large: { url: `https://images.test/${name}.800.jpg` },
      },
    },
  }))
  const pageInfo = { hasNextPage, endCursor: names.at(-1) ?? null }
  return { viewer: { library: { __typename: 'PhotoLibrary', id: 'library', albums: { edges, pageInfo } } } }
}

/** A page of a collection's photos, in the form that the selection's query returns. */
export function monthAnswer(ids: readonly string[], hasNextPage = false) {
  return {
    node: {
      __typename: 'TimelineMonth',
      __isPhotoCollection: 'TimelineMonth',
      id: 'may',
      photos: {
        edges: ids.map((id) => ({ node: { id } })),
        pageInfo: { hasNextPage, endCursor: hasNextPage ? (ids.at(-1) ?? null) : null },
      },
    },
  }
}
