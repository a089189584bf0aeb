import type { Generated, JSONColumnType } from 'kysely'
import type { Format } from './formats/inspect.ts'
import type { RefusalCode } from './formats/refusal.ts'
import type { PictureProblem } from './pictureProblem.ts'

/** `PROCESSING`: the file is stored, but not yet a photo of the library. `READY`: the library has the photo. */
export type UploadState = 'RECEIVING' | 'PROCESSING' | 'READY' | 'REJECTED'

export interface UploadsTable {
  id: string
  /** Null: uploaded before the sign-in, and not claimed by an account. */
  owner_id: string | null
  file_name: string
  size: number
  state: Generated<UploadState>
  image_id: string
  /** The upload is ready once the library has handled this generation of its original. */
  generation: Generated<number>
  duplicate: Generated<boolean>
  code: RefusalCode | null
  metadata: string | null
  /** The request that may write to the upload until its lease ends. */
  writer: string | null
  writer_until: Date | null
  is_writer_asked: Generated<boolean>
  /** True while a request writes to an upload without an owner. Only such uploads use this and the next two columns. */
  is_held: Generated<boolean>
  /** How many bytes had arrived when the latest request ended. */
  arrived: Generated<number>
  /** When the latest request that brought bytes ended, or when the upload was announced. */
  received_at: Generated<Date>
  created_at: Generated<Date>
  changed_at: Generated<Date>
}

export interface ThumbnailFacts {
  readonly id: string
  readonly width: number
  readonly height: number
}

export interface OriginalsTable {
  image_id: string
  owner_id: string
  upload_id: string
  checksum: string
  size: number
  crc32: number
  format: Format
  file_name: string
  state: Generated<'PROCESSING' | 'READY'>
  generation: Generated<number>
  width: number
  height: number
  taken_at: string | null
  taken_offset: string | null
  latitude: number | null
  longitude: number | null
  details: JSONColumnType<Record<string, string | number>>
  thumbhash: string | null
  thumbnails: JSONColumnType<readonly ThumbnailFacts[]> | null
  /** A photo with a problem has no renditions. */
  picture_problem: PictureProblem | null
  problem_decoder: number | null
  created_at: Generated<Date>
}

/** Written by triggers. */
export interface AccountBytesTable {
  owner_id: string
  stored: number
}

/** How much an address group has announced on one day without a token. */
export interface AnonymousCountsTable {
  caller: string
  day: string
  uploads: number
  bytes: number
}

export interface DemoPicturesTable {
  owner_id: string
  number: number
  done: Generated<boolean>
}

export interface AlbumLinksTable {
  album_id: string
  /** Links of earlier generations have ended. Null: all links have ended. */
  generation: number | null
}

export interface UploadPiecesTable {
  upload_id: string
  /** The position of the first byte of the piece in the file. */
  position: number
  length: number
  key: string
}

export interface StorageTables {
  album_links: AlbumLinksTable
  uploads: UploadsTable
  upload_pieces: UploadPiecesTable
  originals: OriginalsTable
  account_bytes: AccountBytesTable
  anonymous_counts: AnonymousCountsTable
  demo_pictures: DemoPicturesTable
}
