import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError } from '../../../config/readEnvironment.ts'
import { readServicesConfig } from '../../../services/config.ts'

const services = [
  'identity',
  'storage',
  'photos',
  'site',
  'customers',
  'downloads',
  'exports',
  'orders',
  'invoices',
  'push',
  'vouchers',
  'projects',
  'products',
  'shop',
  'mailing',
  'payments',
  'merchandise',
  'widgets',
  'analytics',
  'personalisation',
]

describe('the settings of the services', () => {
  test('without any settings the installation works', () => {
    const config = readServicesConfig({})
    expect(config).toMatchObject({ host: '127.0.0.1', port: 4001, logLevel: 'info' })
    expect(config.services).toEqual(services)
    expect(config.platform('http://127.0.0.1:1234')).toEqual({
      role: 'all',
      dataDir: resolve('.data'),
      publicUrl: 'http://localhost:4000',
      allowedOrigins: [],
      demo: false,
      databaseUrl: undefined,
      server: {
        urls: [],
        directUrls: undefined,
        connections: 10,
        statementTimeoutMilliseconds: 30_000,
        startTimeoutMilliseconds: 30_000,
      },
      smtpUrl: undefined,
      localesDir: resolve('web/locales'),
      brandsDir: resolve('brands'),
      clientsDir: resolve('.data/clients'),
      urls: Object.fromEntries(services.map((name) => [name, `http://127.0.0.1:1234/${name}`])),
      trustedProxies: ['loopback'],
      blobs: { kind: 'folder' },
      legacy: { kind: 'folder', path: resolve('.data/legacy') },
      deletion: { graceSeconds: 14 * 86_400, settleSeconds: 600 },
      orders: { stepSeconds: null },
      payments: { providerUrl: null },
      exports: { chunkBytes: 2 * 1024 ** 3 },
      newsletters: { perSecond: 10 },
      limits: {
        address: {
          signIn: { rate: 20, burst: 200, undelayed: 40 },
          uploads: { rate: 100, burst: 2_000 },
          pictures: { rate: 1_000, burst: 10_000 },
          calls: { rate: 50, burst: 1_000 },
        },
        account: { uploads: { rate: 30, burst: 600 }, calls: { rate: 300, burst: 3_000 } },
        maximumRequests: 2_000,
      },
      storage: {
        maxUploadBytes: 209_715_200,
        maxUnfinishedUploads: 1_000,
        maxPixels: 300_000_000,
        decodeBytes: 500_000_000,
        demoPictures: undefined,
        anonymous: {
          uploadsPerAddress: 200,
          bytesPerAddress: 2_147_483_648,
          totalBytes: 21_474_836_480,
        },
      },
    })
  })

  test.each([
    ['off', {}, null],
    ['quick in a demo', { DEMO: 'true' }, 20],
    ['off in a demo with 0', { DEMO: 'true', ORDER_PACE: '0' }, null],
    ['as set', { ORDER_PACE: '3600' }, 3_600],
  ])('the simulated factory is %s', (_name, environment, stepSeconds) => {
    expect(readServicesConfig(environment).platform('http://127.0.0.1:1').orders).toEqual({ stepSeconds })
  })

  test('a service can run elsewhere, and a process can run only some of the services', () => {
    const config = readServicesConfig({
      SERVICES: 'photos, storage,photos',
      IDENTITY_URL: 'https://id.example/',
      PUBLIC_URL: 'https://keepsake.example/',
      DEMO: 'true',
      DEMO_IN_PRODUCTION: 'true',
      TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::1',
    })
    expect(config.services).toEqual(['photos', 'storage'])
    const platform = config.platform('http://127.0.0.1:1')
    expect(platform.urls).toMatchObject({ identity: 'https://id.example', photos: 'http://127.0.0.1:1/photos' })
    expect(platform).toMatchObject({ publicUrl: 'https://keepsake.example', demo: true })
    expect(platform.trustedProxies).toEqual(['loopback', '10.0.0.0/8', 'fd00::1'])
  })

  test.each([
    [{ LEGACY_LIBRARIES: '/srv/older' }, { kind: 'folder', path: '/srv/older' }],
    [{ LEGACY_LIBRARIES: 's3://older' }, { kind: 's3', bucket: 'older', prefix: '' }],
    [
      { LEGACY_LIBRARIES: 's3://older/of/2019/', AWS_REGION: 'eu-west-1' },
      { kind: 's3', bucket: 'older', prefix: 'of/2019/', region: 'eu-west-1' },
    ],
    [
      { LEGACY_LIBRARIES: 's3://older', AWS_ENDPOINT_URL: 'http://all:9000', AWS_ENDPOINT_URL_S3: 'http://s3:9000' },
      { kind: 's3', bucket: 'older', prefix: '', endpoint: 'http://s3:9000' },
    ],
  ])('older libraries are found by the setting %j', (environment, legacy) => {
    expect(readServicesConfig(environment).platform('http://127.0.0.1:1').legacy).toMatchObject(legacy)
  })

  test('an empty variable counts as unset', () => {
    expect(readServicesConfig({ DATABASE_URL: '', SERVICES_PORT: '' })).toMatchObject({ port: 4001 })
  })

  test.each([
    ['SERVICES_PORT', 'http', 'SERVICES_PORT must be a port from 1 to 65535, not "http".'],
    ['SERVICES_PORT', '70000', 'SERVICES_PORT must be a port from 1 to 65535, not "70000".'],
    [
      'SERVICES',
      'photos,fotos',
      `SERVICES must be a list, separated by commas, of ${services.join(', ')}, not "photos,fotos".`,
    ],
    [
      'LEGACY_LIBRARIES',
      'https://older.example',
      'LEGACY_LIBRARIES must be the path of a folder, or a URL such as s3://bucket/prefix, not "https://older.example".',
    ],
    ['DEMO', 'yes', 'DEMO must be true or false, not "yes".'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".'],
    ['PUBLIC_URL', 'localhost:4000', 'PUBLIC_URL must be a URL such as https://keepsake.example.'],
    ['PUBLIC_URL', 'ftp://keepsake.example', 'PUBLIC_URL must be a URL such as https://keepsake.example.'],
    [
      'DATABASE_URL',
      'mysql://root:secret@host/db',
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/keepsake.',
    ],
    ['SMTP_URL', 'mailhost', 'SMTP_URL must be a URL such as smtp://host:25.'],
    ['IDENTITY_URL', 'identity', 'IDENTITY_URL must be a URL such as http://identity:4000/identity.'],
    [
      'TRUSTED_PROXIES',
      'edge',
      'TRUSTED_PROXIES must be a list, separated by commas, of addresses, ranges, loopback, linklocal, uniquelocal, not "edge".',
    ],
    ['MAX_UPLOAD_BYTES', '0', 'MAX_UPLOAD_BYTES must be a whole number of bytes, at least 1, not "0".'],
    ['MAX_UPLOAD_BYTES', '200 MB', 'MAX_UPLOAD_BYTES must be a whole number of bytes, at least 1, not "200 MB".'],
    ['MAX_PIXELS', '1.5', 'MAX_PIXELS must be a whole number of pixels, at least 1, not "1.5".'],
  ])('%s=%s is refused in one sentence', (name, value, sentence) => {
    expect(() => readServicesConfig({ [name]: value })).toThrow(new ConfigError(sentence))
  })
})
