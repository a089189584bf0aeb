import { type Kysely, sql } from 'kysely'
import type { StorageTables } from './tables.ts'

type Database = Kysely<StorageTables>

/** Bytes of an upload that are stored as a blob. */
export interface StoredPiece {
  readonly uploadId: string
  /** The position of the first byte of the piece in the file. */
  readonly position: number
  /** In bytes. */
  readonly length: number
  readonly key: string
}

export type PieceRow = Pick<StoredPiece, 'key' | 'length'>

/** How many bytes of an upload have arrived. Null if there is no such upload. */
export async function arrivedBytes(database: Database, uploadId: string): Promise<number | null> {
  const found = await database
    .selectFrom('uploads')
    .leftJoin('upload_pieces', 'upload_pieces.upload_id', 'uploads.id')
    .select(sql<number>`coalesce(sum(upload_pieces.length), 0)::float8`.as('bytes'))
    .where('uploads.id', '=', uploadId)
    .groupBy('uploads.id')
    .executeTakeFirst()
  return found?.bytes ?? null
}

/** The pieces of an upload, in their order. */
export async function allPieces(database: Database, uploadId: string): Promise<PieceRow[]> {
  return database
    .selectFrom('upload_pieces')
    .select(['key', 'length'])
    .where('upload_id', '=', uploadId)
    .orderBy('position')
    .execute()
}

/** Adds a piece. False if another request has taken the lease of the upload, or the upload has ended. */
export async function recordPiece(database: Database, piece: StoredPiece, writer: string): Promise<boolean> {
  const { uploadId, position, length, key } = piece
  const { rows } = await sql`
    insert into storage.upload_pieces (upload_id, position, length, key)
    select id, ${position}::bigint, ${length}::bigint, ${key}
    from storage.uploads where id = ${uploadId} and writer = ${writer} and state = 'RECEIVING' for update
    returning 1`.execute(database)
  return rows.length > 0
}

/** Adds a piece to an upload that has none. False if it has one meanwhile, or the upload has ended. */
export async function recordOnlyPiece(database: Database, piece: StoredPiece): Promise<boolean> {
  const { uploadId, position, length, key } = piece
  const { rows } = await sql`
    insert into storage.upload_pieces (upload_id, position, length, key)
    select id, ${position}::bigint, ${length}::bigint, ${key}
    from storage.uploads where id = ${uploadId} and state = 'RECEIVING'
      and not exists (select from storage.upload_pieces where upload_id = uploads.id) for update
    on conflict do nothing
    returning 1`.execute(database)
  return rows.length > 0
}

/**
 * Replaces all pieces of an upload by one.
 * @returns the keys of the former pieces; null if the upload has ended
 */
export async function replacePieces(database: Database, { uploadId, ...piece }: StoredPiece): Promise<string[] | null> {
  return database.transaction().execute(async (change) => {
    const receiving = await change
      .selectFrom('uploads')
      .select('id')
      .where('id', '=', uploadId)
      .where('state', '=', 'RECEIVING')
      .forUpdate()
      .executeTakeFirst()
    if (!receiving) return null
    const former = await change.deleteFrom('upload_pieces').where('upload_id', '=', uploadId).returning('key').execute()
    await change
      .insertInto('upload_pieces')
      .values({ upload_id: uploadId, ...piece })
      .execute()
    return former.map(({ key }) => key)
  })
}

/** Forgets the pieces of uploads. Returns their keys. */
export async function forgetPieces(database: Database, uploadIds: readonly string[]): Promise<string[]> {
  const former = await database
    .deleteFrom('upload_pieces')
    .where('upload_id', '=', sql<string>`any(${uploadIds}::uuid[])`)
    .returning('key')
    .execute()
  return former.map(({ key }) => key)
}
