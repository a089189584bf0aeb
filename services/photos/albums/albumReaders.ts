import { type Transaction, sql } from 'kysely'
import type { PlatformEvent } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

/** An account that can read an album: its owner or a participant. */
export interface AlbumReader {
  readonly album_id: string
  readonly account_id: string
  readonly is_owner: boolean
  readonly is_shared: boolean
}

/** The owners and participants of albums. */
export async function findReaders(
  change: Transaction<PhotosTables>,
  albumIds: readonly string[],
): Promise<readonly AlbumReader[]> {
  if (albumIds.length === 0) return []
  const { rows } = await sql<AlbumReader>`
    select id as album_id, owner_id as account_id, true as is_owner,
      exists (select from photos.album_participants where album_id = albums.id) as is_shared
    from photos.albums where id = any(${[...albumIds]}::uuid[])
    union all
    select album_id, account_id, false, true from photos.album_participants
    where album_id = any(${[...albumIds]}::uuid[])`.execute(change)
  return rows
}

/** The event that tells an account that an album changed, or that it can no longer read the album in this form. */
export function albumEvent(
  type: 'album.changed' | 'album.removed',
  reader: AlbumReader,
): Omit<PlatformEvent, 'position'> {
  const { album_id: albumId, account_id: owner, is_owner: isOwner, is_shared: isShared } = reader
  return { type, owner, data: { albumId, isOwner, isShared } }
}

/** The events that tell all owners and participants about changed albums. */
export async function albumChangedEvents(
  change: Transaction<PhotosTables>,
  albumIds: readonly string[],
): Promise<Omit<PlatformEvent, 'position'>[]> {
  return (await findReaders(change, albumIds)).map((reader) => albumEvent('album.changed', reader))
}
