import { type Kysely, type Transaction, sql } from 'kysely'
import type { PhotosTables } from '../tables.ts'

/** A row of `photos.imports`. */
export interface ImportRow {
  readonly owner_id: string
  readonly id: string
  readonly owner_email: string
  readonly folder: string
  readonly state: 'started' | 'finished' | 'error'
  readonly phase: 'listing' | 'again' | 'files' | 'albums'
  readonly started_at: Date
  readonly finished_at: Date | null
  readonly found_count: number
  readonly imported_count: number
  readonly existing_count: number
  readonly failed_count: number
  readonly progressed_at: Date
  readonly told_at: Date
  readonly told_progress: number
  /** Increases each time the failed files are retried. */
  readonly round: number
}

/** The account's import; undefined if the account never started one. */
export async function readImport(database: Kysely<PhotosTables>, ownerId: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`select * from photos.imports where owner_id = ${ownerId}`.execute(database)
  return rows[0]
}

/** Reads the account's import and locks its row until the transaction ends. */
export async function lockImport(change: Transaction<PhotosTables>, ownerId: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select * from photos.imports where owner_id = ${ownerId} for update`.execute(change)
  return rows[0]
}

const filesShare = 0.98

/** The progress of an import, 0 to 1. Files are nearly all of the work. */
export function progressOf(row: ImportRow): number {
  if (row.state === 'finished') return 1
  if (row.phase === 'listing' || row.found_count === 0) return 0
  const done = row.imported_count + row.existing_count + row.failed_count
  return (done / row.found_count) * filesShare
}
