import { type Kysely, type RawBuilder, type Transaction, sql } from 'kysely'
import { notFound, Problem } from '../../platform/problems.ts'
import type { AlbumLink } from '../../platform/blobs/blobs.ts'
import type { PhotosTables } from '../tables.ts'

/**
 * The two forms of an album: `album` for its owner, `shared-album` for the owner and the participants of a shared
 * album.
 */
export type AlbumForm = 'album' | 'shared-album'

/** Returns the same problem for a missing album and for an album of another account, so that ids cannot be probed. */
export function noSuchAlbum(): Problem {
  return notFound('There is no such album.')
}

/** True for rows of `albums` that an account can read in this form. A shared album needs at least one participant. */
export function isReadableBy(accountId: string, form: AlbumForm): RawBuilder<boolean> {
  if (form === 'album') return sql<boolean>`(albums.owner_id = ${accountId})`
  return sql<boolean>`exists (
    select from photos.album_participants as taking
    where taking.album_id = albums.id and (albums.owner_id = ${accountId} or taking.account_id = ${accountId})
  )`
}

/**
 * Reads the generation of the links of an album, if the account can read the album in this form.
 * @throws Problem 404 for all other albums
 */
export async function readLinks(
  database: Kysely<PhotosTables>,
  albumId: string,
  accountId: string,
  form: AlbumForm,
): Promise<AlbumLink> {
  const { rows } = await sql<{ links_generation: number }>`
    select links_generation from photos.albums where id = ${albumId} and ${isReadableBy(accountId, form)}`.execute(
    database,
  )
  const [album] = rows
  if (!album) throw noSuchAlbum()
  return { albumId, generation: album.links_generation }
}

/** Locks an album against changes; throws a 404 problem if it does not exist. */
export async function lockAlbum(change: Transaction<PhotosTables>, albumId: string): Promise<{ owner_id: string }> {
  const album = await change
    .selectFrom('albums')
    .select('owner_id')
    .where('id', '=', albumId)
    .forUpdate()
    .executeTakeFirst()
  if (!album) throw noSuchAlbum()
  return album
}

/** Locks an album that its owner may change. Throws a 404 problem for other accounts, a 409 problem if it is shared. */
export async function lockOwnAlbum(change: Transaction<PhotosTables>, albumId: string, ownerId: string): Promise<void> {
  const album = await lockAlbum(change, albumId)
  if (album.owner_id !== ownerId) throw noSuchAlbum()
  // A separate query after the lock: the statement that waited for the lock would not see participants who joined
  // meanwhile.
  const participant = await change
    .selectFrom('album_participants')
    .select('account_id')
    .where('album_id', '=', albumId)
    .limit(1)
    .executeTakeFirst()
  if (participant) throw new Problem(409, 'ALBUM_IS_SHARED', 'The album is shared, so it can only be viewed.')
}
