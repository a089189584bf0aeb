/** The URL of the editor for the selection that `selection()` returns. */
export const address = '/editor?productCode=PAP_910&tempSelectionId=selection-1'

/** The answer with a selection of photos. */
export function selection(photos: readonly object[], total = photos.length, hasNextPage = false) {
  return {
    viewer: {
      library: {
        id: 'library',
        tempSelection: {
          id: 'temp-1',
          tempSelectionId: 'selection-1',
          photosCount: total,
          photos: {
            edges: photos.map((node, index) => ({ cursor: `cursor-${index}`, node })),
            pageInfo: { hasNextPage, endCursor: `cursor-${photos.length - 1}` },
          },
        },
      },
    },
  }
}
