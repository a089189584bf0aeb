import { describe, expect, test } from 'vitest'
import { isProduction } from '../../config/production.ts'
import { readEdgeConfig } from '../../edge/config.ts'
import { readConfig } from '../../gateway/config.ts'
import { readSettings } from '../../launcher/settings.ts'

describe('an installation is production', () => {
  test.each([
    ['with an https address', { PUBLIC_URL: 'https://keepsake.example' }],
    ['with NODE_ENV=production', { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:4000' }],
    ['with a database server', { DATABASE_URL: 'postgres://db/keepsake' }],
    ['when it says so', { PRODUCTION: true, PUBLIC_URL: 'http://localhost:4000' }],
  ])('%s', (_how, signs) => {
    expect(isProduction(signs)).toBe(true)
  })

  test.each([
    ['with an http address', { PUBLIC_URL: 'http://keepsake.example', NODE_ENV: 'test' }],
    ['without settings', {}],
    ['when it says that it is not', { PRODUCTION: false, NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' }],
  ])('but not %s', (_how, signs) => {
    expect(isProduction(signs)).toBe(false)
  })
})

const servicesUrl = { SERVICES_URL: 'http://services:4001' }

test.each([
  ['the gateway', (environment: Record<string, string>) => readConfig({ ...servicesUrl, ...environment })],
  [
    'the edge',
    (environment: Record<string, string>) =>
      readEdgeConfig({ ...servicesUrl, GATEWAY_URLS: 'http://gateway:4002', ...environment }),
  ],
  ['the launcher', readSettings],
])('%s reads whether this is production', (_part, read) => {
  expect(read({}).production).toBe(false)
  expect(read({ NODE_ENV: 'production' }).production).toBe(true)
  expect(read({ NODE_ENV: 'production', PRODUCTION: 'false' }).production).toBe(false)
  expect(() => read({ PRODUCTION: 'perhaps' })).toThrow('PRODUCTION must be true or false')
})
