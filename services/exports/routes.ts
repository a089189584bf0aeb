import { z } from 'zod'
import { notFound, Problem } from '../platform/problems.ts'
import { integer, isUuid, limitSchema, parse } from '../platform/requests.ts'
import { type BackupRow, findBackup, listBackups, readChunks, requestBackup } from './backups.ts'
import { type Parts, chunkKey } from './parts.ts'
import { chunkFileName, toWireBackup } from './wireBackup.ts'
import type { FastifyInstance } from 'fastify'

const usualLimit = 50
const body = z.object({ channelId: z.string().max(100).nullish() }).nullish()
const page = z.object({ limit: limitSchema(usualLimit) })
const oneBackup = z.object({ id: z.string() })
const oneChunk = oneBackup.extend({ iteration: integer })

/** BackupRequest for exports, and what has become of them. */
export function registerBackupRoutes(app: FastifyInstance, parts: Parts): void {
  const { platform, database } = parts

  const find = async (ownerId: string, id: string): Promise<BackupRow> => {
    const backup = isUuid(id) ? await findBackup(database, ownerId, id) : undefined
    if (!backup) throw notFound('There is no such export (any more).')
    return backup
  }

  app.post('/backups', async (request, reply) => {
    const { id: ownerId, email } = await platform.tokens.authenticate(request)
    const channelId = parse(body, request.body)?.channelId
    if (!channelId) return reply.status(204).send()
    const { backup, isNew } = await requestBackup(parts, { ownerId, email, channelId })
    const [wire] = await wireBackups([backup])
    return reply.status(isNew ? 201 : 200).send(wire)
  })

  app.get('/backups', async (request) => {
    const { id: ownerId } = await platform.tokens.authenticate(request)
    const { limit } = parse(page, request.query)
    return { items: await wireBackups(await listBackups(database, ownerId, limit)) }
  })

  app.get('/backups/:id', async (request) => {
    const { id: ownerId } = await platform.tokens.authenticate(request)
    const [wire] = await wireBackups([await find(ownerId, parse(oneBackup, request.params).id)])
    return wire
  })

  app.get('/backups/:id/chunks/:iteration/url', async (request) => {
    const { id: ownerId } = await platform.tokens.authenticate(request)
    const params = oneChunk.safeParse(request.params)
    if (!params.success) throw notFound('There is no such file.')
    const backup = await find(ownerId, params.data.id)
    if (backup.status !== 'READY') throw new Problem(409, 'NOT_READY', 'The export is not ready.')
    const chunks = (await readChunks(database, [backup.id])).get(backup.id)
    const chunk = chunks?.find(({ iteration }) => iteration === params.data.iteration)
    if (!chunk) throw notFound('There is no such file.')
    return { url: urlOf(backup, chunk) }
  })

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
