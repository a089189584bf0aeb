import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../gateway/config.ts'
import { defaultUpstreamSettings } from '../../../gateway/upstream/settings.ts'

const needed = {
  SERVICES_URL: 'http://upstreams.test',
}

function addressOf(name: string) {
  return { url: `http://upstreams.test/${name}`, ...defaultUpstreamSettings }
}

describe('the settings of upstreams', () => {
  test('have defaults', () => {
    const { photos, site, identity } = readConfig(needed).upstreams
    const expected = ['photos', 'site', 'identity'].map((name) => addressOf(name))
    expect([photos, site, identity]).toEqual(expected)
  })

  test('have short timeouts for a service that pages wait for only briefly', () => {
    const own = { ...addressOf('personalisation'), timeout: 300, connectTimeout: 250 }
    expect(readConfig({ ...needed, UPSTREAM_TIMEOUT: '3000' }).upstreams.personalisation).toEqual(own)
    const { personalisation } = readConfig({ ...needed, PERSONALISATION_TIMEOUT: '500' }).upstreams
    expect(personalisation.timeout).toBe(500)
  })

  test('apply to all upstreams, or to one', () => {
    const { photos, site } = readConfig({
      ...needed,
      UPSTREAM_TIMEOUT: '3000',
      UPSTREAM_QUEUE: '0',
      PHOTOS_TIMEOUT: '4000',
      PHOTOS_CONNECTIONS: '8',
      SITE_RETRY_SHARE: '0',
      SITE_FAILURES: '',
    }).upstreams
    expect(photos).toEqual({ ...addressOf('photos'), timeout: 4_000, connections: 8, queue: 0 })
    expect(site).toEqual({ ...addressOf('site'), timeout: 3_000, queue: 0, retryShare: 0 })
  })

  test.each([
    ['UPSTREAM_TIMEOUT', '0'],
    ['UPSTREAM_FAILURES', 'many'],
    ['PHOTOS_QUEUE', '-1'],
    ['IDENTITY_RETRY_SHARE', '1.5'],
  ])('reject an invalid value with a message that names the setting: %s=%s', (name, value) => {
    expect(() => readConfig({ ...needed, [name]: value })).toThrow(`${name} must be `)
  })
})
