import { preferences } from '../../app/storage.ts'

const key = 'keepsake.deletion'
const near = 'near'
const far = 'far'

/** What the queries of the storage status return about a library. */
interface KnownLibrary {
  readonly photosCount?: number | null | undefined
  readonly storage?: { readonly status: string } | null | undefined
}

/** Whether the photos of a library will be deleted soon; null while that is unknown. */
export function isDeletionNear({ photosCount, storage }: KnownLibrary): boolean | null {
  return storage ? photosCount !== 0 && storage.status !== 'SAFE' : null
}

/** Stores for the next view of the overview whether photos will be deleted soon. */
export function rememberDeletion(isNear: boolean): void {
  if (isNear !== wasDeletionNear()) preferences.setItem(key, isNear ? near : far)
}

/** Whether photos were about to be deleted at the last view; null if this browser has stored no answer yet. */
export function wasDeletionNear(): boolean | null {
  const stored = preferences.getItem(key)
  return stored === null ? null : stored === near
}
