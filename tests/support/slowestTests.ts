/**
 * The slowest test files of all projects, the slowest first. They start first: a slow file that started last would still
 * run after all other files have ended.
 */
export const slowestTests = [
  'launcher/start',
  'bench/browser',
  'bench/servers',
  'faults/gateway',
  'gateway/operations/drain',
  'services/storage/orientation',
  'services/storage/intake',
  'services/storage/killed',
  'services/shop/killed',
  'services/orders/simulator',
  'services/platform/main',
  'services/photos/activation/killed',
  'services/customers/retention',
  'services/photos/deleteAllKilled',
  'gateway/operations/tracing',
  'services/photos/albums/killed',
  'services/photos/activation/import',
  'gateway/protocols/nextToken',
  'services/exports/killed',
  'services/platform/kill',
  'services/photos/events',
  'services/photos/activation/trouble',
  'gateway/execution/documentMemory',
  'services/downloads/killed',
  'services/customers/retentionKilled',
  'gateway/process',
]
