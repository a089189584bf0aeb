import { type Transaction, sql } from 'kysely'
import type { PlatformEvent } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

/** An account that has to do with an album. */
export interface Member {
  readonly album_id: string
  readonly account_id: string
  readonly is_owner: boolean
  readonly is_shared: boolean
}

/** The owners of albums and those who take part in them. */
export async function readMembers(
  change: Transaction<PhotosTables>,
  albumIds: readonly string[],
): Promise<readonly Member[]> {
  if (albumIds.length === 0) return []
  const { rows } = await sql<Member>`
    select id as album_id, owner_id as account_id, true as is_owner,
      exists (select from photos.album_participants where album_id = albums.id) as is_shared
    from photos.albums where id = any(${[...albumIds]}::uuid[])
    union all
    select album_id, account_id, false, true from photos.album_participants
    where album_id = any(${[...albumIds]}::uuid[])`.execute(change)
  return rows
}

/** Tells a member that an album changed, or that they have it no longer, in which of its two forms. */
export function albumEvent(type: 'album.changed' | 'album.removed', member: Member): Omit<PlatformEvent, 'position'> {
  const { album_id: albumId, account_id: owner, is_owner: isOwner, is_shared: isShared } = member
  return { type, owner, data: { albumId, isOwner, isShared } }
}

/** Tells everybody concerned of albums that changed. */
export async function albumChanges(
  change: Transaction<PhotosTables>,
  albumIds: readonly string[],
): Promise<Omit<PlatformEvent, 'position'>[]> {
  return (await readMembers(change, albumIds)).map((member) => albumEvent('album.changed', member))
}
