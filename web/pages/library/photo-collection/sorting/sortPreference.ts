import { type PreferenceReader, preferences } from '../../../../app/storage.ts'

/** The order of photos in the terms of the GraphQL API. */
export interface PhotoSort {
  readonly sortKey: 'CREATED' | 'DATE_TAKEN'
  readonly sortOrder: 'ASC' | 'DESC'
}

/** The views that each remember their own order. */
export type SortedView = 'photos' | 'albumPhotos' | 'sharedAlbumPhotos'

/** The order of a view until the customer chooses another. */
const defaults: Readonly<Record<SortedView, PhotoSort>> = {
  photos: { sortKey: 'DATE_TAKEN', sortOrder: 'DESC' },
  albumPhotos: { sortKey: 'CREATED', sortOrder: 'DESC' },
  sharedAlbumPhotos: { sortKey: 'CREATED', sortOrder: 'DESC' },
}

/** The parameter of the address with the order. */
export const sortParameter = 'sort'

/** The order of the library's photos: see `viewSort`. */
export function photosSort(search: URLSearchParams, storage?: PreferenceReader): PhotoSort {
  return viewSort('photos', search, storage)
}

/** Whether the library's photos are shown by month. Sorted by upload, they are one list. */
export function isByMonth({ sortKey }: PhotoSort): boolean {
  return sortKey === 'DATE_TAKEN'
}

/**
 * The order of a view: from the address (`?sort=created-asc`), else the one chosen earlier in this browser, else the
 * default. Values that cannot be read or are not valid are ignored.
 */
export function viewSort(
  view: SortedView,
  search: URLSearchParams,
  storage: PreferenceReader = preferences,
): PhotoSort {
  return parseSort(search.get(sortParameter)) ?? storedSort(view, storage) ?? defaults[view]
}

/** Parses `created-asc`, `created-desc`, `dateTaken-asc` or `dateTaken-desc`; null for any other text. */
export function parseSort(text: string | null): PhotoSort | null {
  const [key, order, ...rest] = (text ?? '').split('-')
  return rest.length === 0 ? toSort(key, order) : null
}

/** The order as it is written in the address. */
export function formatSort(sort: PhotoSort): string {
  const { sortKey, sortOrder } = toStored(sort)
  return `${sortKey}-${sortOrder}`
}

/**
 * The query of a link to a photo. It gives the photo the same neighbours as in the list that has the link: `?sort=…`
 * when the address has an order or the order is not the default, else empty.
 */
export function sortQuery(view: SortedView, search: URLSearchParams, storage?: PreferenceReader): string {
  const sort = formatSort(viewSort(view, search, storage))
  const isInAddress = parseSort(search.get(sortParameter)) !== null
  return isInAddress || sort !== formatSort(defaults[view]) ? `?${sortParameter}=${sort}` : ''
}

/** Stores the order for the next visit. Without storage, the order is not stored. */
export function storeSort(view: SortedView, sort: PhotoSort, storage: Pick<Storage, 'setItem'> = preferences): void {
  try {
    storage.setItem(storageKey(view), JSON.stringify(toStored(sort)))
  } catch {
    // The storage is full or blocked: the address still has the order.
  }
}

function storedSort(view: SortedView, storage: PreferenceReader): PhotoSort | null {
  try {
    const stored: unknown = JSON.parse(storage.getItem(storageKey(view)) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    return toSort(Reflect.get(stored, 'sortKey'), Reflect.get(stored, 'sortOrder'))
  } catch {
    return null
  }
}

function storageKey(view: SortedView): string {
  return `keepsake.sort.${view}`
}

function toSort(key: unknown, order: unknown): PhotoSort | null {
  const sortKey = key === 'created' ? 'CREATED' : key === 'dateTaken' ? 'DATE_TAKEN' : null
  const sortOrder = order === 'asc' ? 'ASC' : order === 'desc' ? 'DESC' : null
  return sortKey && sortOrder && { sortKey, sortOrder }
}

/** The stored form, given by the specification: sortKey `created` or `dateTaken`, sortOrder `asc` or `desc`. */
function toStored({ sortKey, sortOrder }: PhotoSort) {
  return {
    sortKey: sortKey === 'CREATED' ? 'created' : 'dateTaken',
    sortOrder: sortOrder === 'ASC' ? 'asc' : 'desc',
  }
}
