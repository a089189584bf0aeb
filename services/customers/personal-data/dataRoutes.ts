import { z } from 'zod'
import { accountOf, isBusiness, requireRecentSignIn } from '../../platform/access.ts'
import { idOr, type ServiceApp } from '../../platform/contract.ts'
import { notFound, Problem } from '../../platform/problems.ts'
import { readProfile } from '../profiles.ts'
import { dataFileStatuses } from '../tables.ts'
import {
  type DataFileParts,
  type DataFileRow,
  dataFileUrl,
  fileNameOf,
  findDataFile,
  listDataFiles,
  requestDataFile,
} from './dataFiles.ts'

const noSuchFile = () => notFound('There is no such file, or it has expired.')
const params = z.object({ id: idOr(noSuchFile) })

const fileSchema = z
  .object({
    fileId: z.uuid(),
    status: z.enum(dataFileStatuses),
    requested: z.iso.datetime(),
    fileName: z.string().describe('The name under which a browser saves the file.'),
    size: z.number().int().nullable().describe('In bytes; null until the file is ready.'),
    expires: z.iso.datetime().nullable().describe('When a ready file is deleted. Null: the file is not ready.'),
    failure: z
      .enum(['SERVICE_UNAVAILABLE', 'NOT_IN_TIME'])
      .nullable()
      .describe(
        'Why the file has failed. `SERVICE_UNAVAILABLE`: a service did not deliver its part of the data within an hour. `NOT_IN_TIME`: the file was not complete within an hour, for another reason.',
      ),
  })
  .meta({ id: 'DataFile', description: 'A file with all data of a customer, except photos (decision 0534).' })

const request = {
  summary: 'Requests a file with all data of the customer',
  description:
    'The file is JSON and has no photos: the profile, the address book, sign-ins, passkeys, connected apps, consents, the payment method, orders, vouchers, ' +
    'invoices, projects and the list of product PDFs (decision 0534). A job prepares the file. If a file is being prepared already, the answer is 200 with that file. ' +
    'Needs a sign-in that is at most 5 minutes old. An account may request 10 files per hour. Our addition to the specification.',
  response: { 200: fileSchema, 201: fileSchema },
  problems: { 403: ['RECENT_SIGN_IN_REQUIRED'], 404: ['NOT_FOUND'], 429: ['TOO_MANY_DATA_FILES'] },
}

const list = {
  summary: 'Lists the files with all data of the customer that have not expired',
  description: 'Newest first. A ready file is kept for 2 hours. Our addition to the specification.',
  response: { 200: z.object({ items: z.array(fileSchema) }) },
  problems: { 404: ['NOT_FOUND'] },
}

const read = {
  summary: 'Reads the state of a file with all data of the customer',
  description: 'A file that has expired is answered with 404. Our addition to the specification.',
  params,
  response: { 200: fileSchema },
  problems: { 404: ['NOT_FOUND'] },
}

const readUrl = {
  summary: 'Reads an address from which the browser downloads a file with all data of the customer',
  description:
    'The signed address is valid for 10 minutes. Needs a sign-in that is at most 5 minutes old. Our addition to the specification.',
  params,
  response: { 200: z.object({ url: z.string(), expires: z.iso.datetime() }) },
  problems: { 403: ['RECENT_SIGN_IN_REQUIRED'], 404: ['NOT_FOUND'], 409: ['NOT_READY'] },
}

/** Registers the routes by which customers download their data. Blocked business accounts may use them, too. */
export function registerDataRoutes(app: ServiceApp, parts: DataFileParts): void {
  const { platform, database } = parts

  app.post('/customers/me/data-files', { schema: request }, async (received, reply) => {
    const account = accountOf(received)
    await readProfile(database, account)
    requireRecentSignIn(account)
    const owner = { accountId: account.id, isBusiness: isBusiness(account) }
    const { file, isNew } = await requestDataFile(parts, owner)
    return reply.status(isNew ? 201 : 200).send(toWireFile(file))
  })

  app.get('/customers/me/data-files', { schema: list }, async (received) => {
    const account = accountOf(received)
    await readProfile(database, account)
    return { items: (await listDataFiles(database, account.id)).map(toWireFile) }
  })

  app.get('/customers/me/data-files/:id', { schema: read }, async (received) => {
    const account = accountOf(received)
    await readProfile(database, account)
    const file = await findDataFile(database, account.id, received.params.id)
    if (!file) throw noSuchFile()
    return toWireFile(file)
  })

  app.get('/customers/me/data-files/:id/url', { schema: readUrl }, async (received, reply) => {
    const account = accountOf(received)
    await readProfile(database, account)
    requireRecentSignIn(account)
    const file = await findDataFile(database, account.id, received.params.id)
    if (!file) throw noSuchFile()
    if (file.status !== 'READY') throw new Problem(409, 'NOT_READY', 'The file is not ready.')
    const { url, expiresAt } = dataFileUrl(platform, file)
    return reply.header('cache-control', 'no-store').send({ url, expires: expiresAt.toISOString() })
  })
}

function toWireFile(file: DataFileRow): z.infer<typeof fileSchema> {
  const { status, expires_at: expires } = file
  return {
    fileId: file.id,
    status,
    requested: file.requested_at.toISOString(),
    fileName: fileNameOf(file),
    size: file.size,
    expires: status === 'READY' ? (expires?.toISOString() ?? null) : null,
    failure: status !== 'FAILED' ? null : file.waiting_for === null ? 'NOT_IN_TIME' : 'SERVICE_UNAVAILABLE',
  }
}
