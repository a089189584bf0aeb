import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { accountOf } from '../../platform/access.ts'
import { nextCursor, type ServiceApp } from '../../platform/contract.ts'
import { emailKey } from '../../platform/emailKey.ts'
import { Problem } from '../../platform/problems.ts'
import { limitSchema } from '../../platform/requests.ts'
import { importEvent } from './announcements.ts'
import { queueImport } from './importQueue.ts'
import { type ImportRow, lockImport, progressOf, readImport } from './importRow.ts'
import { readFailures, readImportedAlbums } from './report.ts'
import type { Account } from '../../platform/platform.ts'
import type { Parts } from './task.ts'

/** How long (ms) the search for an older library may take. It is short, because a page waits for the answer. */
const checkMilliseconds = 2_000
const startMilliseconds = 8_000

const pageSchema = z.object({ cursor: z.string().max(100).optional(), limit: limitSchema(50) })

const count = z.number().int()

const importSchema = z
  .object({
    id: z.uuid(),
    state: z.enum(['started', 'finished', 'error']),
    progress: z.number().describe('0 to 1.'),
    started: z.iso.datetime(),
    finished: z.iso.datetime().nullable(),
    foundCount: count.nullable().describe('Null until the files are counted.'),
    importedCount: count,
    existingCount: count,
    failedCount: count,
  })
  .meta({ id: 'Import', description: 'The import of an older library. Our addition to the specification.' })

const statusSchema = z.enum(['ACTIVE', 'NOT_ACTIVE', 'IMPORTING', 'DELETING'])

type Status = z.infer<typeof statusSchema>
const statusOfImport = { started: 'IMPORTING', finished: 'ACTIVE', error: 'NOT_ACTIVE' } as const

const readStatus = {
  summary: 'Tells whether the library can be used',
  description: 'Also tells the state of the import of an older library, if there was one.',
  response: { 200: z.object({ status: statusSchema, import: importSchema.nullable() }) },
}

const start = {
  summary: 'Starts the import of an older library',
  description:
    'While the import is running, another call has no effect and gets the same answer. `LEGACY_LIBRARIES` says where ' +
    'the older libraries are (decision 0133). Their files are processed like uploads.',
  response: { 202: z.object({ started: z.literal(true) }) },
  problems: { 409: ['NOTHING_TO_IMPORT'], 503: ['LEGACY_UNAVAILABLE'] },
}

const listAlbums = {
  summary: 'Lists the albums of the import',
  description:
    'In the older library’s order. The entry without a name counts the files that are in no album. Our addition to the specification.',
  querystring: pageSchema,
  response: {
    200: z.object({
      albums: z.array(
        z.object({
          name: z.string().nullable(),
          foundCount: count,
          importedCount: count,
          existingCount: count,
          failedCount: count,
          albumId: z.uuid().nullable(),
        }),
      ),
      cursor: nextCursor,
    }),
  },
  problems: { 400: ['INVALID_CURSOR'] },
}

const listFailures = {
  summary: 'Lists the files that could not be imported',
  description: 'In the order in which they were found. Our addition to the specification.',
  querystring: pageSchema,
  response: {
    200: z.object({
      failures: z.array(z.object({ fileName: z.string(), albumName: z.string().nullable(), reason: z.string() })),
      cursor: nextCursor,
    }),
  },
  problems: { 400: ['INVALID_CURSOR'] },
}

/** Registers the routes for the state of a library and for the import of an older library. */
export function registerActivationRoutes(app: ServiceApp, parts: Parts): void {
  const { database } = parts

  app.get('/users/activate', { schema: readStatus }, async (request) => {
    const account = accountOf(request)
    const row = await readImport(database, account.id)
    return { status: await statusOf(parts, account, row), import: row ? wireImport(row) : null }
  })

  app.post('/users/activate', { schema: start }, async (request, reply) => {
    const account = accountOf(request)
    if (!(await readImport(database, account.id))) await addImport(parts, account)
    await startImport(parts, account.id)
    return reply.status(202).send({ started: true })
  })

  app.get('/users/activate/albums', { schema: listAlbums }, async (request) =>
    readImportedAlbums(database, accountOf(request).id, request.query),
  )

  app.get('/users/activate/failures', { schema: listFailures }, async (request) =>
    readFailures(database, accountOf(request).id, request.query),
  )
}

async function statusOf(parts: Parts, account: Account, row: ImportRow | undefined): Promise<Status> {
  const { rows } = await sql`
    select from photos.library_deletions where owner_id = ${account.id} and reason = 'retention'`.execute(
    parts.database,
  )
  if (rows.length > 0) return 'DELETING'
  if (row) return statusOfImport[row.state]
  try {
    return (await findFolder(parts, account, checkMilliseconds)) === null ? 'ACTIVE' : 'NOT_ACTIVE'
  } catch (error) {
    // The library can be used meanwhile. The import is offered once the source of older libraries can be reached again.
    parts.platform.log.warn({ err: error }, 'older libraries cannot be reached')
    return 'ACTIVE'
  }
}

function wireImport(row: ImportRow) {
  return {
    id: row.id,
    state: row.state,
    progress: progressOf(row),
    started: row.started_at.toISOString(),
    finished: row.finished_at?.toISOString() ?? null,
    foundCount: row.phase === 'listing' ? null : row.found_count,
    importedCount: row.imported_count,
    existingCount: row.existing_count,
    failedCount: row.failed_count,
  }
}

/** Finds an account's older library by the account's id, or by the e-mail address if that is verified. */
async function findFolder({ source }: Parts, account: Account, milliseconds: number): Promise<string | null> {
  const names = [account.id, ...(account.emailVerified ? [emailKey(account.email)] : [])]
  const find = async () => {
    for (const name of names) if (await source.has(name)) return name
    return null
  }
  const timerStop = new AbortController()
  const late = setTimeout(milliseconds, undefined, { signal: timerStop.signal }).then(() => {
    throw new Error('The source of older libraries did not answer in time.')
  })
  return Promise.race([find(), late]).finally(() => timerStop.abort())
}

async function addImport(parts: Parts, account: Account): Promise<void> {
  const folder = await findFolder(parts, account, startMilliseconds).catch((cause: unknown) => {
    parts.platform.log.error({ err: cause }, 'older libraries cannot be reached')
    throw new Problem(503, 'LEGACY_UNAVAILABLE', 'Older libraries cannot be reached at the moment.')
  })
  if (folder === null) throw nothingToImport()
  // The row is inserted with the state `error`, like an import that has ended. `startImport` locks the row and starts
  // the import.
  await sql`
    insert into photos.imports (owner_id, id, owner_email, folder, state)
    values (${account.id}, ${uuidv7()}, ${account.email}, ${folder}, 'error') on conflict do nothing`.execute(
    parts.database,
  )
}

/**
 * Starts an import, or resumes an import that ended with an error. Retries the failed files of a finished import. For a
 * running import, only queues the job again, in case the job was lost.
 */
async function startImport({ platform, database }: Parts, ownerId: string): Promise<void> {
  await database.transaction().execute(async (change) => {
    const row = await lockImport(change, ownerId)
    if (!row) throw nothingToImport()
    if (row.state === 'started') return queueImport(platform, change, ownerId)
    if (row.state === 'finished' && row.failed_count === 0) throw nothingToImport()
    const retriesFailed = row.state === 'finished'
    await sql`
      update photos.imports set state = 'started', started_at = clock_timestamp(), finished_at = null,
        progressed_at = clock_timestamp(), told_at = 'epoch', told_progress = 0,
        phase = ${retriesFailed ? 'again' : row.phase}, round = round + ${retriesFailed ? 1 : 0}::integer
      where owner_id = ${ownerId}`.execute(change)
    await queueImport(platform, change, ownerId)
    await platform.events.append(change, [importEvent('started', { ...row, state: 'started' })])
  })
}

function nothingToImport(): Problem {
  return new Problem(409, 'NOTHING_TO_IMPORT', 'There is no older library, or all of it is imported already.')
}
