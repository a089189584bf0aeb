import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

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

/** Who had a library deleted: the customer, or its time was over. */
export type DeletionReason = 'customer' | 'retention'

/** A library that is being emptied, and how far that has come in the order of month, arrival and id. */
export interface LibraryDeletionsTable {
  owner_id: string
  /** What came in later stays. */
  before: Date
  reason: Generated<DeletionReason>
  reached_month: Generated<number>
  reached_created_at: Generated<Date>
  reached_id: Generated<string>
}

export interface AlbumsTable {
  id: string
  owner_id: string
  owner_email: string
  name: string
  /** Kept by the database's triggers. */
  photos_count: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Who takes part in an album of somebody else. An album that has participants is shared. */
export interface AlbumParticipantsTable {
  album_id: string
  account_id: string
  email: string
  joined_at: Generated<Date>
}

export interface AlbumPhotosTable {
  album_id: string
  photo_id: string
  /** Of the photo. */
  owner_id: string
  added_at: Date
  /** As the photo's. */
  taken_at: string | null
}

/** Albums of the demo that were made. */
export interface DemoAlbumsTable {
  name: string
}

export interface PhotosTables {
  photos: PhotosTable
  month_counts: MonthCountsTable
  temp_selections: TempSelectionsTable
  library_deletions: LibraryDeletionsTable
  albums: AlbumsTable
  album_participants: AlbumParticipantsTable
  album_photos: AlbumPhotosTable
  demo_albums: DemoAlbumsTable
}
