import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import type { PhotosTables } from '../../../services/photos/tables.ts'
import { openDatabase } from '../../../services/platform/database.ts'
import { migrate } from '../../../services/platform/migrations.ts'
import type { Installation } from '../../support/database.ts'

/** A photo inserted into the table, for tests of lists. Timestamps are text, because a Date loses microseconds. */
export interface Seed {
  readonly number: number
  readonly takenAt: string | null
  readonly createdAt: string
}

export function idOf(number: number): string {
  return `018f3c1a-1111-7000-8000-${String(number).padStart(12, '0')}`
}

export async function seedPhotos(
  database: Kysely<PhotosTables>,
  ownerId: string,
  seeds: readonly Seed[],
): Promise<void> {
  const rows = seeds.map(({ number, takenAt, createdAt }) => ({
    id: idOf(number),
    owner_id: ownerId,
    upload_id: idOf(number),
    generation: 1,
    file_name: `${number}.jpg`,
    content_type: 'image/jpeg',
    size: 1,
    crc32: 0,
    original_key: `photos/${ownerId}/${number}/original`,
    thumbnails: JSON.stringify([]),
    width: 4,
    height: 3,
    taken_at: takenAt,
    taken_offset: null,
    latitude: null,
    longitude: null,
    details: JSON.stringify({}),
    thumbhash: null,
    uploaded_at: new Date(0),
    // The column also accepts text. Its declared type is the type of the values that are read.
    created_at: createdAt as unknown as Date,
  }))
  await database.insertInto('photos').values(rows).execute()
}

/** Inserts new photos; returns their ids. One photo in 13 has no date. The others are spread over twelve months. */
export async function seedMany(database: Kysely<PhotosTables>, ownerId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into photos.photos (
      id, owner_id, upload_id, generation, file_name, content_type, size, crc32, original_key, thumbnails, width, height,
      taken_at, details, uploaded_at, created_at
    )
    select gen_random_uuid(), ${ownerId}, gen_random_uuid(), 1, number || '.jpg', 'image/jpeg', 1, 0, '', '[]', 4, 3,
      case when number % 13 > 0 then timestamp '2024-01-05' + make_interval(months => number % 13 - 1) end,
      '{}', now(), clock_timestamp()
    from generate_series(1, ${count}::integer) as number
    returning id`.execute(database)
  return rows.map(({ id }) => id)
}

/**
 * Calls `work` with the database of an installation. No service may be running. First creates missing tables, so that
 * `work` succeeds even before the first start of the services.
 * @param services further services whose tables are needed
 */
export async function inDatabase(
  installation: Installation,
  work: (database: Kysely<PhotosTables>) => Promise<void>,
  services: readonly string[] = [],
): Promise<void> {
  const database = await openDatabase(installation, pino({ level: 'silent' }))
  try {
    for (const service of ['photos', ...services]) {
      await migrate(database, service, new URL(`../../../services/${service}/migrations/`, import.meta.url))
    }
    await work(database.inSchema<PhotosTables>('photos'))
  } finally {
    await database.close()
  }
}
