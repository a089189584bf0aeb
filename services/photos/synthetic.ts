import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { demoAccounts } from '../platform/demo.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { changeOf } from './announcements.ts'
import { parse } from './routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const maxCount = 2_000_000
const rowsPerStatement = 5_000
const years = 20
const undatedShare = 0.02

const bodySchema = z.union([
  z.object({ accountId: z.uuid(), count: z.number().int().min(1).max(maxCount) }),
  z.object({ email: z.string(), count: z.number().int().min(1).max(maxCount) }),
])

/** Fills a library with records over the pictures that it has, to see how large ones behave. For the operator. */
export function registerSyntheticRoute(app: FastifyInstance, platform: Platform, database: Kysely<PhotosTables>): void {
  app.post('/dev/synthetic', async (request) => {
    platform.operator.authorize(request)
    const body = parse(bodySchema, request.body)
    const accountId = 'accountId' in body ? body.accountId : accountOf(body.email)
    if (!(await hasPhotos(database, accountId))) {
      throw new Problem(409, 'NO_PHOTOS', 'The library needs at least one photo to start from.')
    }
    for (let made = 0; made < body.count; made += rowsPerStatement) {
      await insertSynthetic(database, accountId, Math.min(rowsPerStatement, body.count - made))
      await setImmediate()
    }
    await announceMonths(platform, database, accountId)
    return { accountId, created: body.count }
  })
}

function accountOf(email: string): string {
  const account = demoAccounts.find((candidate) => candidate.email === email.toLowerCase())
  if (!account) throw notFound('There is no such demo account.')
  return account.id
}

async function hasPhotos(database: Kysely<PhotosTables>, accountId: string): Promise<boolean> {
  const photo = await database.selectFrom('photos').select('id').where('owner_id', '=', accountId).executeTakeFirst()
  return photo !== undefined
}

/**
 * Most photos are recent ones, as in libraries that people have had for long.
 * Ids are made as UUIDv7 of the statement's time, by hand: not every version of the database can.
 */
async function insertSynthetic(database: Kysely<PhotosTables>, accountId: string, count: number): Promise<void> {
  await sql`
    insert into photos.photos (
      id, owner_id, upload_id, generation, file_name, content_type, size, crc32, original_key, thumbnails, width, height,
      taken_at, taken_offset, latitude, longitude, details, thumbhash, uploaded_at, created_at
    )
    select
      (time.hex || '7' || substr(random.hex, 1, 3) || 'a' || substr(random.hex, 4, 15))::uuid,
      owner_id, upload_id, generation, 'IMG_' || lpad((random() * 9999)::integer::text, 4, '0') || '.JPG',
      content_type, size, crc32, original_key, thumbnails, width, height,
      case when random() < ${undatedShare}::float then null
        else localtimestamp(0) - power(random(), 3) * make_interval(years => ${years}) end,
      taken_offset, latitude, longitude, details, thumbhash, now(), now() + number * interval '1 microsecond'
    from generate_series(1, ${count}::integer) as number
    cross join lateral (select md5(random()::text || number) as hex) as random
    cross join (
      select lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as hex
    ) as time
    join (
      select *, row_number() over (order by id) as place, count(*) over () as places
      from (select * from photos.photos where owner_id = ${accountId} order by created_at, id limit 200) as few
    ) as source on source.place = 1 + number % source.places
  `.execute(database)
}

/** One event for each month is enough for an open page to look again. */
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
