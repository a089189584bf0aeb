import { type Kysely, type RawBuilder, sql } from 'kysely'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { type AlbumForm, isReadableBy } from './access.ts'
import type { PhotosTables } from '../tables.ts'
import type { PhotoRow } from '../pages.ts'

interface AlbumFacts {
  readonly album_id: string
  readonly album_owner_id: string
  readonly album_owner_email: string
  readonly album_name: string
  readonly photos_count: number
  readonly links_generation: number
  readonly album_created_at: Date
  readonly album_created_text: string
  readonly album_updated_at: Date
  readonly shares_locations: boolean
  /** The e-mail addresses of the participants. */
  readonly participants: readonly string[]
}

/** A photo of an album, with the e-mail address of the photo's owner. */
export type OwnedPhotoRow = PhotoRow & {
  readonly photo_owner_email: string
  /** True if the photo's owner lets the participants see where the photo was taken. */
  readonly shares_location: boolean
}

/** An album with its cover, if it has one. */
export type AlbumRow = AlbumFacts & (OwnedPhotoRow | { readonly id: null })

/** A page of albums. */
export interface AlbumPage {
  readonly albums: readonly AlbumRow[]
  readonly cursor: string | null
}

/**
 * Which albums to list: all albums that an account owns, only its albums that are not shared, or the albums of other
 * accounts in which it takes part.
 */
export type AlbumList = 'own' | 'unshared' | 'participating'

/** One page of a list of albums, newest first, with their covers, in one statement. */
export async function readAlbums(
  database: Kysely<PhotosTables>,
  accountId: string,
  list: AlbumList,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<AlbumPage> {
  const identity = ['albums', accountId, list]
  const after = cursor === undefined ? null : decodeCursor(identity, cursor)
  const place = after ? sql`(cast(${after.key} as timestamptz), cast(${after.id} as uuid))` : null
  const isAfter = place ? sql<boolean>`(albums.created_at, albums.id) < ${place}` : sql<boolean>`true`
  const rows = await selectAlbums(database, sql`${isIn(list, accountId)} and ${isAfter}`, limit + 1)
  const albums = rows.slice(0, limit)
  const last = albums.at(-1)
  if (!last || rows.length <= limit) return { albums, cursor: null }
  const position = { phase: 'created', key: last.album_created_text, id: last.album_id } as const
  return { albums, cursor: encodeCursor(identity, position) }
}

/** One album in one of its forms; null if the account cannot read it. */
export async function findAlbum(
  database: Kysely<PhotosTables>,
  albumId: string,
  accountId: string,
  form: AlbumForm,
): Promise<AlbumRow | null> {
  const condition = sql`(albums.id = ${albumId} and ${isReadableBy(accountId, form)})`
  return (await selectAlbums(database, condition, 1))[0] ?? null
}

function isIn(list: AlbumList, accountId: string): RawBuilder<unknown> {
  if (list === 'participating') {
    return sql`(albums.id in (select album_id from photos.album_participants where account_id = ${accountId}))`
  }
  if (list === 'own') return sql`(albums.owner_id = ${accountId})`
  return sql`(albums.owner_id = ${accountId}
    and not exists (select from photos.album_participants where album_id = albums.id))`
}

/** Selects the albums of a page first, and then looks up each cover with one index read. */
async function selectAlbums(
  database: Kysely<PhotosTables>,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<AlbumRow[]> {
  const { rows } = await sql<AlbumRow>`
    select cover.*, cover.created_at::text as created_text, albums.id as album_id, albums.owner_id as album_owner_id,
      albums.owner_email as album_owner_email, albums.name as album_name, albums.photos_count,
      albums.links_generation,
      albums.created_at as album_created_at, albums.created_at::text as album_created_text,
      albums.updated_at as album_updated_at, albums.shares_locations,
      albums.shares_locations and cover.owner_id = albums.owner_id as shares_location,
      array(
        select email from photos.album_participants where album_id = albums.id order by joined_at, account_id
      ) as participants,
      coalesce((
        select email from photos.album_participants where album_id = albums.id and account_id = cover.owner_id
      ), albums.owner_email) as photo_owner_email
    from (
      select * from photos.albums where ${condition} order by created_at desc, id desc limit ${limit}
    ) as albums
    left join photos.photos as cover on cover.id = (
      select photo_id from photos.album_photos where album_id = albums.id order by added_at desc, photo_id desc limit 1
    )
    order by albums.created_at desc, albums.id desc`.execute(database)
  return rows
}
