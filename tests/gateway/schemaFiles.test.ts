import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { buildSchema, isScalarType, isSpecifiedScalarType } from 'graphql'
import { describe, expect, test } from 'vitest'
import { setUpGateway } from '../support/gatewaySetup.ts'

const gateway = setUpGateway()
const get = (url: string, headers: Record<string, string> = {}) => gateway.app.inject({ url, headers })
const sdl = readFileSync('schema/schema.graphql', 'utf8')

describe('the files of the schema', () => {
  test('are its SDL with directives, with an ETag and the hash of the version', async () => {
    const response = await get('/graphql/schema.graphql')
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(response.body).toBe(sdl)
    expect(response.headers['x-schema-hash']).toMatch(/^[0-9a-f]{32}$/)
    const again = await get('/graphql/schema.graphql', { 'if-none-match': String(response.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const packed = await get('/graphql/schema.graphql', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(sdl)
  })

  test('have a URL with the hash; its content never changes', async () => {
    const { headers } = await get('/graphql/schema.graphql')
    const byHash = await get(`/graphql/schema/${String(headers['x-schema-hash'])}.graphql`)
    expect([byHash.body, byHash.headers['cache-control']]).toEqual([sdl, 'public, max-age=31536000, immutable'])
    const old = await get('/graphql/schema/0123.graphql')
    expect([old.statusCode, old.json().errors[0].extensions.code]).toEqual([404, 'NOT_FOUND'])
  })

  test('list the types of each interface and union, in the form that Apollo’s cache takes', async () => {
    const response = await get('/graphql/possible-types.json')
    const possibleTypes: Record<string, string[]> = response.json()
    expect(possibleTypes['RenameAlbumResult']).toEqual([
      'RenameAlbumSuccess',
      'InvalidAlbumName',
      'AlbumNotFound',
      'AlbumIsShared',
    ])
    expect(possibleTypes['Node']).toContain('Photo')
    expect(response.headers['x-schema-hash']).toBe((await get('/graphql/schema.graphql')).headers['x-schema-hash'])
  })

  test('include settings for a code generator, with a type for each scalar', async () => {
    const settings = (await get('/graphql/codegen.json')).json()
    expect(settings.schema).toBe('http://keepsake.test/graphql/schema.graphql')
    const scalars = Object.values(buildSchema(sdl).getTypeMap()).filter(isScalarType)
    const own = scalars.filter((type) => !isSpecifiedScalarType(type)).map(({ name }) => name)
    expect(Object.keys(settings.generates['src/gql/'].config.scalars).toSorted()).toEqual(own.toSorted())
  })

  test('are served to pages of allowed origins only', async () => {
    const app = await gateway.start({ ALLOWED_ORIGINS: 'https://partner.test' })
    const ask = (origin: string) => app.inject({ url: '/graphql/possible-types.json', headers: { origin } })
    expect((await ask('https://partner.test')).headers['access-control-allow-origin']).toBe('https://partner.test')
    expect((await ask('https://evil.test')).statusCode).toBe(403)
  })

  test.each(['schema.graphql', 'possible-types.json', 'codegen.json', 'schema/0123.graphql'])(
    'are not served without introspection: %s',
    async (name) => {
      const closed = await gateway.start({ INTROSPECTION: 'false' })
      expect((await closed.inject(`/graphql/${name}`)).statusCode).toBe(404)
    },
  )
})

test('each scalar names the RFC that defines its form', () => {
  const own = Object.values(buildSchema(sdl).getTypeMap()).filter(isScalarType)
  for (const { name, specifiedByURL } of own.filter((type) => !isSpecifiedScalarType(type)))
    expect([name, specifiedByURL]).toEqual([
      name,
      expect.stringMatching(/^https:\/\/www\.rfc-editor\.org\/rfc\/rfc\d+#section-[\d.]+$/),
    ])
})
