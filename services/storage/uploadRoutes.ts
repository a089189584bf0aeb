import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { idOr, orProblem, type ServiceApp } from '../platform/contract.ts'
import { findUpload } from './store.ts'
import { noSuchUpload } from './wireSchemas.ts'
import type { Ingest } from './ingest.ts'
import type { Parts } from './parts.ts'

const readUpload = {
  summary: 'Reads what became of an upload',
  description: 'For a client that lost the answer to its last bytes. Takes the upload in if a crash left that undone.',
  params: z.object({ id: idOr(noSuchUpload) }),
  querystring: orProblem(z.object({ accountId: z.string().optional() }), noSuchUpload),
  response: {
    200: z.object({
      uploadId: z.uuid(),
      state: z.enum(['RECEIVING', 'PROCESSING', 'READY', 'REJECTED']),
      imageId: z.uuid().optional().describe('Once the file is accepted.'),
      duplicate: z.boolean().optional().describe('The account has this content already.'),
      code: z.string().optional().describe('Why it was rejected.'),
    }),
  },
  problems: { 404: ['UPLOAD_NOT_FOUND'] },
}

/** The state of uploads. */
export function registerUploadRoutes(app: ServiceApp, parts: Parts, ingest: Ingest): void {
  app.get('/uploads/:id', { schema: readUpload }, async (request) => {
    const account = accountOf(request)
    const isOwn = (request.query.accountId ?? account.id) === account.id
    const found = isOwn ? await findUpload(parts.database, request.params.id, account.id) : undefined
    if (!found) throw noSuchUpload()
    if (found.state === 'RECEIVING') await ingest(found.id)
    const upload = await findUpload(parts.database, found.id, account.id)
    if (!upload) throw noSuchUpload()
    const isKept = upload.state === 'PROCESSING' || upload.state === 'READY'
    return {
      uploadId: upload.id,
      state: upload.state,
      ...(isKept ? { imageId: upload.image_id, duplicate: upload.duplicate } : {}),
      ...(upload.code ? { code: upload.code } : {}),
    }
  })
}
