import { describe, expect, test } from 'vitest'
import { readEdgeConfig } from '../../edge/config.ts'
import { readConfig } from '../../gateway/config.ts'
import { readServicesConfig } from '../../services/config.ts'

type Environment = Record<string, string>

const servicesUrl = { SERVICES_URL: 'http://services:4001' }
const readers = {
  edge: (environment: Environment) =>
    readEdgeConfig({ SERVICES_URLS: servicesUrl.SERVICES_URL, GATEWAY_URLS: 'http://gateway:4002', ...environment }),
  gateway: (environment: Environment) => readConfig({ ...servicesUrl, ...environment }),
  services: readServicesConfig,
}

/** The settings that need attention. Each open point (a warning at the start) begins with the name of its setting. */
const openAt = (part: keyof typeof readers, environment: Environment) =>
  readers[part](environment).openPoints.map((point) => point.split(' ')[0])

const https = { PUBLIC_URL: 'https://keepsake.example' }

describe('in production, the warnings at the start name', () => {
  test.each<[keyof typeof readers, string[], Environment]>([
    ['edge', ['PUBLIC_URL'], { NODE_ENV: 'production' }],
    ['edge', ['TRUST_PROXY'], https],
    ['gateway', ['PUBLIC_URL', 'CURSOR_SECRET'], { NODE_ENV: 'production' }],
    ['gateway', ['TRUSTED_PROXIES', 'GRAPHIQL', 'CURSOR_SECRET'], { ...https, HOST: '0.0.0.0', GRAPHIQL: 'true' }],
    ['services', ['PUBLIC_URL', 'SMTP_URL', 'DATABASE_URL'], { NODE_ENV: 'production' }],
    [
      'services',
      ['TRUSTED_PROXIES', 'DEMO', 'SMTP_URL', 'DATABASE_URL'],
      { ...https, HOST: '0.0.0.0', DEMO: 'true', DEMO_IN_PRODUCTION: 'true' },
    ],
  ])('the settings of the %s that need attention: %s', (part, expected, environment) => {
    expect(openAt(part, environment)).toEqual(expected)
  })

  test.each<[keyof typeof readers, Environment]>([
    ['edge', { TRUST_PROXY: 'true' }],
    ['gateway', { HOST: '0.0.0.0', TRUSTED_PROXIES: '10.0.0.0/8', CURSOR_SECRET: 'a secret of the shop' }],
    [
      'services',
      {
        HOST: '0.0.0.0',
        TRUSTED_PROXIES: '10.0.0.0/8',
        SMTP_URL: 'smtps://mail.example',
        DATABASE_URL: 'postgres://db/keepsake',
      },
    ],
  ])('no setting of the %s when all are right', (part, environment) => {
    expect(openAt(part, { ...https, ...environment })).toEqual([])
  })
})

test('an operator who runs one process reads that the embedded database is enough, and how to back it up', () => {
  const environment = { ...https, SMTP_URL: 'smtps://mail.example' }
  const [point] = readers.services(environment).openPoints
  expect(point).toMatch(/^DATABASE_URL .*exactly one services process.*If you run one, back up DATA_DIR/)
})

test.each(['edge', 'gateway', 'services'] as const)('outside of production, the %s reports nothing', (part) => {
  expect(openAt(part, { HOST: '0.0.0.0' })).toEqual([])
})
