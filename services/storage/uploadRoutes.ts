import { z } from 'zod'
import { Problem } from '../platform/problems.ts'
import { findUpload } from './store.ts'
import type { FastifyInstance } from 'fastify'
import type { Ingest } from './ingest.ts'
import type { Parts } from './parts.ts'

const paramsSchema = z.object({ id: z.uuid() })
const querySchema = z.object({ accountId: z.string().optional() })

/** What became of an upload, for a client that lost the answer; takes it in when a crash left that undone. */
export function registerUploadRoutes(app: FastifyInstance, parts: Parts, ingest: Ingest): void {
  app.get('/uploads/:id', async (request) => {
    const account = await parts.platform.tokens.authenticate(request)
    const params = paramsSchema.safeParse(request.params)
    const query = querySchema.safeParse(request.query)
    const isOwn = query.success && (query.data.accountId ?? account.id) === account.id
    const found = params.success && isOwn ? await findUpload(parts.database, params.data.id, account.id) : undefined
    if (!found) throw new Problem(404, 'UPLOAD_NOT_FOUND', 'There is no such upload.')
    if (found.state === 'RECEIVING') await ingest(found.id)
    const upload = await findUpload(parts.database, found.id, account.id)
    if (!upload) throw new Problem(404, 'UPLOAD_NOT_FOUND', 'There is no such upload.')
    const isKept = upload.state === 'PROCESSING' || upload.state === 'READY'
    return {
      uploadId: upload.id,
      state: upload.state,
      ...(isKept ? { imageId: upload.image_id, duplicate: upload.duplicate } : {}),
      ...(upload.code ? { code: upload.code } : {}),
    }
  })
}
