import { type Kysely, type Selectable, sql } from 'kysely'
import { daysRestorable } from './limits.ts'
import type { ProjectsTable, ProjectsTables } from './tables.ts'

/** How many photos stand for a project in a list. */
const thumbnails = 4

export type ProjectRow = Selectable<ProjectsTable>

/** A project with facts about its photos. */
export interface ProjectSummary extends ProjectRow {
  readonly photos_count: number
  readonly missing_count: number
  /** The first photos that exist. */
  readonly thumbnail_ids: readonly string[]
}

export interface ProjectPhoto {
  readonly photo_id: string
  readonly is_missing: boolean
}

/** Which projects to list: the saved ones, or the deleted ones that can be restored. */
export type ProjectList = 'saved' | 'deleted'

/** A page of the account's projects, last changed first, and the number of all of them. */
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
  return { projects: await summarize(database, rows), count: await countProjects(database, accountId, list) }
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

/** One of the account's projects, saved or restorable. */
export async function findProject(
  database: Kysely<ProjectsTables>,
  accountId: string,
  id: string,
): Promise<ProjectSummary | undefined> {
  const row = await database
    .selectFrom('projects')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(sql<boolean>`(${inList('saved')} or ${inList('deleted')})`)
    .executeTakeFirst()
  return row && (await summarize(database, [row]))[0]
}

/** The photos of a project, in their order. */
export async function photosOf(
  database: Kysely<ProjectsTables>,
  { account_id: accountId, id }: Pick<ProjectRow, 'account_id' | 'id'>,
): Promise<readonly ProjectPhoto[]> {
  return database
    .selectFrom('project_photos')
    .select(['photo_id', 'is_missing'])
    .where('account_id', '=', accountId)
    .where('project_id', '=', id)
    .orderBy('place')
    .execute()
}

/** The saved projects of the account that use any of these photos, last changed first, and the photos that they use. */
export async function findUsing(
  database: Kysely<ProjectsTables>,
  accountId: string,
  photoIds: readonly string[],
): Promise<{ readonly projects: readonly { id: string; name: string }[]; readonly photoIds: readonly string[] }> {
  const { rows } = await sql<{ id: string; name: string; used: string[] }>`
    select projects.id, projects.name, array_agg(photo_id) as used
    from projects.project_photos join projects.projects
      on projects.account_id = project_photos.account_id and projects.id = project_photos.project_id
    where project_photos.account_id = ${accountId} and photo_id = any(${[...photoIds]}::uuid[]) and deleted_at is null
    group by projects.account_id, projects.id order by changed_at desc, projects.id desc`.execute(database)
  const used = new Set(rows.flatMap((row) => row.used))
  return {
    projects: rows.map(({ id, name }) => ({ id, name })),
    photoIds: photoIds.filter((photoId) => used.has(photoId)),
  }
}

function inList(list: ProjectList) {
  if (list === 'saved') return sql<boolean>`deleted_at is null`
  return sql<boolean>`deleted_at > now() - make_interval(days => ${daysRestorable}::int)`
}

async function summarize(database: Kysely<ProjectsTables>, rows: readonly ProjectRow[]): Promise<ProjectSummary[]> {
  const [first] = rows
  if (!first) return []
  const { rows: facts } = await sql<
    Pick<ProjectSummary, 'photos_count' | 'missing_count' | 'thumbnail_ids'> & { project_id: string }
  >`
    select project_id, count(*) as photos_count, count(*) filter (where is_missing) as missing_count,
      coalesce((array_agg(photo_id order by place) filter (where not is_missing))[1:${sql.lit(thumbnails)}], '{}') as thumbnail_ids
    from projects.project_photos
    where account_id = ${first.account_id} and project_id = any(${rows.map(({ id }) => id)}::uuid[])
    group by project_id`.execute(database)
  const known = new Map(facts.map(({ project_id: id, ...fact }) => [id, fact]))
  return rows.map((row) => ({
    ...row,
    ...(known.get(row.id) ?? { photos_count: 0, missing_count: 0, thumbnail_ids: [] }),
  }))
}
