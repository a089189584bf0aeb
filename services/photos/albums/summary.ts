import { type Kysely, sql } from 'kysely'
import type { PhotosTables } from '../tables.ts'

/** An account's shared albums in numbers. */
export interface SharedAlbumsSummary {
  /** Albums of others that the account takes part in. */
  readonly readAlbumsCount: number
  /** Own albums that the account shares. */
  readonly grantedAlbumsCount: number
  /** When the oldest of these albums was created; now, if there are none. */
  readonly created: string
  /** When one of these albums was last changed. */
  readonly updated?: string
}

/** Counts the albums that an account owns, including shared albums. */
export async function countAlbums(database: Kysely<PhotosTables>, ownerId: string): Promise<number> {
  const { count } = await database
    .selectFrom('albums')
    .select(sql<number>`count(*)`.as('count'))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

/** The answer to `GET /users/shared-albums`. */
export async function summarizeSharedAlbums(
  database: Kysely<PhotosTables>,
  accountId: string,
): Promise<SharedAlbumsSummary> {
  const { rows } = await sql<{ read: number; granted: number; created: Date | null; updated: Date | null }>`
    select count(*) filter (where owner_id <> ${accountId}) as read,
      count(*) filter (where owner_id = ${accountId}) as granted, min(created_at) as created, max(updated_at) as updated
    from photos.albums where id in (
      select album_id from photos.album_participants where account_id = ${accountId}
      union
      select id from photos.albums as own where owner_id = ${accountId}
        and exists (select from photos.album_participants where album_id = own.id)
    )`.execute(database)
  const { read = 0, granted = 0, created, updated } = rows[0] ?? {}
  return {
    readAlbumsCount: read,
    grantedAlbumsCount: granted,
    created: (created ?? new Date()).toISOString(),
    ...(updated ? { updated: updated.toISOString() } : {}),
  }
}

/** The ids and e-mail addresses of the participants of a shared album. */
export async function readParticipants(
  database: Kysely<PhotosTables>,
  albumId: string,
): Promise<readonly { readonly id: string; readonly email: string }[]> {
  return database
    .selectFrom('album_participants')
    .select(['account_id as id', 'email'])
    .where('album_id', '=', albumId)
    .orderBy('joined_at')
    .orderBy('account_id')
    .execute()
}
