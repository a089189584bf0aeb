import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { demoAccountOf } from '../platform/demo.ts'
import { Problem } from '../platform/problems.ts'
import { changeOf } from './announcements.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const maxCount = 2_000_000
const rowsPerStatement = 5_000
const monthsFilled = 200
/** The maximum number of photos whose files the records share. */
const maxSources = 200

const fillSchema = z.object({
  count: z.number().int().min(1).max(maxCount),
  /** One month for all records; by default, the last 200 months. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional(),
})
const fill = {
  summary: 'Adds photo records that share the files of the existing photos',
  description:
    'Only in a demo. The month has the form `2024-05`. Without a month, the photos are spread over the last 200 months.',
  body: z.union([fillSchema.extend({ accountId: z.uuid() }), fillSchema.extend({ email: z.string() })]),
  response: { 200: z.object({ accountId: z.uuid(), created: z.number().int() }) },
  problems: { 404: ['NOT_FOUND'], 409: ['NO_PHOTOS'] },
}

/** Lets the operator add many photo records that share the files of existing photos, to test large libraries. */
export function registerSyntheticRoute(app: ServiceApp, platform: Platform, database: Kysely<PhotosTables>): void {
  app.post('/dev/synthetic', { config: { access: 'operator' }, schema: fill }, async ({ body }) => {
    const accountId = 'accountId' in body ? body.accountId : demoAccountOf(body.email).id
    if (!(await hasPhotos(database, accountId))) {
      throw new Problem(409, 'NO_PHOTOS', 'The library needs at least one photo to start from.')
    }
    await keepSourcesInStorage(database, accountId)
    for (let made = 0; made < body.count; made += rowsPerStatement) {
      const part = { made, count: Math.min(rowsPerStatement, body.count - made), month: body.month }
      await insertSynthetic(database, accountId, part)
      await setImmediate()
    }
    // Without new statistics, the planner's estimate stays too low for a minute.
    await sql`analyze photos.photos`.execute(database)
    await announceMonths(platform, database, accountId)
    return { accountId, created: body.count }
  })
}

async function hasPhotos(database: Kysely<PhotosTables>, accountId: string): Promise<boolean> {
  const photo = await database.selectFrom('photos').select('id').where('owner_id', '=', accountId).executeTakeFirst()
  return photo !== undefined
}

/**
 * Gives the source photos the generation 0, so that storage never deletes their files, which the records share. Storage
 * deletes an original only if the generation of the removed photo is at least that of the original; every original has
 * a generation above 0.
 */
export async function keepSourcesInStorage(database: Kysely<PhotosTables>, accountId: string): Promise<void> {
  await sql`
    update photos.photos set generation = 0
    where id in (${sourceIds(accountId)}) and generation > 0`.execute(database)
}

function sourceIds(accountId: string) {
  return sql`select id from photos.photos where owner_id = ${accountId} order by created_at, id limit ${maxSources}`
}

/**
 * Inserts the records. Every month gets some records, and recent months get the most, as in libraries that have grown
 * for years. UUIDv7 ids are built by hand, because not every PostgreSQL version can generate them.
 */
export async function insertSynthetic(
  database: Kysely<PhotosTables>,
  accountId: string,
  { made, count, month }: { made: number; count: number; month: string | undefined },
): Promise<void> {
  const newest =
    month === undefined ? sql`date_trunc('month', localtimestamp)` : sql`cast(${`${month}-01`} as timestamp)`
  const months = month === undefined ? monthsFilled : 1
  // Materialized before the join, which could otherwise compute a random value twice, with different results.
  await sql`
    with chances as materialized (
      select number, md5(random()::text || number) as hex, random() as month, random() as part
      from generate_series(${made}::integer, ${made + count - 1}::integer) as number
    ), chosen as materialized (
      select number, hex, part, ('x' || substr(hex, 20, 7))::bit(28)::integer as source, ${newest} - make_interval(
        months => case when number < ${months}::integer then number else floor(power(month, 2) * ${months})::integer end
      ) as month
      from chances
    ), sources as materialized (
      select *, row_number() over (order by id) - 1 as place, count(*) over () as places
      from photos.photos where id in (${sourceIds(accountId)})
    )
    insert into photos.photos (
      id, owner_id, upload_id, generation, file_name, content_type, size, crc32, original_key, thumbnails, width, height,
      taken_at, taken_offset, latitude, longitude, details, thumbhash, picture_problem, uploaded_at, created_at
    )
    select
      (
        lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
        || '7' || substr(hex, 1, 3) || 'a' || substr(hex, 4, 15)
      )::uuid,
      owner_id, upload_id, generation, 'IMG_' || lpad((number % 10000)::text, 4, '0') || '.JPG',
      content_type, size, crc32, original_key, thumbnails, width, height,
      date_trunc('second', month + part * (
        greatest(least(month + interval '1 month', localtimestamp), month) - month
      )),
      taken_offset, latitude, longitude, details, thumbhash, picture_problem, now(), now() + (number - ${made}) * interval '1 microsecond'
    from chosen join sources on sources.place = chosen.source % sources.places
  `.execute(database)
}

/** Announces one photo per month, which is enough to make open pages read the month again. */
async function announceMonths(platform: Platform, database: Kysely<PhotosTables>, accountId: string): Promise<void> {
  await database.transaction().execute(async (change) => {
    const photos = await change
      .selectFrom('month_counts')
      .innerJoinLateral(
        (join) =>
          join
            .selectFrom('photos')
            .select(['id', 'generation', 'taken_month'])
            .whereRef('photos.owner_id', '=', 'month_counts.owner_id')
            .whereRef('photos.taken_month', '=', 'month_counts.month')
            .orderBy('created_at', 'desc')
            .limit(1)
            .as('latest'),
        (join) => join.onTrue(),
      )
      .select(['latest.id', 'latest.generation', 'latest.taken_month'])
      .where('month_counts.owner_id', '=', accountId)
      .where('month_counts.count', '>', 0)
      .execute()
    await platform.events.append(
      change,
      photos.map((photo) => changeOf('photo.added', accountId, photo)),
    )
  })
}
