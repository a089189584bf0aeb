import { isDeepStrictEqual } from 'node:util'
import { type Kysely, sql, type Transaction } from 'kysely'
import { Problem } from '../platform/problems.ts'
import { announcementOf, type projectEventTypes } from './announcements.ts'
import { maximumDeleted, maximumProjects } from './limits.ts'
import { projectPhotos } from './projectPhotos.ts'
import {
  countProjects,
  findProject,
  photosOf,
  type ProjectRow,
  type ProjectSummary,
  summarizeProject,
} from './reading.ts'
import type { Platform } from '../platform/platform.ts'
import type { ProjectsTables } from './tables.ts'

/** What an editor saves, after validation. */
export interface ProjectContent {
  readonly name: string
  readonly productCode: string
  readonly articleType: string
  readonly pages: number | null
  /** Without duplicates. */
  readonly photoIds: readonly string[]
}

/** The version on which the editor's change is based: a number, `any`, or undefined for a new project. */
export type ExpectedVersion = number | 'any' | undefined

/** An arbitrary number. With a hash of the account, it is the advisory lock for changing the account's projects. */
const changesLock = 7_215_060

/**
 * Creates or replaces a project. A repeated request changes nothing.
 * @throws Problem 409 if the project is deleted or the account has too many, 412 if the project does not have the
 *   expected version, 428 if it exists and `expected` is undefined
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
    if (known && (await isRepetition(change, known, content, expected))) {
      return { isNew: false, project: await summarizeProject(change, known) }
    }
    checkVersion(known, expected)
    if (!known) await refuseTooMany(change, accountId)
    const saved = await writeProject(change, accountId, id, content)
    await writePhotos(change, accountId, id, content.photoIds)
    const project = await summarizeProject(change, saved)
    await announce(platform, change, 'project.saved', accountId, id)
    return { isNew: !known, project }
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
    if (!known) return undefined
    const project = await summarizeProject(change, { ...known, deleted_at: null })
    if (!known.deleted_at) return project
    await refuseTooMany(change, accountId)
    await change
      .updateTable('projects')
      .set({ deleted_at: null })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .execute()
    await announce(platform, change, 'project.restored', accountId, id)
    return project
  })
}

/** Runs a change in a transaction. Changes of one account take turns, so that versions and counts are right. */
async function changeProjects<Result>(
  database: Kysely<ProjectsTables>,
  accountId: string,
  run: (change: Transaction<ProjectsTables>) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (change) => {
    await sql`select pg_advisory_xact_lock(${changesLock}::int, hashtext(${accountId}))`.execute(change)
    await projectPhotos.delayEvents(change)
    return run(change)
  })
}

/**
 * True if the request was applied already: the stored project is what the request asks for. An editor repeats a request
 * whose answer it did not get. Without this check, the editor would report a conflict with its own change.
 */
async function isRepetition(
  change: Transaction<ProjectsTables>,
  known: ProjectRow,
  content: ProjectContent,
  expected: ExpectedVersion,
): Promise<boolean> {
  if (expected !== undefined && expected !== known.version - 1) return false
  const { name, product_code: productCode, article_type: articleType, pages } = known
  const photoIds = (await photosOf(change, known)).map(({ photo_id: photoId }) => photoId)
  const stored: ProjectContent = { name, productCode, articleType, pages, photoIds }
  return isDeepStrictEqual(stored, content)
}

function checkVersion(known: ProjectRow | undefined, expected: ExpectedVersion): void {
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

function versionOf({ version }: ProjectRow): Readonly<Record<string, number>> {
  return { version }
}

async function refuseTooMany(change: Transaction<ProjectsTables>, accountId: string): Promise<void> {
  if ((await countProjects(change, accountId)) < maximumProjects) return
  const detail = `An account has at most ${maximumProjects} projects.`
  throw new Problem(409, 'TOO_MANY_PROJECTS', detail, {}, { maximum: maximumProjects })
}

/**
 * Creates the project, or writes its next version. If a deleted project with this id can no longer be restored, it is
 * replaced by a new project.
 */
async function writeProject(
  change: Transaction<ProjectsTables>,
  accountId: string,
  id: string,
  { name, productCode, articleType, pages }: ProjectContent,
): Promise<ProjectRow> {
  await change
    .deleteFrom('projects')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .execute()
  const values = { name, product_code: productCode, article_type: articleType, pages }
  return change
    .insertInto('projects')
    .values({ account_id: accountId, id, ...values })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'id']).doUpdateSet({
        ...values,
        version: sql<number>`projects.version + 1`,
        changed_at: sql<Date>`clock_timestamp()`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
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
    insert into projects.project_photos (account_id, project_id, position, photo_id, is_missing)
    select ${accountId}, ${id}, chosen.number - 1, chosen.id,
      chosen.id = any(${missing.map((photo) => photo.photo_id)}::uuid[])
        or ${projectPhotos.isDeleted(sql`chosen.id`)}
    from unnest(${[...photoIds]}::uuid[]) with ordinality as chosen (id, number)`.execute(change)
}

/** If the account has more deleted projects than can be restored, removes those that were deleted first. */
async function removeOldest(change: Transaction<ProjectsTables>, accountId: string): Promise<void> {
  await sql`
    delete from projects.projects where account_id = ${accountId} and id in (
      select id from projects.projects where account_id = ${accountId} and deleted_at is not null
      order by deleted_at desc offset ${maximumDeleted}
    )`.execute(change)
}

/**
 * Appends an event about a project. Call it last in a transaction, because no service handles later events until the
 * transaction ends.
 */
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
