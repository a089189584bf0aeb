import { type Kysely, sql, type Transaction } from 'kysely'
import { Problem } from '../platform/problems.ts'
import { announcementOf, type projectEventTypes } from './announcements.ts'
import { maximumDeleted, maximumProjects } from './limits.ts'
import { shareWithPhotoEvents } from './photoEvents.ts'
import { countProjects, findProject, type ProjectSummary } from './reading.ts'
import type { Platform } from '../platform/platform.ts'
import type { ProjectsTables } from './tables.ts'

/** What an editor saves. */
export interface ProjectContent {
  readonly name: string
  readonly productCode: string
  readonly articleType: string
  readonly pages: number | null
  /** Without duplicates. */
  readonly photoIds: readonly string[]
}

/** The version that the editor has changed: a number, `any`, or none for a new project. */
export type ExpectedVersion = number | 'any' | undefined

/** An arbitrary number. Together with the account it names the lock for changing its projects. */
const accountLock = 7_215_060

/**
 * Creates or replaces a project.
 * @throws Problem 409 if the project is deleted or the account has too many, 412 or 428 if the version is another one
 */
export async function saveProject(
  platform: Platform,
  database: Kysely<ProjectsTables>,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  content: ProjectContent,
  expected: ExpectedVersion,
): Promise<{ readonly isNew: boolean; readonly project: ProjectSummary }> {
  return changeProjects(database, accountId, async (change) => {
    const known = await findProject(change, accountId, id)
    if (known?.deleted_at) throw new Problem(409, 'PROJECT_DELETED', 'The project is deleted. Restore it first.')
    checkVersion(known, expected)
    if (!known) await refuseTooMany(change, accountId)
    await writeProject(change, accountId, id, content)
    await writePhotos(change, accountId, id, content.photoIds)
    await announce(platform, change, 'project.saved', accountId, id)
    return { isNew: !known, project: await existing(change, accountId, id) }
  })
}

/**
 * Deletes a project. It can be restored. A repeated request changes nothing.
 * @returns false if there is no such project
 */
export async function deleteProject(
  platform: Platform,
  database: Kysely<ProjectsTables>,
  accountId: string,
  id: string,
): Promise<boolean> {
  return changeProjects(database, accountId, async (change) => {
    const known = await findProject(change, accountId, id)
    if (!known || known.deleted_at) return known !== undefined
    await change
      .updateTable('projects')
      .set({ deleted_at: sql<Date>`clock_timestamp()` })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute()
    await removeOldest(change, accountId)
    await announce(platform, change, 'project.deleted', accountId, id)
    return true
  })
}

/**
 * Restores a deleted project. A repeated request changes nothing.
 * @returns undefined if there is no such project
 * @throws Problem 409 if the account has too many projects
 */
export async function restoreProject(
  platform: Platform,
  database: Kysely<ProjectsTables>,
  accountId: string,
  id: string,
): Promise<ProjectSummary | undefined> {
  return changeProjects(database, accountId, async (change) => {
    const known = await findProject(change, accountId, id)
    if (!known?.deleted_at) return known
    await refuseTooMany(change, accountId)
    await change
      .updateTable('projects')
      .set({ deleted_at: null })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute()
    await announce(platform, change, 'project.restored', accountId, id)
    return existing(change, accountId, id)
  })
}

/** Changes of an account's projects take turns, so that versions and counts are right. */
async function changeProjects<Result>(
  database: Kysely<ProjectsTables>,
  accountId: string,
  run: (change: Transaction<ProjectsTables>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (change) => {
    await sql`select pg_advisory_xact_lock(${accountLock}::int, hashtext(${accountId}))`.execute(change)
    await shareWithPhotoEvents(change)
    return run(change)
  })
}

function checkVersion(known: ProjectSummary | undefined, expected: ExpectedVersion): void {
  if (expected === undefined && known) {
    throw new Problem(
      428,
      'VERSION_REQUIRED',
      'The project exists. Name its version in If-Match.',
      {},
      versionOf(known),
    )
  }
  if (expected === undefined) return
  if (!known) throw new Problem(412, 'VERSION_CHANGED', 'There is no such project.')
  if (expected !== 'any' && expected !== known.version) {
    throw new Problem(412, 'VERSION_CHANGED', 'The project has changed meanwhile.', {}, versionOf(known))
  }
}

function versionOf({ version }: ProjectSummary): Readonly<Record<string, number>> {
  return { version }
}

async function refuseTooMany(change: Transaction<ProjectsTables>, accountId: string): Promise<void> {
  if ((await countProjects(change, accountId)) < maximumProjects) return
  const detail = `An account has at most ${maximumProjects} projects.`
  throw new Problem(409, 'TOO_MANY_PROJECTS', detail, {}, { maximum: maximumProjects })
}

/** Creates the project, or writes its next version. A project that can no longer be restored is replaced by a new one. */
async function writeProject(
  change: Transaction<ProjectsTables>,
  accountId: string,
  id: string,
  { name, productCode, articleType, pages }: ProjectContent,
): Promise<void> {
  await change
    .deleteFrom('projects')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute()
  const values = { name, product_code: productCode, article_type: articleType, pages }
  await change
    .insertInto('projects')
    .values({ account_id: accountId, id, ...values })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'id']).doUpdateSet({
        ...values,
        version: sql<number>`projects.version + 1`,
        changed_at: sql<Date>`clock_timestamp()`,
      }),
    )
    .execute()
}

/** Replaces the photos of a project. A photo that was missing stays missing. */
async function writePhotos(
  change: Transaction<ProjectsTables>,
  accountId: string,
  id: string,
  photoIds: readonly string[],
): Promise<void> {
  const missing = await change
    .selectFrom('project_photos')
    .select('photo_id')
    .where('account_id', '=', accountId)
    .where('project_id', '=', id)
    .where('is_missing', '=', true)
    .execute()
  await change.deleteFrom('project_photos').where('account_id', '=', accountId).where('project_id', '=', id).execute()
  await sql`
    insert into projects.project_photos (account_id, project_id, place, photo_id, is_missing)
    select ${accountId}, ${id}, chosen.place - 1, chosen.id,
      chosen.id = any(${missing.map((photo) => photo.photo_id)}::uuid[])
        or exists (select from projects.deleted_photos where photo_id = chosen.id)
    from unnest(${[...photoIds]}::uuid[]) with ordinality as chosen (id, place)`.execute(change)
}

/** Removes the oldest deleted projects if there are too many. */
async function removeOldest(change: Transaction<ProjectsTables>, accountId: string): Promise<void> {
  await sql`
    delete from projects.projects where account_id = ${accountId} and id in (
      select id from projects.projects where account_id = ${accountId} and deleted_at is not null
      order by deleted_at desc offset ${maximumDeleted}
    )`.execute(change)
}

/** Appends the event last, because appending holds a lock until the transaction ends. */
async function announce(
  platform: Platform,
  change: Transaction<ProjectsTables>,
  type: (typeof projectEventTypes)[number],
  accountId: string,
  projectId: string,
): Promise<void> {
  const projectCount = await countProjects(change, accountId)
  await platform.events.append(change, [announcementOf(type, accountId, { projectId, projectCount })])
}

async function existing(change: Transaction<ProjectsTables>, accountId: string, id: string): Promise<ProjectSummary> {
  const project = await findProject(change, accountId, id)
  if (!project) throw new Error('A project that was just written was not found.')
  return project
}
