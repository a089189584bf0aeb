import { describe, expect, test } from 'vitest'
import { readConfig } from '../../gateway/config.ts'

const needed = {
  SERVICES_URL: 'http://upstreams.test',
  PHOTOS_URL: 'http://photos.test/photos/',
  SITE_URL: 'http://site.test/site',
  IDENTITY_URL: 'http://identity.test/identity',
}

describe('the configuration', () => {
  test('requires only the URLs of the upstreams', () => {
    expect(readConfig(needed)).toMatchObject({
      port: 0,
      host: '127.0.0.1',
      upstreams: { photos: { url: 'http://photos.test/photos' }, exports: { url: 'http://upstreams.test/exports' } },
      publicUrl: 'http://localhost:4000',
      tokenIssuer: 'http://localhost:4000/identity',
      tokenAudience: 'urn:keepsake:api',
      introspection: true,
    })
  })

  test('derives the issuer from the public URL by default', () => {
    expect(readConfig({ ...needed, PUBLIC_URL: 'https://my.shop.test/' }).tokenIssuer).toBe(
      'https://my.shop.test/identity',
    )
    const own = { ...needed, TOKEN_ISSUER: 'https://login.shop.test' }
    expect(readConfig(own).tokenIssuer).toBe('https://login.shop.test')
  })

  test.each([
    ['GATEWAY_PORT', 'x'],
    ['GATEWAY_PORT', '70000'],
    ['PHOTOS_URL', 'photos'],
    ['PHOTOS_URL', 'file:///etc/passwd'],
    ['INTROSPECTION', 'perhaps'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://app.shop.test/'],
    ['ALLOWED_ORIGINS', 'https://app.shop.test,null'],
    ['OPERATION_TIMEOUT', '-5'],
    ['LOG_LEVEL', 'loud'],
  ])('rejects an invalid value with a message that names the setting: %s=%s', (name, value) => {
    expect(() => readConfig({ ...needed, [name]: value })).toThrow(`${name} must be `)
  })

  test('names all missing settings', () => {
    expect(() => readConfig({})).toThrow(/PHOTOS_URL is missing.*SITE_URL is missing.*IDENTITY_URL is missing/)
  })
})
