import type { Generated, JSONColumnType } from 'kysely'
import type { Original } from './originals.ts'

export type DownloadState = 'started' | 'finished' | 'error'

export interface DownloadsTable {
  id: string
  owner_id: string
  name: string | null
  state: Generated<DownloadState>
  originals: JSONColumnType<readonly Original[]>
  /** How many photos were requested. */
  photos_count: number
  /** How many of the requested photos are missing from the archive. */
  missing_count: number
  /** 0 to 1. */
  progress: Generated<number>
  size: number | null
  request_key: string | null
  request_digest: string
  created_at: Generated<Date>
  expires_at: Date | null
}

export interface DownloadsTables {
  downloads: DownloadsTable
}
