import { z } from 'zod'
import { accountOf, accountOrNull } from '../platform/access.ts'
import { idOr, orProblem, type ServiceApp } from '../platform/contract.ts'
import { asUuids } from '../platform/requests.ts'
import { isClaimable, keptUntil } from './anonymousUploads.ts'
import { outcomeOf } from './outcomes.ts'
import { findUpload, findUploads } from './uploadStore.ts'
import { noSuchUpload, outcomeSchema, unclaimedSchema } from './wireSchemas.ts'
import type { Ingest } from './ingest.ts'
import type { Parts } from './parts.ts'

/** Maximum number of ids per request: as many as fit into a URL that every proxy accepts. */
const maximumAtOnce = 100

const readOutcome = {
  summary: 'Reads the outcome of an upload',
  description:
    'Call it after the last byte, and again while the state is `PROCESSING`. Ingests the file if a crash prevented that. The outcome of an upload is deleted ' +
    'after 30 days. Without a token, the call finds only uploads that no account has claimed.',
  params: z.object({ id: idOr(noSuchUpload) }),
  querystring: orProblem(z.object({ accountId: z.string().optional() }), noSuchUpload),
  response: { 200: z.union([unclaimedSchema, outcomeSchema]) },
  problems: { 404: ['UPLOAD_NOT_FOUND'], 507: ['STORAGE_FULL'] },
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

/** An upload that no account has claimed, for a caller without a token who knows its id. */
async function readUnclaimedUpload(parts: Parts, id: string): Promise<z.infer<typeof unclaimedSchema>> {
  const upload = await findUpload(parts.database, id, null)
  if (!upload || !isClaimable(upload)) throw noSuchUpload()
  const isComplete = (await parts.uploads.received(id)) === upload.size
  return { uploadId: id, state: isComplete ? 'RECEIVED' : 'RECEIVING', keptUntil: keptUntil(upload).toISOString() }
}

/** The outcomes of uploads, for the account that created them. */
export function registerUploadRoutes(app: ServiceApp, parts: Parts, ingest: Ingest): void {
  app.get('/uploads', { schema: readOutcomes }, async (request) => {
    const ids = asUuids(request.query.ids)
    const uploads = await findUploads(parts.database, ids, accountOf(request).id)
    const found = new Map(uploads.map((upload) => [upload.id, upload]))
    return { uploads: ids.flatMap((id) => found.get(id) ?? []).map(outcomeOf) }
  })
  app.get('/uploads/:id', { config: { access: 'optionalAccount' }, schema: readOutcome }, async (request) => {
    const account = accountOrNull(request)
    if (!account) return readUnclaimedUpload(parts, request.params.id)
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
