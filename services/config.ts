import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { LegacyConfig, PlatformConfig, ServiceName } from './platform/platform.ts'

const serviceNames = [
  'identity',
  'storage',
  'photos',
  'site',
  'customers',
  'downloads',
  'exports',
  'push',
] as const satisfies readonly ServiceName[]
const proxyGroups = ['loopback', 'linklocal', 'uniquelocal'] as const
const megabyte = 1024 * 1024

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))

const schema = z.object({
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  PUBLIC_URL: httpUrl.default('http://localhost:4000'),
  HOST: z.string().min(1).default('127.0.0.1'),
  SERVICES_PORT: z.coerce.number().int().min(1).max(65_535).default(4001),
  SERVICES: z
    .string()
    .default(serviceNames.join(','))
    .transform((list) => list.split(',').map((name) => name.trim()))
    .pipe(z.array(z.enum(serviceNames)).min(1)),
  DEMO: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  DEMO_PICTURES: z.coerce.number().int().min(1).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  LOCALES_DIR: z.string().min(1).default('web/locales'),
  TRUSTED_PROXIES: z
    .string()
    .default('loopback')
    .transform((list) => list.split(',').map((proxy) => proxy.trim()))
    .pipe(z.array(z.union([z.enum(proxyGroups), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))),
  IDENTITY_URL: httpUrl.optional(),
  STORAGE_URL: httpUrl.optional(),
  PHOTOS_URL: httpUrl.optional(),
  SITE_URL: httpUrl.optional(),
  CUSTOMERS_URL: httpUrl.optional(),
  DOWNLOADS_URL: httpUrl.optional(),
  EXPORTS_URL: httpUrl.optional(),
  PUSH_URL: httpUrl.optional(),
  LEGACY_LIBRARIES: z
    .string()
    .regex(/^(?:s3:\/\/[a-z0-9][a-z0-9.-]+(?:\/.*)?|(?!\w+:\/\/).+)$/i)
    .optional(),
  AWS_ENDPOINT_URL: z.url({ protocol: /^https?$/ }).optional(),
  AWS_ENDPOINT_URL_S3: z.url({ protocol: /^https?$/ }).optional(),
  AWS_REGION: z.string().min(1).optional(),
  MAX_UPLOAD_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(200 * megabyte),
  MAX_PIXELS: z.coerce.number().int().min(1).default(100_000_000),
  EXPORT_CHUNK_BYTES: z.coerce
    .number()
    .int()
    .min(1)
    .default(2_048 * megabyte),
})

/** What a person has to set right, one sentence per variable. */
const wanted: Readonly<Record<keyof z.input<typeof schema>, string>> = {
  DATA_DIR: 'the path of a folder',
  DATABASE_URL: 'a URL such as postgres://user:password@host:5432/keepsake',
  SMTP_URL: 'a URL such as smtp://host:25',
  PUBLIC_URL: 'a URL such as https://keepsake.example',
  HOST: 'an address to listen on, such as 127.0.0.1',
  SERVICES_PORT: 'a port from 1 to 65535',
  SERVICES: `a list, separated by commas, of ${serviceNames.join(', ')}`,
  DEMO: 'true or false',
  DEMO_PICTURES: 'a whole number of pictures, at least 1',
  LOG_LEVEL: 'one of trace, debug, info, warn, error, fatal, silent',
  LOCALES_DIR: 'the path of a folder',
  TRUSTED_PROXIES: `a list, separated by commas, of addresses, ranges, ${proxyGroups.join(', ')}`,
  IDENTITY_URL: 'a URL such as http://identity:4000/identity',
  STORAGE_URL: 'a URL such as http://storage:4000/storage',
  PHOTOS_URL: 'a URL such as http://photos:4000/photos',
  SITE_URL: 'a URL such as http://site:4000/site',
  CUSTOMERS_URL: 'a URL such as http://customers:4000/customers',
  DOWNLOADS_URL: 'a URL such as http://downloads:4000/downloads',
  EXPORTS_URL: 'a URL such as http://exports:4000/exports',
  PUSH_URL: 'a URL such as http://push:4000/push',
  LEGACY_LIBRARIES: 'the path of a folder, or a URL such as s3://bucket/prefix',
  AWS_ENDPOINT_URL: 'a URL such as http://minio:9000',
  AWS_ENDPOINT_URL_S3: 'a URL such as http://minio:9000',
  AWS_REGION: 'the name of a region',
  MAX_UPLOAD_BYTES: 'a whole number of bytes, at least 1',
  MAX_PIXELS: 'a whole number of pixels, at least 1',
  EXPORT_CHUNK_BYTES: 'a whole number of bytes, at least 1',
}

/** What the services process is told: where it listens, and what its services need to know. */
export interface ServicesConfig {
  readonly host: string
  readonly port: number
  readonly services: readonly ServiceName[]
  readonly logLevel: string
  /** @param ownUrl where this process listens: services without a URL of their own are there */
  platform(ownUrl: string): PlatformConfig
}

/** A setting is wrong; the message says which, and what it should be, in one sentence. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the configuration of the services process.
 * @param environment variables by name; an empty one counts as not set
 * @throws ConfigError that names the variable
 */
export function readServicesConfig(environment: Readonly<Record<string, string | undefined>>): ServicesConfig {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''))
  const { success, data: values, error } = schema.safeParse(set)
  if (!success) throw new ConfigError(sentenceOf(error, set))
  return {
    host: values.HOST,
    port: values.SERVICES_PORT,
    services: [...new Set(values.SERVICES)],
    logLevel: values.LOG_LEVEL,
    platform: (ownUrl) => ({
      dataDir: resolve(values.DATA_DIR),
      publicUrl: values.PUBLIC_URL,
      demo: values.DEMO,
      databaseUrl: values.DATABASE_URL,
      smtpUrl: values.SMTP_URL,
      localesDir: resolve(values.LOCALES_DIR),
      urls: {
        identity: values.IDENTITY_URL ?? `${ownUrl}/identity`,
        storage: values.STORAGE_URL ?? `${ownUrl}/storage`,
        photos: values.PHOTOS_URL ?? `${ownUrl}/photos`,
        site: values.SITE_URL ?? `${ownUrl}/site`,
        customers: values.CUSTOMERS_URL ?? `${ownUrl}/customers`,
        downloads: values.DOWNLOADS_URL ?? `${ownUrl}/downloads`,
        exports: values.EXPORTS_URL ?? `${ownUrl}/exports`,
        push: values.PUSH_URL ?? `${ownUrl}/push`,
      },
      trustedProxies: values.TRUSTED_PROXIES,
      legacy: legacyOf(values),
      storage: {
        maxUploadBytes: values.MAX_UPLOAD_BYTES,
        maxPixels: values.MAX_PIXELS,
        demoPictures: values.DEMO_PICTURES,
      },
      exports: { chunkBytes: values.EXPORT_CHUNK_BYTES },
    }),
  }
}

function legacyOf(values: z.infer<typeof schema>): LegacyConfig {
  const given = values.LEGACY_LIBRARIES
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*)$/i.exec(given ?? '') ?? []
  if (bucket === undefined) return { kind: 'folder', path: resolve(given ?? join(values.DATA_DIR, 'legacy')) }
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' ? '' : `${prefix.replace(/\/+$/, '')}/`,
    endpoint: values.AWS_ENDPOINT_URL_S3 ?? values.AWS_ENDPOINT_URL,
    region: values.AWS_REGION,
  }
}

function sentenceOf(error: z.ZodError, set: Readonly<Record<string, string | undefined>>): string {
  const name = String(error.issues[0]?.path[0])
  // The issue is about a key of the schema, whose sentences these are.
  const expected = wanted[name as keyof typeof wanted]
  // URLs may hold passwords, and a sentence may end up in a log.
  const given = name.endsWith('_URL') ? '' : `, not ${JSON.stringify(set[name])}`
  return `${name} must be ${expected}${given}.`
}
