/**
 * The slowest test files of all projects, the slowest first. They start first: a slow file that started last would
 * still run after all other files have ended.
 */
const slowestTests = [
  'services/authorization/authorization',
  'bench/browser',
  'bench/servers',
  'launcher/start',
  'services/orders/simulator',
  'web/faults/pages',
  'services/customers/personalData',
  'services/widgets/killedMails',
  'services/shop/killed',
  's3/moveBlobs',
  'faults/gateway',
  'gateway/execution/documentMemory',
  'services/backup',
  'services/identity/passwordChange',
  'services/site/site',
  'faults/flood',
  'services/deletion/running',
  'services/downloads/killed',
  'services/invoices/killed',
  'services/storage/killed',
  'services/platform/pgbouncer',
  'gateway/albums',
  'services/customers/retentionKilled',
  'services/photos/activation/import',
  'gateway/security/table',
  'services/deletion/erasure',
  'services/platform/databaseAway',
  's3/killed',
  'services/invoices/events',
  'services/deletion/killed',
  'services/photos/deleteAllKilled',
  'services/customers/deletions',
  'services/photos/activation/killed',
  's3/backup',
  'services/storage/replicas',
  'gateway/operations/drain',
  'services/exports/faults',
  'services/platform/main',
  'services/exports/killed',
  'services/customers/reminders',
  'contract/connections',
  'gateway/live/jobEvents',
  'services/platform/jobs',
  'services/photos/albums/killed',
  'gateway/operations/tracing',
  'gateway/protocols/nextToken',
  'services/photos/deleteAll',
  'services/photos/neighbours',
  'services/storage/intake',
  'gateway/upstream/wireSchemas',
  'services/photos/albums/lists',
  'services/storage/orientation',
  'services/identity/passwords',
]

/**
 * The place of a test file among the slowest: 0 is the slowest.
 * @returns -1 for a file that is not among them
 */
export function placeAmongSlowest(file: string): number {
  return slowestTests.findIndex((name) => file.replace(/x$/, '').endsWith(`tests/${name}.test.ts`))
}
