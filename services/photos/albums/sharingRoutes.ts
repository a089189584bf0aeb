import { z } from 'zod'
import { asUuids, isUuid, parse } from '../../platform/requests.ts'
import { inTransaction } from '../transactions.ts'
import { noSuchAlbum } from './access.ts'
import { removeParticipant, shareAlbum } from './sharing.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

const mostParticipants = 100
const mostPhotos = 500

const sharingSchema = z.object({
  albumId: z.uuid(),
  ownerEmail: z.email().optional(),
  participants: z
    .array(
      z.object({
        id: z.uuid().toLowerCase(),
        email: z.email(),
        photoIds: z.array(z.string()).max(mostPhotos).default([]),
      }),
    )
    .min(1)
    .max(mostParticipants),
})

/** Customers can share no longer. The operator of a demo can, to see how what was shared behaves. */
export function registerSharingRoutes(app: FastifyInstance, platform: Platform, database: Kysely<PhotosTables>): void {
  app.post('/dev/shared-albums', async (request) => {
    platform.operator.authorize(request)
    const { albumId, ownerEmail, participants } = parse(sharingSchema, request.body)
    const joining = participants.map((one) => ({ ...one, photoIds: asUuids(one.photoIds) }))
    const added = await inTransaction(database, async (change) => {
      const taken = await shareAlbum(change, platform, albumId, joining)
      if (ownerEmail !== undefined) {
        await change.updateTable('albums').set({ owner_email: ownerEmail }).where('id', '=', albumId).execute()
      }
      return taken
    })
    const asked = participants.flatMap(({ photoIds }) => photoIds)
    return { failed: asked.filter((id) => !added.has(id.toLowerCase())) }
  })

  app.delete<{ Params: { id: string; accountId: string } }>(
    '/dev/shared-albums/:id/participants/:accountId',
    async (request, reply) => {
      platform.operator.authorize(request)
      const { id, accountId } = request.params
      if (!isUuid(id) || !isUuid(accountId)) throw noSuchAlbum()
      await removeParticipant(platform, database, id, accountId)
      return reply.status(204).send()
    },
  )
}
