import { join, resolve } from 'node:path'
import { z } from 'zod'
import { databaseUrl, hostUrls } from '../config/databaseUrl.ts'
import { openPointsOf } from '../config/openPoints.ts'
import { checkDemo, demoInProduction, productionSettings } from '../config/production.ts'
import { ConfigError, allowedOrigins, commaSeparated, httpUrl, readEnvironment } from '../config/readEnvironment.ts'
import { type ServiceName, serviceNames } from './services.ts'
import type { LimitSettings } from './platform/limits/settings.ts'
import { usualServerSettings } from './platform/serverDatabase.ts'
import { type BucketConfig, bucketUrl, parseBucketUrl } from './platform/blobs/bucket.ts'
import type { BlobsConfig } from './platform/blobs/openBlobs.ts'
import type { LegacyConfig, PlatformConfig } from './platform/platform.ts'

const proxyGroups = ['loopback', 'linklocal', 'uniquelocal'] as const
const roles = ['all', 'web', 'workers'] as const
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
/** In a demo, the default of `ORDER_PACE`: seconds per simulated production step. */
const demoOrderPace = 20
const daySeconds = 86_400
/** The default of `DELETION_SETTLE` (s): the lifetime of an access token. A demo has the shorter default below. */
const usualSettleSeconds = 600
const demoSettleSeconds = 2
const megabyte = 1024 * 1024
const atLeastOne = z.coerce.number().int().min(1)
const requests = atLeastOne.describe('a whole number of requests, at least 1')
const perSecond = z.coerce.number().positive().describe('a number of requests per second, more than 0')

const serviceUrls = Object.fromEntries(
  serviceNames.map((name) => [
    urlVariable(name),
    httpUrl.optional().describe(`a URL such as http://${name}:4000/${name}`),
  ]),
)

/** Every setting; docs/operations.md lists them. */
export const settings = z.object({
  ...serviceUrls,
  ...productionSettings,
  ...demoInProduction,
  DATA_DIR: z.string().min(1).default('.data').describe('the path of a folder'),
  DATABASE_URL: databaseUrl,
  DATABASE_DIRECT_URL: databaseUrl,
  DATABASE_CONNECTIONS: atLeastOne
    .default(usualServerSettings.connections)
    .describe('a whole number of connections, at least 1'),
  DATABASE_STATEMENT_TIMEOUT: atLeastOne
    .default(usualServerSettings.statementTimeoutMilliseconds)
    .describe('a whole number of milliseconds, at least 1'),
  DATABASE_START_TIMEOUT: z.coerce
    .number()
    .int()
    .min(0)
    .default(usualServerSettings.startTimeoutMilliseconds)
    .describe('a whole number of milliseconds, at least 0'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('a URL such as smtp://host:25'),
  PUBLIC_URL: httpUrl.default('http://localhost:4000').describe('a URL such as https://keepsake.example'),
  ALLOWED_ORIGINS: allowedOrigins,
  HOST: z.string().min(1).default('127.0.0.1').describe('an address to listen on, such as 127.0.0.1'),
  DRAIN_DELAY: z.coerce.number().int().min(0).max(3_000).default(0).describe('a whole number of ms from 0 to 3000'),
  SERVICES_PORT: z.coerce.number().int().min(1).max(65_535).default(4001).describe('a port from 1 to 65535'),
  ROLE: z
    .enum(roles)
    .default('all')
    .describe(`one of ${roles.join(', ')}`),
  SERVICES_URL: httpUrl.optional().describe('a URL such as http://services:4001'),
  SERVICES: commaSeparated
    .pipe(z.array(z.enum(serviceNames)).min(1))
    .default(serviceNames)
    .describe(`a list, separated by commas, of ${serviceNames.join(', ')}`),
  DEMO: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(false)
    .describe('true or false'),
  DEMO_PICTURES: atLeastOne.optional().describe('a whole number of pictures, at least 1'),
  LOG_LEVEL: z
    .enum(logLevels)
    .default('info')
    .describe(`one of ${logLevels.join(', ')}`),
  CLIENTS_DIR: z.string().min(1).optional().describe('the path of a folder'),
  BRANDS_DIR: z.string().min(1).default('brands').describe('the path of a folder'),
  LOCALES_DIR: z.string().min(1).default('web/locales').describe('the path of a folder'),
  TRUSTED_PROXIES: commaSeparated
    .pipe(z.array(z.union([z.enum(proxyGroups), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])))
    .default(['loopback'])
    .describe(`a list, separated by commas, of addresses, ranges, ${proxyGroups.join(', ')}`),
  BLOBS: z.string().regex(bucketUrl).optional().describe('a URL such as s3://bucket/prefix'),
  BLOBS_PUBLIC_URL: httpUrl.optional().describe('a URL such as https://s3.example'),
  BLOBS_SILENCE_TIMEOUT: atLeastOne.default(3_000).describe('a whole number of milliseconds, at least 1'),
  BLOBS_MOVING: z
    .stringbool({ truthy: ['true'], falsy: ['false'] })
    .default(false)
    .describe('true or false'),
  LEGACY_LIBRARIES: z
    .string()
    .regex(new RegExp(`${bucketUrl.source}|^(?!\\w+://).+$`, 'i'))
    .optional()
    .describe('the path of a folder, or a URL such as s3://bucket/prefix'),
  AWS_ENDPOINT_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('a URL such as http://minio:9000'),
  AWS_ENDPOINT_URL_S3: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('a URL such as http://minio:9000'),
  AWS_REGION: z.string().min(1).optional().describe('the name of a region'),
  MAX_UPLOAD_BYTES: atLeastOne.default(200 * megabyte).describe('a whole number of bytes, at least 1'),
  MAX_UNFINISHED_UPLOADS: atLeastOne.default(1_000).describe('a whole number of uploads, at least 1'),
  ANONYMOUS_UPLOADS: atLeastOne.default(200).describe('a whole number of uploads, at least 1'),
  ANONYMOUS_UPLOAD_BYTES: atLeastOne.default(2_048 * megabyte).describe('a whole number of bytes, at least 1'),
  ANONYMOUS_UPLOAD_TOTAL: atLeastOne.default(20_480 * megabyte).describe('a whole number of bytes, at least 1'),
  MAX_PIXELS: atLeastOne.default(300_000_000).describe('a whole number of pixels, at least 1'),
  DECODE_BYTES: atLeastOne.default(500_000_000).describe('a whole number of bytes, at least 1'),
  ORDER_PACE: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .optional()
    .describe('a whole number of seconds from 0 to 86400'),
  PAYMENT_PROVIDER_URL: httpUrl.optional().describe('a URL such as http://payment-adapter:4000'),
  DELETION_GRACE: z.coerce
    .number()
    .int()
    .min(0)
    .max(60 * daySeconds)
    .default(14 * daySeconds)
    .describe('a whole number of seconds from 0 to 5184000'),
  DELETION_SETTLE: z.coerce
    .number()
    .int()
    .min(0)
    .max(daySeconds)
    .optional()
    .describe('a whole number of seconds from 0 to 86400'),
  EXPORT_CHUNK_BYTES: atLeastOne.default(2_048 * megabyte).describe('a whole number of bytes, at least 1'),
  NEWSLETTER_RATE: z.coerce.number().positive().default(10).describe('a number of mails per second, more than 0'),
  ADDRESS_SIGN_IN_RATE: perSecond.default(20),
  ADDRESS_SIGN_IN_BURST: requests.default(200),
  ADDRESS_SIGN_IN_UNDELAYED: requests.default(40),
  ADDRESS_UPLOAD_RATE: perSecond.default(100),
  ADDRESS_UPLOAD_BURST: requests.default(2_000),
  ADDRESS_PICTURE_RATE: perSecond.default(1_000),
  ADDRESS_PICTURE_BURST: requests.default(10_000),
  ADDRESS_CALL_RATE: perSecond.default(50),
  ADDRESS_CALL_BURST: requests.default(1_000),
  ACCOUNT_UPLOAD_RATE: perSecond.default(30),
  ACCOUNT_UPLOAD_BURST: requests.default(600),
  ACCOUNT_CALL_RATE: perSecond.default(300),
  ACCOUNT_CALL_BURST: requests.default(3_000),
  MAX_REQUESTS: requests.default(2_000),
})

/** The settings of the services process: where it listens, and what its services need to know. */
export interface ServicesConfig {
  readonly host: string
  readonly port: number
  /** Time (ms) from SIGTERM, when `/readyz` becomes 503, until new connections are refused. */
  readonly drainDelay: number
  readonly services: readonly ServiceName[]
  readonly logLevel: string
  /** One sentence for the log for each setting that needs attention in production. */
  readonly openPoints: readonly string[]
  /** @param ownUrl where this process listens; services without a URL of their own run there */
  platform(ownUrl: string): PlatformConfig
}

/**
 * Reads the configuration of the services process.
 * @param environment variables by name; an empty variable counts as unset
 * @throws ConfigError that names the variable
 */
export function readServicesConfig(environment: Readonly<Record<string, string | undefined>>): ServicesConfig {
  const values = readEnvironment(settings, environment)
  checkDemo(values)
  checkRole(values)
  return {
    host: values.HOST,
    port: values.SERVICES_PORT,
    drainDelay: values.DRAIN_DELAY,
    services: [...new Set(values.SERVICES)],
    logLevel: values.LOG_LEVEL,
    openPoints: openPointsOf('services', values),
    platform: (ownUrl) => ({
      role: values.ROLE,
      dataDir: resolve(values.DATA_DIR),
      publicUrl: values.PUBLIC_URL,
      allowedOrigins: values.ALLOWED_ORIGINS,
      demo: values.DEMO,
      databaseUrl: values.DATABASE_URL,
      server: {
        urls: hostUrls(values.DATABASE_URL ?? ''),
        directUrls: values.DATABASE_DIRECT_URL === undefined ? undefined : hostUrls(values.DATABASE_DIRECT_URL),
        connections: values.DATABASE_CONNECTIONS,
        statementTimeoutMilliseconds: values.DATABASE_STATEMENT_TIMEOUT,
        startTimeoutMilliseconds: values.DATABASE_START_TIMEOUT,
      },
      smtpUrl: values.SMTP_URL,
      localesDir: resolve(values.LOCALES_DIR),
      brandsDir: resolve(values.BRANDS_DIR),
      clientsDir: resolve(values.CLIENTS_DIR ?? join(values.DATA_DIR, 'clients')),
      urls: urlsOf(values, values.SERVICES_URL ?? ownUrl),
      trustedProxies: values.TRUSTED_PROXIES,
      blobs: blobsOf(values),
      legacy: legacyOf(values),
      storage: {
        maxUploadBytes: values.MAX_UPLOAD_BYTES,
        maxUnfinishedUploads: values.MAX_UNFINISHED_UPLOADS,
        anonymous: {
          uploadsPerAddress: values.ANONYMOUS_UPLOADS,
          bytesPerAddress: values.ANONYMOUS_UPLOAD_BYTES,
          totalBytes: values.ANONYMOUS_UPLOAD_TOTAL,
        },
        maxPixels: values.MAX_PIXELS,
        decodeBytes: values.DECODE_BYTES,
        demoPictures: values.DEMO_PICTURES,
      },
      deletion: {
        graceSeconds: values.DELETION_GRACE,
        settleSeconds: values.DELETION_SETTLE ?? (values.DEMO ? demoSettleSeconds : usualSettleSeconds),
      },
      orders: { stepSeconds: stepSecondsOf(values) },
      payments: { providerUrl: providerUrlOf(values, values.SERVICES_URL ?? ownUrl) },
      exports: { chunkBytes: values.EXPORT_CHUNK_BYTES },
      newsletters: { perSecond: values.NEWSLETTER_RATE },
      limits: limitsOf(values),
    }),
  }
}

/** @throws ConfigError if the process could not do what its role says */
function checkRole({ ROLE: role, DATABASE_URL: database, SERVICES_URL: servicesUrl }: z.infer<typeof settings>): void {
  if (role === 'all') return
  if (database === undefined)
    throw new ConfigError(`ROLE=${role} needs DATABASE_URL: only one process can open the embedded database.`)
  if (role === 'workers' && servicesUrl === undefined)
    throw new ConfigError('ROLE=workers needs SERVICES_URL: jobs call services, and this process answers none of them.')
}

function urlVariable(name: ServiceName): string {
  return `${name.toUpperCase()}_URL`
}

function urlsOf(values: Readonly<Record<string, unknown>>, ownUrl: string): Record<ServiceName, string> {
  const urls = serviceNames.map((name) => [name, values[urlVariable(name)] ?? `${ownUrl}/${name}`])
  // Object.fromEntries loses the type of the keys, which are the names of all services.
  return Object.fromEntries(urls) as Record<ServiceName, string>
}

/**
 * How long (s) a simulated production step takes; null if production is not simulated. Without `ORDER_PACE`, only a
 * demo simulates it. In a real installation, the factory reports its steps.
 */
function stepSecondsOf({ ORDER_PACE: pace, DEMO: demo }: z.infer<typeof settings>): number | null {
  const seconds = pace ?? (demo ? demoOrderPace : 0)
  return seconds === 0 ? null : seconds
}

/**
 * The URL of the payment provider. Without `PAYMENT_PROVIDER_URL`, a demo uses its own provider, and a real
 * installation has none.
 */
function providerUrlOf(
  values: Readonly<Record<string, unknown>> & Pick<z.infer<typeof settings>, 'DEMO' | 'PAYMENT_PROVIDER_URL'>,
  ownUrl: string,
): string | null {
  if (values.PAYMENT_PROVIDER_URL !== undefined) return values.PAYMENT_PROVIDER_URL
  return values.DEMO ? `${urlsOf(values, ownUrl).payments}/demo-provider` : null
}

function limitsOf(values: z.infer<typeof settings>): LimitSettings {
  return {
    address: {
      signIn: {
        rate: values.ADDRESS_SIGN_IN_RATE,
        burst: values.ADDRESS_SIGN_IN_BURST,
        undelayed: values.ADDRESS_SIGN_IN_UNDELAYED,
      },
      uploads: { rate: values.ADDRESS_UPLOAD_RATE, burst: values.ADDRESS_UPLOAD_BURST },
      pictures: { rate: values.ADDRESS_PICTURE_RATE, burst: values.ADDRESS_PICTURE_BURST },
      calls: { rate: values.ADDRESS_CALL_RATE, burst: values.ADDRESS_CALL_BURST },
    },
    account: {
      uploads: { rate: values.ACCOUNT_UPLOAD_RATE, burst: values.ACCOUNT_UPLOAD_BURST },
      calls: { rate: values.ACCOUNT_CALL_RATE, burst: values.ACCOUNT_CALL_BURST },
    },
    maximumRequests: values.MAX_REQUESTS,
  }
}

function legacyOf(values: z.infer<typeof settings>): LegacyConfig {
  const given = values.LEGACY_LIBRARIES
  const bucket = parseBucketUrl(given ?? '')
  if (bucket === null) return { kind: 'folder', path: resolve(given ?? join(values.DATA_DIR, 'legacy')) }
  return {
    kind: 's3',
    ...bucket,
    ...serverOf(values),
  }
}

/** The S3 server of the settings. */
export function serverOf(
  values: Pick<z.infer<typeof settings>, 'AWS_ENDPOINT_URL_S3' | 'AWS_ENDPOINT_URL' | 'AWS_REGION'>,
): Pick<BucketConfig, 'endpoint' | 'region'> {
  return { endpoint: values.AWS_ENDPOINT_URL_S3 ?? values.AWS_ENDPOINT_URL, region: values.AWS_REGION }
}

/** @throws ConfigError if browsers would not know where the bucket is */
function blobsOf(values: z.infer<typeof settings>): BlobsConfig {
  const bucket = parseBucketUrl(values.BLOBS ?? '')
  if (bucket === null) return { kind: 'folder' }
  if (values.BLOBS_PUBLIC_URL === undefined) {
    throw new ConfigError('BLOBS_PUBLIC_URL is missing: it must be the URL of the S3 server in browsers.')
  }
  return {
    kind: 's3',
    ...bucket,
    ...serverOf(values),
    publicEndpoint: values.BLOBS_PUBLIC_URL,
    silenceTimeoutMilliseconds: values.BLOBS_SILENCE_TIMEOUT,
    isMoving: values.BLOBS_MOVING,
  }
}
