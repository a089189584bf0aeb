import { z } from 'zod'
import { idOr, nothing, type ServiceApp } from '../../platform/contract.ts'
import { asUuids } from '../../platform/requests.ts'
import { inTransaction } from '../transactions.ts'
import { failedSchema } from '../wireSchemas.ts'
import { noSuchAlbum } from './access.ts'
import { albumParams } from './albumRequests.ts'
import { removeParticipant, shareAlbum } from './sharing.ts'
import type { Kysely } from 'kysely'
import type { Platform } from '../../platform/platform.ts'
import type { PhotosTables } from '../tables.ts'

const maximumParticipants = 100
const maximumPhotos = 500

const share = {
  summary: 'Shares an album with accounts',
  description:
    'Can also add photos of these accounts. Returns the ids of photos that could not be added. Only in a demo.',
  body: z.object({
    albumId: z.uuid(),
    participants: z
      .array(
        z.object({
          id: z.uuid().toLowerCase(),
          email: z.email(),
          photoIds: z.array(z.string()).max(maximumPhotos).default([]),
        }),
      )
      .min(1)
      .max(maximumParticipants),
  }),
  response: { 200: failedSchema },
  problems: { 404: ['NOT_FOUND'] },
}

const leave = {
  summary: 'Removes a participant from an album',
  description: 'Only in a demo.',
  params: albumParams.extend({ accountId: idOr(noSuchAlbum) }),
  response: { 204: nothing },
  problems: { 404: ['NOT_FOUND'] },
}

/**
 * Registers the routes with which the operator of a demo shares albums, to show how shared albums behave. Customers can
 * no longer share albums.
 */
export function registerSharingRoutes(app: ServiceApp, platform: Platform, database: Kysely<PhotosTables>): void {
  const config = { access: 'operator' } as const

  app.post('/dev/shared-albums', { config, schema: share }, async (request) => {
    const { albumId, participants } = request.body
    const joining = participants.map((one) => ({ ...one, photoIds: asUuids(one.photoIds) }))
    const added = await inTransaction(database, async (change) => shareAlbum(change, platform, albumId, joining))
    const asked = participants.flatMap(({ photoIds }) => photoIds)
    return { failed: asked.filter((id) => !added.has(id.toLowerCase())) }
  })

  app.delete('/dev/shared-albums/:id/participants/:accountId', { config, schema: leave }, async (request, reply) => {
    await removeParticipant(platform, database, request.params.id, request.params.accountId)
    return reply.status(204).send()
  })
}
