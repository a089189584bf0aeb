import { type PreferenceReader, preferences } from '../../../../app/storage.ts'

/** The order of photos, as the gateway is asked for it. */
export interface PhotoSort {
  readonly sortKey: 'CREATED' | 'DATE_TAKEN'
  readonly sortOrder: 'ASC' | 'DESC'
}

/** The views that keep an order of their own. */
export type SortedView = 'photos' | 'albumPhotos' | 'sharedAlbumPhotos'

/** The order that a view has until somebody chooses another. */
const defaults: Readonly<Record<SortedView, PhotoSort>> = {
  photos: { sortKey: 'DATE_TAKEN', sortOrder: 'DESC' },
  albumPhotos: { sortKey: 'CREATED', sortOrder: 'DESC' },
  sharedAlbumPhotos: { sortKey: 'CREATED', sortOrder: 'DESC' },
}

/** The address's parameter that holds the order. */
export const sortParameter = 'sort'

/** The order of the library's photos: see `viewSort`. */
export function photosSort(search: URLSearchParams, storage?: PreferenceReader): PhotoSort {
  return viewSort('photos', search, storage)
}

/**
 * The order of a view: that of the address (`?sort=created-asc`), else the one chosen before in this browser, else
 * the default. What cannot be read or makes no sense counts as not there.
 */
export function viewSort(
  view: SortedView,
  search: URLSearchParams,
  storage: PreferenceReader = preferences,
): PhotoSort {
  return parseSort(search.get(sortParameter)) ?? storedSort(view, storage) ?? defaults[view]
}

/** The order that `created-asc`, `created-desc`, `dateTaken-asc` or `dateTaken-desc` says; null of anything else. */
export function parseSort(text: string | null): PhotoSort | null {
  const [key, order, ...rest] = (text ?? '').split('-')
  return rest.length === 0 ? toSort(key, order) : null
}

/** The order as the address writes it. */
export function formatSort(sort: PhotoSort): string {
  const { sortKey, sortOrder } = toStored(sort)
  return `${sortKey}-${sortOrder}`
}

/**
 * What a link to a photo adds to its address, so that its neighbours are those of the list it was opened from:
 * `?sort=…` when the address says so or the order is not the default, else nothing.
 */
export function sortQuery(view: SortedView, search: URLSearchParams, storage?: PreferenceReader): string {
  const sort = formatSort(viewSort(view, search, storage))
  const isSaid = parseSort(search.get(sortParameter)) !== null
  return isSaid || sort !== formatSort(defaults[view]) ? `?${sortParameter}=${sort}` : ''
}

/** Keeps the order for the next visit; a browser that keeps nothing does without. */
export function storeSort(view: SortedView, sort: PhotoSort, storage: Pick<Storage, 'setItem'> = preferences): void {
  try {
    storage.setItem(storageKey(view), JSON.stringify(toStored(sort)))
  } catch {
    // Full or blocked: the address still says it.
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

/** As the specification keeps it: sortKey `created` or `dateTaken`, sortOrder `asc` or `desc`. */
function toStored({ sortKey, sortOrder }: PhotoSort) {
  return {
    sortKey: sortKey === 'CREATED' ? 'created' : 'dateTaken',
    sortOrder: sortOrder === 'ASC' ? 'asc' : 'desc',
  }
}
