import { sql, type Transaction } from 'kysely'
import { v5 as uuidv5 } from 'uuid'
import { demoAccounts } from '../platform/demo.ts'
import { announcementOf } from './announcements.ts'
import type { Platform, PlatformEvent } from '../platform/platform.ts'
import type { ProjectsTables } from './tables.ts'

/** An arbitrary UUID: the namespace of the ids of demo projects. */
const namespace = '6f1c5a52-51f0-4a53-8a37-2b1f4e0f1d30'
/** Maximum number of photos that a demo project gets. */
const maximumPhotosEach = 5

const [anna, ben] = demoAccounts
/** How many projects the demo accounts get: three pages, and one project. Other accounts get none. */
const counts: Readonly<Record<string, number>> = { [anna.id]: 23, [ben.id]: 1 }

const names = ['Summer in Brittany', 'Our garden', 'Grandma’s birthday', 'Norway', 'A year in pictures', 'For the wall']
const products = [
  { product_code: 'PAP_370', article_type: 'PhotoBook', pages: 48 },
  { product_code: 'PAP_810', article_type: 'Calendar', pages: 13 },
  { product_code: 'PAP_450', article_type: 'WallPicture', pages: null },
  { product_code: 'PAP_620', article_type: 'Card', pages: 4 },
] as const

/** Adds the projects of the demo accounts, once. */
export async function addDemoProjects(platform: Platform): Promise<void> {
  await platform
    .database<ProjectsTables>('projects')
    .transaction()
    .execute((change) => addProjects(platform, change))
}

/**
 * Adds each new photo of a demo account to one of its demo projects. Drawing the demo pictures takes minutes, so there
 * are no photos yet when the projects are added.
 */
export async function addDemoPhotos(
  platform: Platform,
  events: readonly PlatformEvent[],
  change: Transaction<ProjectsTables>,
): Promise<void> {
  const added = events.filter(({ type, owner }) => type === 'photo.added' && counts[owner] !== undefined)
  if (added.length === 0) return
  // Photos can arrive before the demo projects were added, so this adds them if they are missing.
  await addProjects(platform, change)
  for (const { owner, data } of added) await addPhoto(change, owner, data)
}

async function addProjects(platform: Platform, change: Transaction<ProjectsTables>): Promise<void> {
  const announcements = []
  for (const [owner, count] of Object.entries(counts)) {
    const isNew = await change
      .insertInto('demo_accounts')
      .values({ account_id: owner })
      .onConflict((conflict) => conflict.doNothing())
      .returning('account_id')
      .executeTakeFirst()
    if (!isNew) continue
    const projects = Array.from({ length: count }, (_, number) => demoProject(owner, number))
    await change.insertInto('projects').values(projects).execute()
    const [first] = projects
    if (first) announcements.push(announcementOf('project.saved', owner, { projectId: first.id, projectCount: count }))
  }
  await platform.events.append(change, announcements)
}

function demoProject(owner: string, number: number) {
  const product = products[number % products.length] ?? products[0]
  const name = names[number % names.length] ?? ''
  const edition = Math.floor(number / names.length) + 1
  const changed = sql<Date>`now() - make_interval(days => ${number * 9}::int, hours => ${number % 5}::int)`
  return {
    account_id: owner,
    id: uuidv5(`${owner} ${number}`, namespace),
    name: edition === 1 ? name : `${name} ${edition}`,
    ...product,
    created_at: sql<Date>`${changed} - interval '3 days'`,
    changed_at: changed,
    deleted_at: null,
  }
}

/** Adds a photo to the demo project with the fewest photos. Leaves out projects that the customer has saved since. */
async function addPhoto(change: Transaction<ProjectsTables>, owner: string, data: unknown): Promise<void> {
  const ids = Array.from({ length: counts[owner] ?? 0 }, (_, number) => uuidv5(`${owner} ${number}`, namespace))
  await sql`
    insert into projects.project_photos (account_id, project_id, position, photo_id)
    select account_id, id, photos, (${JSON.stringify(data)}::jsonb ->> 'imageId')::uuid from (
      select account_id, id, changed_at, (
        select count(*) from projects.project_photos
        where account_id = projects.account_id and project_id = projects.id
      ) as photos
      from projects.projects where account_id = ${owner} and id = any(${ids}::uuid[]) and version = 1
    ) as candidates
    where photos < ${maximumPhotosEach} order by photos, changed_at desc limit 1`.execute(change)
}
