import type { Generated } from 'kysely'

export type BackupStatus = 'REQUESTED' | 'IN_PROGRESS' | 'FAILED' | 'READY'

export interface BackupsTable {
  id: string
  owner_id: string
  channel_id: string
  email: string
  status: Generated<BackupStatus>
  /** The event position before the snapshot. Changes after this position may be missing from the export. */
  library_position: number
  step: Generated<'photos' | 'albums' | 'chunks'>
  /** The progress of the current step. */
  cursor: Generated<string | null>
  photos_count: Generated<number>
  missing_count: Generated<number>
  bytes: Generated<number>
  progress: Generated<number>
  told_at: Generated<Date>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  ends_at: Generated<Date | null>
  mailed_at: Generated<Date | null>
  is_clean: Generated<boolean>
}

export interface BackupPhotosTable {
  backup_id: string
  number: number
  photo_id: string
  original_key: string
  size: number
  crc32: number
  taken_at: string | null
  taken_offset: string | null
  uploaded_at: Date
  path: string
  folded_path: string
  folded_base: string
  copy: number
  is_damaged: Generated<boolean>
}

/** A page of an album's photos. */
export interface BackupAlbumsTable {
  backup_id: string
  /** The album's number, from 1. */
  number: number
  /** The page's number in the album, from 1. */
  part: number
  name: string
  created_at: Date
  photo_ids: string[]
}

export interface BackupChunksTable {
  backup_id: string
  number: number
  first_photo: number
  last_photo: number
  content_bytes: number
  file_bytes: number
  attempt: Generated<number>
  /** Null until the file is finished. */
  size: Generated<number | null>
  checksum: Generated<string | null>
  photos_count: Generated<number | null>
}

export interface ExportsTables {
  backups: BackupsTable
  backup_photos: BackupPhotosTable
  backup_albums: BackupAlbumsTable
  backup_chunks: BackupChunksTable
}
