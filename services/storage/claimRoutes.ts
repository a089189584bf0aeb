import { Counter } from 'prom-client'
import { z } from 'zod'
import { accountOf } from '../platform/access.ts'
import type { ServiceApp } from '../platform/contract.ts'
import { asUuids } from '../platform/requests.ts'
import { claimAnonymousUploads } from './anonymousUploads.ts'
import type { Ingest } from './ingest.ts'
import { outcomeOf } from './outcomes.ts'
import type { Parts } from './parts.ts'
import { quotaOf } from './quota.ts'
import { findUploads } from './uploadStore.ts'
import { outcomeSchema, unfittingSchema } from './wireSchemas.ts'

const maximumAtOnce = 100
/** How many claimed files of one request are ingested at the same time. */
const parallelIngests = 2

const claim = {
  summary: 'Gives the account the uploads that were made before the sign-in',
  description:
    'The answer has the outcomes of the uploads, in the order of the ids. The files are ingested after the answer, so ' +
    'read their final outcomes as for any other upload. A repeated call returns the same uploads. Uploads that are ' +
    'incomplete, do not exist any more, or belong to another account are left out.',
  body: z.array(z.string()).max(maximumAtOnce),
  response: { 200: z.object({ uploads: z.array(z.union([outcomeSchema, unfittingSchema])) }) },
}

/** Registers the route with which an account claims uploads that were made before the sign-in (docs/decisions/0543). */
export function registerClaimRoutes(app: ServiceApp, parts: Parts, ingest: Ingest): void {
  const claims = new Counter({
    name: 'storage_anonymous_uploads_claimed_total',
    help: 'Uploads from before the sign-in that accounts have claimed in this process.',
    registers: [parts.platform.metrics],
  })
  const ingestClaimed = createIngestClaimed(app, parts, ingest)
  app.post('/getanonymousuploads', { schema: claim }, async (request) => {
    const account = accountOf(request)
    const ids = [...new Set(asUuids(request.body))]
    const quotaBytes = quotaOf(parts.platform, account)
    const complete = await completeUploads(parts, ids)
    const { claimed, tooLarge } = await claimAnonymousUploads(parts.database, complete, {
      accountId: account.id,
      quotaBytes,
    })
    claims.inc(claimed.length)
    ingestClaimed(claimed)
    const outcomes = new Map(
      (await findUploads(parts.database, ids, account.id)).map((one) => [one.id, outcomeOf(one)]),
    )
    const unfitting = new Set(tooLarge)
    const uploads = ids.map((uploadId) =>
      unfitting.has(uploadId)
        ? ({ uploadId, state: 'REJECTED', code: 'QUOTA_EXCEEDED' } as const)
        : outcomes.get(uploadId),
    )
    return { uploads: uploads.filter((upload) => upload !== undefined) }
  })
}

/** The uploads without an owner whose bytes have all arrived, in the order of the ids. */
async function completeUploads(parts: Parts, ids: readonly string[]): Promise<string[]> {
  const sizes = new Map((await findUploads(parts.database, ids, null)).map(({ id, size }) => [id, size]))
  const found = ids.filter((id) => sizes.has(id))
  const received = await Promise.all(found.map(async (id) => parts.uploads.received(id)))
  return found.filter((id, index) => received[index] === sizes.get(id))
}

/**
 * Ingests claimed uploads after the answer, because a hundred files take longer than a request may take. After a crash
 * or a failure, the remaining files are ingested by the upkeep, or when their outcome is read. Closing the service
 * waits for the files in progress.
 */
function createIngestClaimed(app: ServiceApp, { platform }: Parts, ingest: Ingest): (ids: readonly string[]) => void {
  const running = new Set<Promise<void>>()
  const closing = new AbortController()
  const work = async (waiting: string[]): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !closing.signal.aborted; id = waiting.shift()) {
      await ingest(id).catch((error: unknown) => {
        platform.log.error({ err: error }, 'a claimed upload could not be ingested')
      })
    }
  }
  app.addHook('onClose', async () => {
    closing.abort()
    await Promise.all(running)
  })
  return (ids) => {
    const waiting = [...ids]
    for (let worker = 0; worker < parallelIngests; worker += 1) {
      const ended = work(waiting).finally(() => running.delete(ended))
      running.add(ended)
    }
  }
}
