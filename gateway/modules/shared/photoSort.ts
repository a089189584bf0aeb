import type { PhotoSort } from '../../upstream/photos/photoList.ts'
import type { PhotoSortKey, SortOrder } from '../../__generated__/resolvers.ts'

const keys = { CREATED: 'created', DATE_TAKEN: 'dateTaken' } as const
const orders = { ASC: 'asc', DESC: 'desc' } as const

/** A sort order, as the service spells it. */
export function sortOf(key: PhotoSortKey, order: SortOrder): PhotoSort {
  return { key: keys[key], order: orders[order] }
}

/** Like `sortOf`, with defaults for missing values. */
export function sortOr(
  given: { sortKey?: PhotoSortKey | null | undefined; sortOrder?: SortOrder | null | undefined },
  otherwise: PhotoSort,
): PhotoSort {
  return {
    key: given.sortKey ? keys[given.sortKey] : otherwise.key,
    order: given.sortOrder ? orders[given.sortOrder] : otherwise.order,
  }
}
