import { z } from 'zod'
import { albumSchema, type Library } from './library.ts'
import type { Transaction } from 'kysely'
import type { ExportsTables } from './tables.ts'

/** The progress of planning albums: the current album, the cursor into its photos, and the cursor of the next album. */
const placeSchema = z.object({
  album: albumSchema,
  photos: z.string().nullable(),
  next: z.string().nullable(),
})
type AlbumPlace = z.infer<typeof placeSchema>

/** A page of an album's photos, and the next cursor. */
export interface AlbumPage {
  readonly album: z.infer<typeof albumSchema>
  readonly photoIds: readonly string[]
  /** True if earlier pages of the same album are in the plan already. */
  readonly isContinued: boolean
  /** Null after the last page. */
  readonly cursor: string | null
}

/**
 * The next page of the albums' photos. An album may have a million photos, so it is never in memory as a whole.
 * @param cursor the progress so far; null at the start
 * @returns null if there are no more albums
 */
export async function readAlbumPage(library: Library, cursor: string | null): Promise<AlbumPage | null> {
  const { place, after } = decode(cursor)
  const { album, next } = place ?? (await readNextAlbum(library, after))
  if (!album) return null
  const page = await library.photosOfAlbum(album.albumId, place?.photos ?? null)
  return {
    album,
    photoIds: page.photoIds,
    isContinued: place !== null,
    cursor: page.cursor === null ? next && encode(next) : encode({ album, photos: page.cursor, next }),
  }
}

async function readNextAlbum(library: Library, after: string | null) {
  const { albums, cursor } = await library.albums(after, 1)
  return { album: albums[0], next: cursor }
}

/** Appends a page to the plan. */
export async function storeAlbumPage(
  change: Transaction<ExportsTables>,
  backupId: string,
  { album, photoIds, isContinued }: AlbumPage,
): Promise<void> {
  const last = await change
    .selectFrom('backup_albums')
    .select(['number', 'part'])
    .where('backup_id', '=', backupId)
    .orderBy('number', 'desc')
    .orderBy('part', 'desc')
    .limit(1)
    .executeTakeFirst()
  const number = last?.number ?? 0
  await change
    .insertInto('backup_albums')
    .values({
      backup_id: backupId,
      number: isContinued ? number : number + 1,
      part: isContinued && last ? last.part + 1 : 1,
      name: album.name,
      created_at: new Date(album.created),
      photo_ids: [...photoIds],
    })
    .execute()
}

/** Parses a cursor, which points either into an album or before an album. */
function decode(cursor: string | null): { readonly place: AlbumPlace | null; readonly after: string | null } {
  const found: unknown = cursor === null ? null : JSON.parse(cursor)
  return typeof found === 'string' || found === null
    ? { place: null, after: found }
    : { place: placeSchema.parse(found), after: null }
}

function encode(place: AlbumPlace | string): string {
  return JSON.stringify(place)
}
