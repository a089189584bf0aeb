import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { processingUploads } from './uploadStore.ts'
import type { ServiceApp } from '../platform/contract.ts'
import type { Parts } from './parts.ts'

const listProcessing = {
  summary: 'Lists the uploads that are being made ready',
  description:
    'The files of these uploads are stored, but are not photos of the library yet. Lists the oldest 500 uploads, and counts all. Our ' +
    'addition to the specification.',
  response: {
    200: z.object({
      count: z.number().int(),
      uploads: z.array(z.object({ uploadId: z.uuid(), fileName: z.string() })),
    }),
  },
}

/** Registers the route that lists uploads in progress, including uploads from other devices. */
export function registerProcessingRoutes(app: ServiceApp, { database }: Parts): void {
  app.get('/uploads/processing', { schema: listProcessing }, async (request) =>
    processingUploads(database, accountOf(request).id),
  )
}
