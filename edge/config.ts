import { z } from 'zod'
import { openPointsOf } from '../config/openPoints.ts'
import { isProduction, productionSettings } from '../config/production.ts'
import { commaSeparated, httpUrl, readEnvironment } from '../config/readEnvironment.ts'

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
const anyUrl = 'a URL such as https://keepsake.example'

/** Every setting; docs/operations.md lists them. */
export const settings = z.object({
  ...productionSettings,
  PORT: z.coerce.number().int().min(0).max(65_535).default(4000).describe('a port from 0 to 65535'),
  HOST: z.string().min(1).default('localhost').describe('an address to listen on, such as 127.0.0.1'),
  PUBLIC_URL: httpUrl.optional().describe(anyUrl),
  GATEWAY_URLS: commaSeparated
    .pipe(z.array(httpUrl).min(1))
    .describe('a list, separated by commas, of URLs such as http://gateway:4002'),
  SERVICES_URLS: commaSeparated
    .pipe(z.array(httpUrl).min(1))
    .describe('a list, separated by commas, of URLs such as http://services:4001'),
  STORAGE_URLS: commaSeparated
    .pipe(z.array(httpUrl))
    .default([])
    .describe('a list, separated by commas, of URLs such as http://storage:4001'),
  DRAIN_DELAY: z.coerce.number().int().min(0).max(5_000).default(0).describe('a whole number of ms from 0 to 5000'),
  TRUSTED_ORIGINS: commaSeparated
    .pipe(z.array(httpUrl))
    .default([])
    .describe('a list, separated by commas, of origins such as https://login.example'),
  BLOBS_PUBLIC_URL: httpUrl.optional().describe('a URL such as https://s3.example'),
  TRUST_PROXY: z.stringbool().default(false).describe('true or false'),
  WEB_ROOT: z.string().min(1).default('web/dist').describe('the path of a folder'),
  WEB_DEV_URL: httpUrl.optional().describe('a URL such as http://localhost:5173'),
  LOG_LEVEL: z
    .enum(logLevels)
    .default('info')
    .describe(`one of ${logLevels.join(', ')}`),
})

/** The validated settings of the edge. */
export interface EdgeConfig {
  readonly port: number
  readonly host: string
  /** The URL at which browsers reach the product, without a trailing slash. */
  readonly publicUrl: string
  /** Whether real customers use this installation. */
  readonly production: boolean
  /** Warnings about unsafe settings in production, as sentences for the log. */
  readonly openPoints: readonly string[]
  readonly gatewayUrls: readonly string[]
  readonly servicesUrls: readonly string[]
  /** The services that receive uploads and send photos. If empty, `servicesUrls` are used. */
  readonly storageUrls: readonly string[]
  /** Time (ms) from SIGTERM, when `/readyz` becomes 503, until new connections are refused. */
  readonly drainDelay: number
  /** Further origins that pages may call and load images from, for example those of the identity provider and of S3. */
  readonly trustedOrigins: readonly string[]
  /** Whether to trust the caller's X-Forwarded-* headers. Safe only behind another proxy. */
  readonly trustProxy: boolean
  /** The folder of the client's static build. */
  readonly webRoot: string
  /** The URL of the client's development server, which replaces `webRoot`. Undefined in production. */
  readonly webDevUrl: string | undefined
  readonly logLevel: string
}

/**
 * Reads the edge's configuration from environment variables; an empty one counts as not set.
 * @throws ConfigError that names each wrong variable
 */
export function readEdgeConfig(environment: Record<string, string | undefined>): EdgeConfig {
  const values = readEnvironment(settings, environment)
  return {
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${values.PORT}`,
    production: isProduction(values),
    openPoints: openPointsOf('edge', values),
    gatewayUrls: values.GATEWAY_URLS,
    servicesUrls: values.SERVICES_URLS,
    storageUrls: values.STORAGE_URLS,
    drainDelay: values.DRAIN_DELAY,
    trustedOrigins: [...values.TRUSTED_ORIGINS, ...originsOf(values.BLOBS_PUBLIC_URL)],
    trustProxy: values.TRUST_PROXY,
    webRoot: values.WEB_ROOT,
    webDevUrl: values.WEB_DEV_URL,
    logLevel: values.LOG_LEVEL,
  }
}

function originsOf(url: string | undefined): string[] {
  return url === undefined ? [] : [new URL(url).origin]
}
