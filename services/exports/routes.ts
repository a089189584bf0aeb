import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { idOr, nothing, orProblem, type ServiceApp } from '../platform/contract.ts'
import { notFound, Problem } from '../platform/problems.ts'
import { integer, limitSchema } from '../platform/requests.ts'
import { type BackupRow, findBackup, listBackups, readChunks, requestBackup } from './backups.ts'
import { type Parts, chunkKey } from './parts.ts'
import { backupSchema, chunkFileName, toWireBackup, type WireBackup } from './wireBackup.ts'

const usualLimit = 50
const noSuchExport = () => notFound('There is no such export, or it has expired.')
const noSuchFile = () => notFound('There is no such file.')
const params = z.object({ id: idOr(noSuchExport) })

const request = {
  summary: 'Requests an export of the library',
  description:
    'Without `channelId`, nothing is exported and the answer is 204. The answer is 200 with an existing export if that export is ' +
    'being made, or is ready and the library has not changed since (decision 0132).',
  body: z.object({ channelId: z.string().max(100).nullish() }).nullish(),
  response: { 200: backupSchema, 201: backupSchema, 204: nothing },
  problems: { 409: ['LIBRARY_EMPTY'], 503: ['PHOTOS_UNAVAILABLE', 'TRY_AGAIN'] },
}

const list = {
  summary: 'Lists the exports of the account',
  description: 'Sorted by date of request, newest first. Our addition to the specification.',
  querystring: z.object({ limit: limitSchema(usualLimit) }),
  response: { 200: z.object({ items: z.array(backupSchema) }) },
}

const read = {
  summary: 'Reads an export',
  description: 'An expired export is answered with 404.',
  params,
  response: { 200: backupSchema },
  problems: { 404: ['NOT_FOUND'] },
}

const readUrl = {
  summary: 'Reads the address of a file of an export',
  description: 'The signed address is valid until the export expires, and supports Range requests.',
  params: params.extend({ iteration: orProblem(integer, noSuchFile) }),
  response: { 200: z.object({ url: z.string() }) },
  problems: { 404: ['NOT_FOUND'], 409: ['NOT_READY'] },
}

/** Registers the routes that request exports and read their state. */
export function registerBackupRoutes(app: ServiceApp, parts: Parts): void {
  const { platform, database } = parts

  const find = async (ownerId: string, id: string): Promise<BackupRow> => {
    const backup = await findBackup(database, ownerId, id)
    if (!backup) throw noSuchExport()
    return backup
  }

  app.post('/backups', { schema: request }, async (asked, reply) => {
    const channelId = asked.body?.channelId
    if (!channelId) return reply.status(204).send()
    const { id: ownerId, email } = accountOf(asked)
    const { backup, isNew } = await requestBackup(parts, { ownerId, email, channelId })
    return reply.status(isNew ? 201 : 200).send(await wireBackup(backup))
  })

  app.get('/backups', { schema: list }, async (asked) => {
    const backups = await listBackups(database, accountOf(asked).id, asked.query.limit)
    return { items: await wireBackups(backups) }
  })

  app.get('/backups/:id', { schema: read }, async (asked) =>
    wireBackup(await find(accountOf(asked).id, asked.params.id)),
  )

  app.get('/backups/:id/chunks/:iteration/url', { schema: readUrl }, async (asked) => {
    const backup = await find(accountOf(asked).id, asked.params.id)
    if (backup.status !== 'READY') throw new Problem(409, 'NOT_READY', 'The export is not ready.')
    const chunks = (await readChunks(database, [backup.id])).get(backup.id)
    const chunk = chunks?.find(({ iteration }) => iteration === asked.params.iteration)
    if (!chunk) throw noSuchFile()
    return { url: urlOf(backup, chunk) }
  })

  async function wireBackup(backup: BackupRow): Promise<WireBackup> {
    const chunks = backup.status === 'READY' ? (await readChunks(database, [backup.id])).get(backup.id) : undefined
    return toWireBackup(backup, chunks ?? [])
  }

  async function wireBackups(backups: readonly BackupRow[]) {
    const ready = backups.filter(({ status }) => status === 'READY')
    const chunks = await readChunks(
      database,
      ready.map(({ id }) => id),
    )
    return backups.map((backup) => toWireBackup(backup, chunks.get(backup.id) ?? []))
  }

  function urlOf(backup: BackupRow, chunk: { number: number; attempt: number; iteration: number }): string {
    const fileName = chunkFileName(backup, chunk.iteration)
    const expires = backup.ends_at ?? new Date()
    return platform.blobs.signedUrl(chunkKey(backup, chunk), { fileName, expires })
  }
}
