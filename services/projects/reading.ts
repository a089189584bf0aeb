import { type Kysely, type Selectable, sql } from 'kysely'
import { daysRestorable } from './limits.ts'
import type { ProjectsTable, ProjectsTables } from './tables.ts'

/** Maximum number of thumbnails of each project in a list. */
const thumbnailsPerProject = 4

export type ProjectRow = Selectable<ProjectsTable>

interface PhotoFacts {
  readonly photos_count: number
  readonly missing_count: number
  /** The first photos of the project that are not missing. */
  readonly thumbnail_ids: readonly string[]
}

/** A project with facts about its photos. */
export interface ProjectSummary extends ProjectRow, PhotoFacts {}

export interface ProjectPhoto {
  readonly photo_id: string
  readonly is_missing: boolean
}

/** Which projects to list: the saved ones, or the deleted ones that can be restored. */
export type ProjectList = 'saved' | 'deleted'

/** A page of the account's projects, most recently changed first, and the number of projects on all pages. */
export async function listProjects(
  database: Kysely<ProjectsTables>,
  accountId: string,
  { list, skip, limit }: { readonly list: ProjectList; readonly skip: number; readonly limit: number },
): Promise<{ readonly projects: readonly ProjectSummary[]; readonly count: number }> {
  const rows = await database
    .selectFrom('projects')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(inList(list))
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .offset(skip)
    .limit(limit)
    .execute()
  return { projects: await summarize(database, accountId, rows), count: await countProjects(database, accountId, list) }
}

/**
 * The account's projects that are saved or can be restored, sorted by id.
 * @param page.after only projects after this id; undefined: from the first one
 */
export async function listAllProjects(
  database: Kysely<ProjectsTables>,
  accountId: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<readonly ProjectSummary[]> {
  const all = database.selectFrom('projects').selectAll().where('account_id', '=', accountId).where(isAvailable())
  const following = after === undefined ? all : all.where('id', '>', after)
  return summarize(database, accountId, await following.orderBy('id').limit(limit).execute())
}

/** How many projects the account has. */
export async function countProjects(
  database: Kysely<ProjectsTables>,
  accountId: string,
  list: ProjectList = 'saved',
): Promise<number> {
  const { count } = await database
    .selectFrom('projects')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where(inList(list))
    .executeTakeFirstOrThrow()
  return count
}

/** The account's projects with these ids that are saved or can be restored, most recently changed first. */
export async function findProjects(
  database: Kysely<ProjectsTables>,
  accountId: string,
  ids: readonly string[],
): Promise<readonly ProjectSummary[]> {
  const rows = await database
    .selectFrom('projects')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where(isAvailable())
    .orderBy('changed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return summarize(database, accountId, rows)
}

/** The account's project with this id, if it is saved or can be restored. Does not read its photos. */
export async function findProject(
  database: Kysely<ProjectsTables>,
  accountId: string,
  id: string,
): Promise<ProjectRow | undefined> {
  return database
    .selectFrom('projects')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(isAvailable())
    .executeTakeFirst()
}

/** Adds to a project the facts about its photos. Counting them reads all of its photos. */
export async function summarizeProject(database: Kysely<ProjectsTables>, project: ProjectRow): Promise<ProjectSummary> {
  const [summary] = await summarize(database, project.account_id, [project])
  if (!summary) throw new Error('A project has no summary.')
  return summary
}

/** The photos of a project, in the order of the project. */
export async function photosOf(
  database: Kysely<ProjectsTables>,
  { account_id: accountId, id }: Pick<ProjectRow, 'account_id' | 'id'>,
): Promise<readonly ProjectPhoto[]> {
  return database
    .selectFrom('project_photos')
    .select(['photo_id', 'is_missing'])
    .where('account_id', '=', accountId)
    .where('project_id', '=', id)
    .orderBy('position')
    .execute()
}

/**
 * Finds the saved projects of the account that use any of these photos. Returns the most recently changed ones, the
 * number of all, and which of these photos at least one of them uses.
 * @param limit maximum number of projects to return
 */
export async function findUsing(
  database: Kysely<ProjectsTables>,
  accountId: string,
  { photoIds, limit }: { readonly photoIds: readonly string[]; readonly limit: number },
): Promise<{ readonly projects: readonly ProjectSummary[]; readonly count: number; readonly photoIds: string[] }> {
  const { rows } = await sql<{ id: string; used: string[] }>`
    select projects.id, array_agg(photo_id) as used
    from projects.project_photos join projects.projects
      on projects.account_id = project_photos.account_id and projects.id = project_photos.project_id
    where project_photos.account_id = ${accountId} and photo_id = any(${[...photoIds]}::uuid[]) and deleted_at is null
    group by projects.account_id, projects.id order by changed_at desc, projects.id desc`.execute(database)
  const used = new Set(rows.flatMap((row) => row.used))
  const shown = rows.slice(0, limit).map(({ id }) => id)
  return {
    projects: await findProjects(database, accountId, shown),
    count: rows.length,
    photoIds: photoIds.filter((photoId) => used.has(photoId)),
  }
}

function isAvailable() {
  return sql<boolean>`(${inList('saved')} or ${inList('deleted')})`
}

function inList(list: ProjectList) {
  if (list === 'saved') return sql<boolean>`deleted_at is null`
  return sql<boolean>`deleted_at > now() - make_interval(days => ${daysRestorable}::int)`
}

/** @param rows projects of the account */
async function summarize(
  database: Kysely<ProjectsTables>,
  accountId: string,
  rows: readonly ProjectRow[],
): Promise<ProjectSummary[]> {
  // The primary key yields the photos of a project in the order of the project, so the thumbnails are found without
  // sorting.
  const { rows: facts } = await sql<PhotoFacts & { readonly project_id: string }>`
    select listed.project_id, photos_count, missing_count, thumbnail_ids
    from unnest(${rows.map(({ id }) => id)}::uuid[]) as listed (project_id)
    cross join lateral (
      select count(*) as photos_count, count(*) filter (where is_missing) as missing_count
      from projects.project_photos where account_id = ${accountId} and project_id = listed.project_id
    ) as counts
    cross join lateral (
      select coalesce(array_agg(photo_id order by position), '{}') as thumbnail_ids from (
        select photo_id, position from projects.project_photos
        where account_id = ${accountId} and project_id = listed.project_id and not is_missing
        order by position limit ${thumbnailsPerProject}
      ) as shown
    ) as thumbnails`.execute(database)
  const factsById = new Map(facts.map(({ project_id: id, ...fact }) => [id, fact]))
  return rows.flatMap((row) => {
    const fact = factsById.get(row.id)
    return fact ? [{ ...row, ...fact }] : []
  })
}
