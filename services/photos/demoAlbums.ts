import { type Kysely, type Transaction, sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { type DemoAccount, demoAccounts } from '../platform/demo.ts'
import { insertLocked, lockPhotos } from './albums/albumChanges.ts'
import { albumChangedEvents } from './albums/albumReaders.ts'
import { shareAlbum } from './albums/sharing.ts'
import { type ChangedPhoto, changeOf } from './announcements.ts'
import { insertSynthetic, keepSourcesInStorage } from './synthetic.ts'
import { inTransaction } from './transactions.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { PhotosTables } from './tables.ts'

const queueName = 'photos.demo-albums'
const payload = z.object({ round: z.number().int() })
const longestPauseSeconds = 60

/**
 * A demo album. Drawing the demo pictures takes minutes, so an album is made once its owner's library holds enough of
 * them.
 */
interface DemoAlbum {
  readonly name: string
  readonly owner: DemoAccount
  readonly daysOld: number
  /** How many photos the owner and the participant must each have before the album is made. */
  readonly needs: number
  /**
   * The album contains the owner's photos with the indexes `from` to `to - 1`. The newest photo by capture time has the
   * index 0.
   */
  readonly photos: readonly [from: number, to: number]
  /** The account that takes part, and how many of its newest photos are in the album. */
  readonly participant?: { readonly account: DemoAccount; readonly photos: number }
  /** How many synthetic records the album contains. All are in one month, which is before the owner's pictures. */
  readonly synthetic?: number
}

const [anna, ben] = demoAccounts

const albums: readonly DemoAlbum[] = [
  { name: 'Summer in Brittany', owner: anna, daysOld: 0, needs: 24, photos: [0, 9] },
  { name: 'Weekend in the mountains', owner: anna, daysOld: 1, needs: 24, photos: [9, 16] },
  {
    name: 'Grandma’s 80th birthday',
    owner: anna,
    daysOld: 23,
    needs: 12,
    photos: [2, 12],
    participant: { account: ben, photos: 4 },
  },
  { name: 'For the living room wall', owner: anna, daysOld: 40, needs: 24, photos: [0, 0] },
  { name: 'Evening light', owner: anna, daysOld: 96, needs: 24, photos: [15, 24] },
  { name: 'Three weeks in Norway', owner: anna, daysOld: 400, needs: 100, photos: [0, 0], synthetic: 600 },
  {
    name: 'Our year on the allotment',
    owner: ben,
    daysOld: 61,
    needs: 12,
    photos: [0, 8],
    participant: { account: anna, photos: 3 },
  },
]

/** Queues the job that makes the demo albums. Existing albums are not made again. */
export async function planDemoAlbums(platform: Platform): Promise<void> {
  await planRound(platform, platform.database<PhotosTables>('photos'), 0)
}

/** Makes the albums that are ready, and queues itself until all are made. */
export function demoAlbumQueue(platform: Platform, database: Kysely<PhotosTables>): JobQueue<z.infer<typeof payload>> {
  return {
    name: queueName,
    payload,
    concurrency: 1,
    retries: 10,
    timeoutSeconds: 300,
    run: async ({ round }) => {
      if (!(await makeDemoAlbums(platform, database))) await planRound(platform, database, round + 1)
    },
  }
}

/**
 * Makes those albums that do not exist yet and have enough photos, each in one transaction.
 * @returns true if all albums exist
 */
export async function makeDemoAlbums(platform: Platform, database: Kysely<PhotosTables>): Promise<boolean> {
  const made = new Set((await database.selectFrom('demo_albums').select('name').execute()).map(({ name }) => name))
  let areAllMade = true
  for (const album of albums) {
    if (made.has(album.name)) continue
    if (await isReady(platform, database, album))
      await inTransaction(database, (change) => make(platform, change, album))
    else areAllMade = false
  }
  return areAllMade
}

async function planRound(platform: Platform, database: Kysely<PhotosTables>, round: number): Promise<void> {
  const delaySeconds = Math.min(1 + round, longestPauseSeconds)
  await database
    .transaction()
    .execute((change) => platform.jobs.enqueue(change, queueName, { round }, { key: 'round', delaySeconds }))
}

async function isReady(platform: Platform, database: Kysely<PhotosTables>, album: DemoAlbum): Promise<boolean> {
  const needs = Math.min(album.needs, platform.config.storage.demoPictures ?? album.needs)
  for (const account of [album.owner, ...(album.participant ? [album.participant.account] : [])]) {
    const photos = await database
      .selectFrom('photos')
      .select('id')
      .where('owner_id', '=', account.id)
      .limit(needs)
      .execute()
    if (photos.length < needs) return false
  }
  return true
}

async function make(platform: Platform, change: Transaction<PhotosTables>, album: DemoAlbum): Promise<void> {
  const { name, owner, participant } = album
  const isNew = await change
    .insertInto('demo_albums')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name')
    .executeTakeFirst()
  if (!isNew) return
  const synthetic = album.synthetic ? await makeSynthetic(change, owner.id, album.synthetic) : []
  const [from, to] = album.photos
  const photoIds = [...synthetic.map((photo) => photo.id), ...(await newestOf(change, owner.id, to)).slice(from)]
  const id = await makeAlbum(change, album)
  await insertLocked(change, id, photoIds.toReversed(), await lockPhotos(change, owner.id, photoIds))
  if (participant) {
    const { account, photos } = participant
    const joining = { id: account.id, email: account.email, photoIds: await newestOf(change, account.id, photos) }
    await shareAlbum(change, platform, id, [joining])
    return
  }
  await platform.events.append(change, [
    // One event is enough to make open pages read the month again.
    ...synthetic.slice(0, 1).map((photo) => changeOf('photo.added', owner.id, photo)),
    ...(await albumChangedEvents(change, [id])),
  ])
}

async function makeAlbum(change: Transaction<PhotosTables>, { name, owner, daysOld }: DemoAlbum): Promise<string> {
  const id = uuidv7()
  const created = sql<Date>`clock_timestamp() - make_interval(days => ${daysOld}::integer)`
  await change
    .insertInto('albums')
    .values({ id, owner_id: owner.id, owner_email: owner.email, name, created_at: created })
    .execute()
  return id
}

/** Photos of an account by capture time, newest first. */
async function newestOf(change: Transaction<PhotosTables>, ownerId: string, count: number): Promise<string[]> {
  const photos = await change
    .selectFrom('photos')
    .select('id')
    .where('owner_id', '=', ownerId)
    .orderBy(sql`taken_at desc nulls last, id`)
    .limit(count)
    .execute()
  return photos.map(({ id }) => id)
}

/** Creates records in the July before the demo pictures begin; returns them by capture time, newest first. */
async function makeSynthetic(
  change: Transaction<PhotosTables>,
  ownerId: string,
  count: number,
): Promise<readonly ChangedPhoto[]> {
  await keepSourcesInStorage(change, ownerId)
  await insertSynthetic(change, ownerId, { made: 0, count, month: `${new Date().getUTCFullYear() - 3}-07` })
  return change
    .selectFrom('photos')
    .select(['id', 'taken_month', 'generation'])
    .where('owner_id', '=', ownerId)
    .where('created_at', '>=', sql<Date>`now()`)
    .where('generation', '=', 0)
    .orderBy('taken_at', 'desc')
    .execute()
}
