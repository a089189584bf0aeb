import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import type { StoredBlob } from '../platform/blobs/blobs.ts'
import type { JobQueue, Platform } from '../platform/platform.ts'
import type { ProductsTables } from './tables.ts'

const removalQueueName = 'products.pdf-removal'
/**
 * How long (s) bytes without a row are kept. Their row may be about to be written, so this is longer than storing a
 * file takes.
 */
const unfinishedSeconds = 3_600
/** How long (s) replaced bytes are kept, for readers that have just found the old row. */
const replacedSeconds = 60
const urlValidSeconds = 3_600

const removalSchema = z.object({ accountId: z.uuid(), blobId: z.uuid() })
type Removal = z.infer<typeof removalSchema>

/** The PDF of one ordered product. */
interface PdfKey {
  readonly accountId: string
  /** The code of the ordered product, in upper case. */
  readonly code: string
}

/** Maximum number of PDFs in the list of an account: more than any account is expected to order. */
const maximumListed = 10_000

/**
 * Stores a PDF; replaces an earlier one of the same product. Readers get either the old or the new one.
 * @returns true if there was none before
 */
export async function storePdf(
  { blobs, jobs }: Platform,
  database: Kysely<ProductsTables>,
  { accountId, code }: PdfKey,
  bytes: Uint8Array,
): Promise<boolean> {
  const blobId = randomUUID()
  const remove = (id: string) => ({ accountId, blobId: id }) satisfies Removal
  // Queued before the bytes are written: if the process dies before the row is written, the job removes the bytes.
  await database.transaction().execute(async (change) => {
    await jobs.enqueue(change, removalQueueName, remove(blobId), { delaySeconds: unfinishedSeconds })
  })
  await blobs.put(blobKey(accountId, blobId), bytes, { contentType: 'application/pdf' })
  return database.transaction().execute(async (change) => {
    // Concurrent uploads of the same product take turns, so that each one removes what it has replaced.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`products.pdf ${accountId} ${code}`}, 0))`.execute(change)
    const replaced = await findRow(change, { accountId, code })
    const uploaded = { blob_id: blobId, uploaded_at: sql<Date>`now()` }
    await change
      .insertInto('pdfs')
      .values({ account_id: accountId, code, ...uploaded })
      .onConflict((conflict) => conflict.columns(['account_id', 'code']).doUpdateSet(uploaded))
      .execute()
    if (!replaced) return true
    await jobs.enqueue(change, removalQueueName, remove(replaced.blob_id), { delaySeconds: replacedSeconds })
    return false
  })
}

/** Null if the account has no PDF of this product. */
export async function findPdf(
  { blobs }: Pick<Platform, 'blobs'>,
  database: Kysely<ProductsTables>,
  key: PdfKey,
): Promise<StoredBlob | null> {
  const row = await findRow(database, key)
  return row ? blobs.get(blobKey(key.accountId, row.blob_id)) : null
}

/**
 * A URL from which the PDF can be downloaded for an hour, as a file with this name. Null if the account has no PDF of
 * this product.
 */
export async function findPdfUrl(
  { blobs }: Pick<Platform, 'blobs'>,
  database: Kysely<ProductsTables>,
  key: PdfKey,
  fileName: string,
): Promise<string | null> {
  const row = await findRow(database, key)
  if (!row) return null
  return blobs.signedUrl(blobKey(key.accountId, row.blob_id), {
    fileName,
    expires: new Date(Date.now() + urlValidSeconds * 1_000),
  })
}

/** The PDFs of an account, newest first. */
export async function listPdfs(
  database: Kysely<ProductsTables>,
  accountId: string,
): Promise<{ readonly code: string; readonly uploaded_at: Date }[]> {
  return database
    .selectFrom('pdfs')
    .select(['code', 'uploaded_at'])
    .where('account_id', '=', accountId)
    .orderBy('uploaded_at', 'desc')
    .orderBy('code')
    .limit(maximumListed)
    .execute()
}

/** Removes bytes that no row refers to: those of replaced PDFs and of interrupted uploads. */
export function removalQueue({ blobs }: Platform, database: Kysely<ProductsTables>): JobQueue<Removal> {
  return {
    name: removalQueueName,
    payload: removalSchema,
    concurrency: 1,
    retries: 5,
    timeoutSeconds: 60,
    async run({ accountId, blobId }) {
      const used = await database
        .selectFrom('pdfs')
        .select('code')
        .where('account_id', '=', accountId)
        .where('blob_id', '=', blobId)
        .executeTakeFirst()
      if (!used) await blobs.delete([blobKey(accountId, blobId)])
    },
  }
}

async function findRow(database: Kysely<ProductsTables>, { accountId, code }: PdfKey) {
  return database
    .selectFrom('pdfs')
    .select('blob_id')
    .where('account_id', '=', accountId)
    .where('code', '=', code)
    .executeTakeFirst()
}

/** The folder of all PDFs of an account. */
export function pdfFolder(accountId: string): string {
  return `products/pdfs/${accountId}`
}

function blobKey(accountId: string, blobId: string): string {
  return `${pdfFolder(accountId)}/${blobId}`
}
