import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** Storage's reasons why a picture cannot be shown. */
export const pictureProblems = ['UNREADABLE', 'TOO_LARGE', 'FAILED'] as const
export type PictureProblem = (typeof pictureProblems)[number]

export interface StoredThumbnail {
  readonly id: string
  readonly width: number
  readonly height: number
  readonly key: string
}

export interface PhotosTable {
  id: string
  owner_id: string
  upload_id: string
  generation: number
  file_name: string
  content_type: string
  size: number
  crc32: number
  original_key: string
  thumbnails: JSONColumnType<readonly StoredThumbnail[]>
  width: number
  height: number
  taken_at: string | null
  taken_offset: string | null
  taken_month: GeneratedAlways<number>
  latitude: number | null
  longitude: number | null
  details: JSONColumnType<Record<string, string | number>>
  thumbhash: string | null
  /** Why the picture cannot be shown; such a photo has no renditions. */
  picture_problem: PictureProblem | null
  uploaded_at: Date
  created_at: Generated<Date>
}

export interface MonthCountsTable {
  owner_id: string
  month: number
  count: number
}

export interface TempSelectionsTable {
  id: string
  owner_id: string
  photo_ids: string[]
  created_at: Generated<Date>
}

/** Why a library is deleted: the customer asked for it, or its retention period has ended. */
export type DeletionReason = 'customer' | 'retention'

/**
 * A library that is being deleted. Its photos are deleted in the order of month, `created_at` and id; the row has the
 * position that was reached.
 */
export interface LibraryDeletionsTable {
  owner_id: string
  /** Photos added later stay. */
  before: Date
  reason: Generated<DeletionReason>
  /** How many days the photos stay in the trash; 0: they are deleted for good. */
  trash_days: Generated<number>
  /** At the end of retention, photos added up to this moment are deleted for good. */
  final_before: Generated<Date>
  reached_month: Generated<number>
  reached_created_at: Generated<Date>
  reached_id: Generated<string>
}

/** The photos in the trash. Only raw SQL reads their JSON. */
export interface TrashedPhotosTable {
  id: string
  owner_id: string
  /** The row of `photos`. */
  photo: unknown
  /** The albums that held the photo, with the time when it was added. */
  albums: unknown
  deleted_at: Date
  expires_at: Date
}

/** A trash that is being emptied. Photos deleted later stay. */
export interface TrashEmptyingsTable {
  owner_id: string
  before: Date
}

export interface AlbumsTable {
  id: string
  owner_id: string
  owner_email: string
  name: string
  /** Maintained by database triggers. */
  photos_count: Generated<number>
  /**
   * Links of this album to photos of other accounts contain this generation. The generation increases when a
   * participant leaves, which ends the earlier links.
   */
  links_generation: Generated<number>
  /** True: participants see where the owner's photos were taken. */
  shares_locations: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Accounts that take part in somebody else's album. An album with participants is shared. */
export interface AlbumParticipantsTable {
  album_id: string
  account_id: string
  email: string
  joined_at: Generated<Date>
}

export interface AlbumPhotosTable {
  album_id: string
  photo_id: string
  /** The photo's owner. */
  owner_id: string
  added_at: Date
  /** Copied from the photo. */
  taken_at: string | null
}

/** The demo albums that were made already. */
export interface DemoAlbumsTable {
  name: string
}

export interface PhotosTables {
  photos: PhotosTable
  month_counts: MonthCountsTable
  temp_selections: TempSelectionsTable
  library_deletions: LibraryDeletionsTable
  trashed_photos: TrashedPhotosTable
  trash_emptyings: TrashEmptyingsTable
  albums: AlbumsTable
  album_participants: AlbumParticipantsTable
  album_photos: AlbumPhotosTable
  demo_albums: DemoAlbumsTable
}
