import { globalId } from '../../support/globalIds.ts'
import { buildArchive, buildBackup, buildImport } from '../../support/longWork.ts'
import { anna, bram } from '../../support/tokens.ts'
import type { Upstreams } from '../../support/upstream.ts'
import { type Operation, unauthenticated } from './operation.ts'

const archive = buildArchive(1)
const backup = buildBackup(1)
const libraryImport = buildImport(1)

/** Gives Anna an archive, an export and an import, and Bram an archive. */
export function fillLongWork(upstreams: Upstreams): void {
  upstreams.clearWork()
  const work = upstreams.work(anna)
  work.archives = [archive]
  work.backups = [backup]
  work.activation = { status: 'NOT_ACTIVE', import: libraryImport }
  Object.assign(work.accountInformation, { projectCount: 7 })
  work.email.state = 'confirmed'
  upstreams.work(bram).archives = [buildArchive(9)]
}

/** Anna's data. */
export function longWorkOf(upstreams: Upstreams): unknown {
  const { archives, backups, activation } = upstreams.work(anna)
  return [archives.length, backups.length, activation.status]
}

/** Anna's data while it is unchanged. */
export const untouchedLongWork = [1, 1, 'NOT_ACTIVE']

/** The ids of Anna's objects. */
export const longWorkIds = {
  archive: globalId('Download', archive.id),
  backupId: backup.backupId,
  export: globalId('Export', backup.backupId),
  chunk: globalId('ExportChunk', `${backup.backupId}:1`),
  import: globalId('LibraryImport', String(libraryImport['id'])),
} as const

/** Fields of the viewer, with Anna's ids. */
export const viewerFields = `mayReceiveMail downloads { edges { node { name url } } } latestExport { status }
  export(backupId: $backupId) { chunks { url } }`

/** Fields of the library. */
export const libraryFields = 'activation { status import { failedCount } } storage { projectCount }'

const fileOf = ({ id }: { id: string }) => `https://files.test/${id}.zip`
const chunk = (iteration: number) => ({ url: `https://files.test/${backup.backupId}/${iteration}.zip` })

/** The expected results for each customer. */
export const shownLongWork = {
  anna: {
    viewer: {
      mayReceiveMail: true,
      downloads: { edges: [{ node: { name: 'IMG_1.jpg', url: fileOf(archive) } }] },
      latestExport: { status: 'READY' },
      export: { chunks: [chunk(1), chunk(2)] },
    },
    library: { activation: { status: 'NOT_ACTIVE', import: { failedCount: 1 } }, storage: { projectCount: 7 } },
  },
  bram: {
    viewer: {
      mayReceiveMail: false,
      downloads: { edges: [{ node: { name: 'IMG_9.jpg', url: fileOf(buildArchive(9)) } }] },
      latestExport: null,
      export: null,
    },
    library: { activation: { status: 'ACTIVE', import: null }, storage: { projectCount: 0 } },
  },
  cees: {
    viewer: { mayReceiveMail: false, downloads: { edges: [] }, latestExport: null, export: null },
    library: { activation: { status: 'ACTIVE', import: null }, storage: { projectCount: 0 } },
  },
} as const

/** The fields requested from the nodes. */
export const nodeFields = `... on Download { downloadUrl: url } ... on Export { status } ... on ExportChunk { chunkUrl: url }
  ... on LibraryImport { failedCount }`

/** The nodes, with the expected results for Anna. */
export const ownNodes = {
  archive: { downloadUrl: fileOf(archive) },
  export: { status: 'READY' },
  chunk: { chunkUrl: chunk(1).url },
  import: { failedCount: 1 },
} as const

function events(field: string, selection: string): Operation {
  const nothing = { [field]: { [selection]: null } }
  return {
    kind: 'subscription',
    query: `subscription { ${field} { ${selection} } }`,
    own: nothing,
    ofBram: nothing,
    ofCees: nothing,
    anonymous: { data: undefined, codes: ['UNAUTHENTICATED'] },
  }
}

const notFound = { code: 'NOT_FOUND' }

function mutation(
  field: string,
  query: string,
  { own, ofBram = notFound, ofCees = notFound }: { own: unknown; ofBram?: unknown; ofCees?: unknown },
): Operation {
  const answers = { own: { [field]: own }, ofBram: { [field]: ofBram }, ofCees: { [field]: ofCees } }
  return { kind: 'mutation', query, ...answers, anonymous: unauthenticated }
}

/** The operations on archives, exports and imports, by root field. */
export const longWorkOperations: Record<string, Operation> = {
  'Mutation.requestDownload': mutation(
    'requestDownload',
    `mutation ($photo: ID!) { requestDownload(input: { photoIds: [$photo] }) {
      ... on RequestDownloadSuccess { download { photosCount } } ... on UserError { code } } }`,
    { own: { download: { photosCount: 1 } } },
  ),
  'Mutation.requestSharedAlbumDownload': mutation(
    'requestSharedAlbumDownload',
    `mutation ($shared: ID!, $photo: ID!) {
      requestSharedAlbumDownload(input: { sharedAlbumId: $shared, photoIds: [$photo] }) {
        ... on RequestDownloadSuccess { download { photosCount } } ... on UserError { code } } }`,
    { own: { download: { photosCount: 1 } }, ofCees: { download: { photosCount: 1 } } },
  ),
  'Mutation.requestExport': mutation(
    'requestExport',
    `mutation { requestExport(input: { channel: "k" }) {
      ... on RequestExportSuccess { status export { photosCount } } ... on UserError { code } } }`,
    {
      own: { status: 'READY', export: { photosCount: 12 } },
      ofBram: { status: 'REQUESTED', export: { photosCount: 12 } },
      ofCees: { code: 'NOTHING_TO_EXPORT' },
    },
  ),
  'Mutation.startImport': mutation(
    'startImport',
    `mutation ($library: ID!) { startImport(input: { libraryId: $library }) {
      ... on StartImportSuccess { library { activation { status } } } ... on UserError { code } } }`,
    { own: { library: { activation: { status: 'IMPORTING' } } } },
  ),
  // Each caller gets the mail at their own address.
  'Mutation.sendConfirmationMail': mutation(
    'sendConfirmationMail',
    `mutation { sendConfirmationMail(input: { locale: "en-GB" }) {
      ... on SendConfirmationMailSuccess { email } ... on UserError { code } } }`,
    {
      own: { email: 'a@example.com' },
      ofBram: { email: 'b@example.com' },
      ofCees: { email: 'c@example.com' },
    },
  ),
  'Subscription.archiveEvents': events('archiveEvents', 'downloadId'),
  'Subscription.exportEvents': events('exportEvents', 'backupId'),
  'Subscription.importEvents': events('importEvents', 'key'),
}
