import { describe, expect, test } from 'vitest'
import { isProduction } from '../../config/production.ts'
import { readEdgeConfig } from '../../edge/config.ts'
import { readConfig } from '../../gateway/config.ts'
import { readSettings } from '../../launcher/settings.ts'
import { readServicesConfig } from '../../services/config.ts'

describe('an installation', () => {
  test.each([
    ['with an https address', { PUBLIC_URL: 'https://keepsake.example' }],
    ['with NODE_ENV=production', { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:4000' }],
    ['with a database server', { DATABASE_URL: 'postgres://db/keepsake' }],
    ['with PRODUCTION=true', { PRODUCTION: true, PUBLIC_URL: 'http://localhost:4000' }],
  ])('is production %s', (_how, signs) => {
    expect(isProduction(signs)).toBe(true)
  })

  test.each([
    ['with an http address', { PUBLIC_URL: 'http://keepsake.example', NODE_ENV: 'test' }],
    ['without settings', {}],
    ['with PRODUCTION=false', { PRODUCTION: false, NODE_ENV: 'production', PUBLIC_URL: 'https://a.example' }],
  ])('is not production %s', (_how, signs) => {
    expect(isProduction(signs)).toBe(false)
  })
})

const servicesUrl = { SERVICES_URL: 'http://services:4001' }

test.each([
  ['the gateway', (environment: Record<string, string>) => readConfig({ ...servicesUrl, ...environment })],
  [
    'the edge',
    (environment: Record<string, string>) =>
      readEdgeConfig({ SERVICES_URLS: servicesUrl.SERVICES_URL, GATEWAY_URLS: 'http://gateway:4002', ...environment }),
  ],
  ['the launcher', (environment: Record<string, string>) => readSettings({ DEMO: 'false', ...environment })],
])('%s reads whether this is production', (_part, read) => {
  expect(read({}).production).toBe(false)
  expect(read({ NODE_ENV: 'production' }).production).toBe(true)
  expect(read({ NODE_ENV: 'production', PRODUCTION: 'false' }).production).toBe(false)
  expect(() => read({ PRODUCTION: 'perhaps' })).toThrow('PRODUCTION must be true or false')
})

describe.each([
  ['the services', readServicesConfig],
  ['the launcher', readSettings],
])('%s with the demo on', (_part, read) => {
  test.each([
    { PUBLIC_URL: 'https://keepsake.example' },
    { NODE_ENV: 'production' },
    { DATABASE_URL: 'postgres://db/keepsake' },
    { PRODUCTION: 'true' },
  ])('must not start in production without DEMO_IN_PRODUCTION: %o', (signs) => {
    expect(() => read({ ...signs, DEMO: 'true' })).toThrow('Set DEMO=false, or set DEMO_IN_PRODUCTION=true')
    expect(() => read({ ...signs, DEMO: 'true', DEMO_IN_PRODUCTION: 'true' })).not.toThrow()
    expect(() => read({ ...signs, DEMO: 'false' })).not.toThrow()
  })

  test('may start outside of production', () => {
    expect(() => read({ DEMO: 'true', PUBLIC_URL: 'http://localhost:4000' })).not.toThrow()
  })
})
