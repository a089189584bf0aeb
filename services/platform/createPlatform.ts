import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { z } from 'zod'
import { createClients } from '../../clients/clients.ts'
import { makeBackup } from './backup.ts'
import { createBrands, issuersOf, watchBrands } from './brands/brands.ts'
import { openBlobs } from './blobs/openBlobs.ts'
import { openDatabase } from './database.ts'
import type { Database } from './databaseTypes.ts'
import { addEventPartitions, pruneEvents } from './eventPartitions.ts'
import { createEvents } from './events.ts'
import { createHttpClient } from './http.ts'
import { createJobs } from './jobs.ts'
import { pruneEndedJobs } from './jobTables.ts'
import { CountExchange, pruneCounts } from './limits/exchange.ts'
import { RequestLimits } from './limits/requestLimits.ts'
import { createLimitedMail, pruneMailCounts } from './limitedMail.ts'
import { createMailTransport } from './mail.ts'
import { migrate } from './migrations.ts'
import { createOperator } from './operator.ts'
import { countBlobErrors } from './metrics/blobMetrics.ts'
import { measureWork } from './metrics/workMetrics.ts'
import type { MetricReadings } from './metricsRoute.ts'
import type { Platform, PlatformConfig } from './platform.ts'
import { makeDataFoldersPrivate } from './privateData.ts'
import { createSecrets, showSecret } from './secrets.ts'
import { createServiceCalls } from './serviceCalls.ts'
import { createTokens } from './tokens.ts'

const daysOfEvents = 30
const jobStopMilliseconds = 5_000

/** How long (ms) the database and the store of the blobs may take to answer the check of `isReady`. */
const readinessMilliseconds = 1_500
/** How often (ms) a process removes what killed processes left in its scratch folder. */
const scratchMilliseconds = 3_600_000
/** How often (ms) the timer checks the brands for mistakes. A check takes less than a millisecond. */
const brandsMilliseconds = 2_000

/** The platform of one process, with its start and end. */
export interface RunningPlatform {
  readonly platform: Platform
  /** Starts jobs and consumers. Call it after every service has declared its jobs and consumers. */
  start(): Promise<void>
  /** True if the database and the store of the blobs answer. */
  isReady(): Promise<boolean>
  /** What `GET /metrics` shows besides the counters of `platform.metrics`. */
  readMetrics(): Promise<readonly MetricReadings[]>
  /** Copies an installation with an embedded database into a folder, and returns the path of the folder. */
  makeBackup(): Promise<string>
  /** Lets running work finish, for about 6 s at most, then closes the database. */
  close(): Promise<void>
}

/**
 * Reads the brands, opens the database and creates the platform.
 * @throws Error with a readable message for the operator
 */
export async function createPlatform(config: PlatformConfig, log: Logger): Promise<RunningPlatform> {
  makeDataFoldersPrivate(config.dataDir, log)
  const clients = createClients(config.clientsDir, log)
  const brands = createBrands(config, log, { brandOfClient: (id) => clients.find(id)?.brand })
  const database = await openDatabase(config, log)
  try {
    await migrate(database, 'platform', new URL('./migrations/', import.meta.url))
    await addEventPartitions(database.root)
    const secrets = createSecrets(database, config.dataDir, log)
    const [secret, operatorSecret] = [await secrets.readOrMake('services'), await secrets.readOrMake('operator')]
    // The operator's commands, the shop and the factory read these two secrets for their calls.
    await showSecret(config.dataDir, 'services', secret)
    await showSecret(config.dataDir, 'operator', operatorSecret)
    const metrics = new Registry()
    const limits = new RequestLimits({ settings: config.limits, secret, log })
    const exchange = new CountExchange({ database, limits: limits.shared, hash: limits.hash, log })
    const events = createEvents(database, log, config.role)
    const blobs = await openBlobs(config, await secrets.readOrMake('blobs'), log)
    const platform: Platform = {
      config,
      log,
      jobs: createJobs(database, log, config.role),
      blobs: countBlobErrors(blobs, metrics),
      events,
      mail: createLimitedMail({ transport: createMailTransport(config), database, log, metrics, hash: limits.hash }),
      tokens: createTokens({ identityUrl: config.urls.identity, issuers: () => issuersOf(config.publicUrl, brands) }),
      secrets,
      operator: createOperator(operatorSecret),
      serviceCalls: createServiceCalls(secret),
      http: createHttpClient(secret),
      limits,
      brands,
      clients,
      metrics,
      database: <Tables>(service: string) => database.inSchema<Tables>(service),
      migrate: (service, folder) => migrate(database, service, folder),
    }
    defineUpkeep(platform, database)
    let endWatch: (() => void) | undefined
    let endScratchUpkeep: (() => void) | undefined
    return {
      platform,
      async start() {
        await platform.jobs.start()
        await platform.events.start()
        endWatch = watchBrands(brands, { every: brandsMilliseconds })
        endScratchUpkeep = keepScratchTidy(platform)
        // With the embedded database, there is no other process to share counts with.
        if (database.kind === 'server') exchange.start()
      },
      async isReady() {
        const answers = Promise.all([database.run('select 1'), platform.blobs.check()]).then(
          () => true,
          () => false,
        )
        // The folder of the blobs can be on another machine, which may not answer at all.
        return Promise.race([answers, pause(readinessMilliseconds, false, { ref: false })])
      },
      readMetrics: async () => [...limits.refusals.readings, ...(await measureWork(database, events.consumers()))],
      makeBackup: () => makeBackup(config.dataDir, database),
      async close() {
        endWatch?.()
        endScratchUpkeep?.()
        await exchange.stop()
        await platform.events.stop()
        await platform.jobs.stop(jobStopMilliseconds)
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * With a bucket, each process has a scratch folder of its own, which a job in another process cannot reach. So each
 * process tidies its own folder, at the start and every hour.
 * @returns a function that stops the timer; undefined if the blobs are in a folder
 */
function keepScratchTidy({ config, blobs, log }: Platform): (() => void) | undefined {
  if (config.blobs.kind === 'folder') return undefined
  const tidy = () => {
    blobs
      .removeAbandoned()
      .catch((error: unknown) => log.warn({ err: error }, 'the scratch folder could not be tidied'))
  }
  tidy()
  const timer = setInterval(tidy, scratchMilliseconds)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Scheduled maintenance: removes old events, ended jobs, old counts of requests and mails, and incomplete blobs of
 * killed processes.
 */
function defineUpkeep({ jobs, blobs }: Platform, database: Database): void {
  const hourly = { payload: z.object({}), concurrency: 1, retries: 3, timeoutSeconds: 300 }
  jobs.define({
    ...hourly,
    name: 'platform.prune-events',
    cron: '23 * * * *',
    run: (_, signal) => pruneEvents(database.root, daysOfEvents, signal),
  })
  jobs.define({
    ...hourly,
    name: 'platform.prune-jobs',
    cron: '33 * * * *',
    run: (_, signal) => pruneEndedJobs(database, signal),
  })
  jobs.define({
    ...hourly,
    name: 'platform.remove-abandoned-blobs',
    cron: '47 * * * *',
    run: () => blobs.removeAbandoned(),
  })
  jobs.define({
    ...hourly,
    name: 'platform.prune-request-counts',
    cron: '53 * * * *',
    run: (_, signal) => pruneCounts(database, signal),
  })
  jobs.define({
    ...hourly,
    name: 'platform.prune-mail-counts',
    cron: '57 * * * *',
    run: (_, signal) => pruneMailCounts(database, signal),
  })
}
