import { preferences } from '../../app/storage.ts'

const key = 'keepsake.deletion'
const near = 'near'

/** Stores for the next view of the overview whether photos will be deleted soon. */
export function rememberDeletion(isNear: boolean): void {
  if (isNear !== wasDeletionNear()) preferences.setItem(key, isNear ? near : '')
}

/** Whether photos were about to be deleted at the last view. */
export function wasDeletionNear(): boolean {
  return preferences.getItem(key) === near
}
