import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import { idOr, orProblem, type ServiceApp } from '../platform/contract.ts'
import { asUuids } from '../platform/requests.ts'
import { outcomeOf } from './outcomes.ts'
import { findUpload, findUploads } from './uploadStore.ts'
import { noSuchUpload, outcomeSchema } from './wireSchemas.ts'
import type { Ingest } from './ingest.ts'
import type { Parts } from './parts.ts'

/** Maximum number of ids per request: as many as fit into a URL that every proxy accepts. */
const maximumAtOnce = 100

const readOutcome = {
  summary: 'Reads the outcome of an upload',
  description:
    'Call it after the last byte, and again while the state is `PROCESSING`. Ingests the upload if a crash prevented that. ' +
    'Ended uploads are forgotten after 30 days.',
  params: z.object({ id: idOr(noSuchUpload) }),
  querystring: orProblem(z.object({ accountId: z.string().optional() }), noSuchUpload),
  response: { 200: outcomeSchema },
  problems: { 404: ['UPLOAD_NOT_FOUND'] },
}

const readOutcomes = {
  summary: 'Reads the outcomes of many uploads',
  description: 'In the order of the ids. Uploads that do not exist, or belong to other accounts, are left out.',
  querystring: z.object({
    ids: z
      .string()
      .transform((ids) => ids.split(','))
      .pipe(z.array(z.string()).max(maximumAtOnce))
      .describe(`Up to ${maximumAtOnce} ids, separated by commas.`),
  }),
  response: { 200: z.object({ uploads: z.array(outcomeSchema) }) },
}

/** The outcomes of uploads, for the account that created them. */
export function registerUploadRoutes(app: ServiceApp, parts: Parts, ingest: Ingest): void {
  app.get('/uploads', { schema: readOutcomes }, async (request) => {
    const ids = asUuids(request.query.ids)
    const uploads = await findUploads(parts.database, ids, accountOf(request).id)
    const found = new Map(uploads.map((upload) => [upload.id, upload]))
    return { uploads: ids.flatMap((id) => found.get(id) ?? []).map(outcomeOf) }
  })
  app.get('/uploads/:id', { schema: readOutcome }, async (request) => {
    const account = accountOf(request)
    const isOwn = (request.query.accountId ?? account.id) === account.id
    const found = isOwn ? await findUpload(parts.database, request.params.id, account.id) : undefined
    if (!found) throw noSuchUpload()
    if (found.state !== 'RECEIVING') return outcomeOf(found)
    await ingest(found.id)
    const upload = await findUpload(parts.database, found.id, account.id)
    if (!upload) throw noSuchUpload()
    return outcomeOf(upload)
  })
}
