import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { ask } from '../support/gateway.ts'
import { setUpGateway } from '../support/gatewaySetup.ts'
import { buildPhoto } from '../support/photoLibrary.ts'
import { anna } from '../support/tokens.ts'

const gateway = setUpGateway()

function post(payload: string | object, headers: Record<string, string> = {}) {
  return gateway.app.inject({ method: 'POST', url: '/graphql', headers, payload })
}

function getUrl(query: string): string {
  return `/graphql?query=${encodeURIComponent(query)}`
}

/** A document with `levels` + 4 levels of fields. */
function nested(levels: number): string {
  return `{ __schema { types ${'{ fields { type '.repeat(levels)}{ name }${' } }'.repeat(levels)} } }`
}

const mutation = 'mutation { deletePhotos(input: { photoIds: ["x"] }) { __typename } }'

describe('GraphQL over HTTP', () => {
  test.each([
    ['application/json', 'application/json'],
    ['application/graphql-response+json', 'application/graphql-response+json'],
    ['application/graphql-response+json, application/json, multipart/mixed;q=0.9', 'application/graphql-response+json'],
  ])('responds in the requested media type: %s', async (accept, type) => {
    const response = await post({ query: '{ __typename }' }, { accept })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(new RegExp(`^${type.replace('+', '\\+')}`))
    expect(response.json()).toEqual({ data: { __typename: 'Query' } })
  })

  describe('compression', () => {
    const query = '{ __schema { types { name description fields { name description } } } }'

    test.each([
      ['br, gzip', 'br', brotliDecompressSync],
      ['gzip, deflate', 'gzip', gunzipSync],
    ])('compresses large responses as the client accepts: %s', async (accepted, encoding, decompress) => {
      const plain = await post({ query })
      const response = await post({ query }, { 'accept-encoding': accepted })
      expect(response.headers['content-encoding']).toBe(encoding)
      expect(response.headers['vary']).toMatch(/origin.*accept-encoding/i)
      expect(response.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
      expect(decompress(response.rawPayload).toString()).toBe(plain.body)
    })

    test.each([
      ['small responses', '{ __typename }', 'application/json'],
      ['streams', query, 'text/event-stream'],
    ])('leaves %s as they are', async (_kind, plainQuery, accept) => {
      const response = await post({ query: plainQuery }, { 'accept-encoding': 'br', accept })
      expect(response.headers['content-encoding']).toBeUndefined()
      expect(response.body).toContain('"data"')
    })
  })

  test('answers queries with GET, but rejects mutations', async () => {
    const authorization = `Bearer ${gateway.token}`
    const asked = await gateway.app.inject({
      method: 'GET',
      url: getUrl('{ viewer { email } }'),
      headers: { authorization },
    })
    expect(asked.json()).toEqual({ data: { viewer: { email: 'a@example.com' } } })
    const refused = await gateway.app.inject({ method: 'GET', url: getUrl(mutation), headers: { authorization } })
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'POST'])
    expect(refused.json().errors[0].message).toBe(
      'A mutation must be sent by POST: with the same parameters in a JSON body, and Content-Type: application/json.',
    )
    expect(gateway.upstreams.pathsOf('photos')).toEqual([])
  })

  test.each([
    ['variables', '{'],
    ['extensions', '[]'],
  ])('rejects a GET whose %s are not a JSON object', async (name, value) => {
    const { statusCode, body } = await gateway.app.inject({
      url: '/graphql',
      query: { query: '{ __typename }', [name]: value },
    })
    expect([statusCode, JSON.parse(body).errors[0].message]).toEqual([
      400,
      `The parameter "${name}" must be a JSON object, encoded for a URL.`,
    ])
  })

  test('says what to send when the document is missing', async () => {
    const message = 'Send the document as "query", or its id as "extensions.persistedQuery.sha256Hash".'
    expect((await post({ variables: {} })).json().errors[0].message).toBe(message)
    expect((await gateway.app.inject({ url: '/graphql' })).json().errors[0].message).toBe(message)
  })

  test('says what to send when the content type is missing', async () => {
    const response = await gateway.app.inject({ method: 'POST', url: '/graphql', payload: Buffer.from('{}') })
    expect(response.statusCode).toBe(415)
    expect(response.json().errors[0].message).toBe(
      'Send the body as JSON, with the header Content-Type: application/json.',
    )
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
  ])('rejects content types that foreign pages could send or that are not needed: %s', async (type) => {
    const response = await post(JSON.stringify({ query: mutation }), {
      'content-type': type,
      authorization: `Bearer ${gateway.token}`,
    })
    expect(response.statusCode).toBe(415)
    expect(response.json().errors[0]).toMatchObject({
      message: 'Send the body as JSON, with the header Content-Type: application/json.',
      extensions: { code: 'BAD_USER_INPUT' },
    })
    expect(gateway.upstreams.pathsOf('photos')).toEqual([])
  })

  test('allows no foreign origin', async () => {
    const response = await post({ query: '{ __typename }' }, { origin: 'http://evil.test' })
    expect(response.headers['access-control-allow-origin']).toBeUndefined()
  })

  test.each<[string, string | object, number]>([
    ['a list of operations', [{ query: '{ __typename }' }], 400],
    ['no document', {}, 400],
    ['JSON that is null', 'null', 400],
    ['JSON that is a text', '"{ __typename }"', 400],
    ['a document that cannot be parsed', { query: '{ viewer {' }, 400],
    ['a field that does not exist', { query: '{ viewer { secrets } }' }, 400],
    ['variables of the wrong type', { query: 'query ($id: ID!) { node(id: $id) { id } }', variables: {} }, 400],
    ['a body over 100 kB', { query: `# ${'x'.repeat(100_000)}\n{ __typename }` }, 413],
  ])('rejects %s with a code', async (_what, payload, status) => {
    const accept = 'application/graphql-response+json'
    const response = await post(payload, { 'content-type': 'application/json', accept })
    expect(response.statusCode).toBe(status)
    const { errors }: { errors: { message: string }[] } = response.json()
    expect(errors[0]?.message).toMatch(/\w/)
  })

  test('reads a too large body to its end, so that the response arrives', async () => {
    const query = `# ${'x'.repeat(100_000)}\n{ __typename }`
    const response = await post({ query }, { 'content-type': 'application/json' })
    expect(response.statusCode).toBe(413)
    expect(response.headers.connection).not.toBe('close')
  })

  test('rejects a body that is not JSON, and continues to work', async () => {
    const response = await post('{"query":', { 'content-type': 'application/json' })
    expect(response.statusCode).toBe(400)
    expect(response.json().errors[0].extensions.code).toBe('BAD_USER_INPUT')
    expect((await ask(gateway.app, '{ __typename }')).data).toEqual({ __typename: 'Query' })
  })

  test('sends a deferred part after the rest', async () => {
    gateway.upstreams.library(anna).photos = [buildPhoto(1, '2024-05-01T10:00:00')]
    const query = '{ viewer { email library { id ... @defer(label: "counts") { photosCount } } } }'
    const response = await post({ query }, { accept: 'multipart/mixed', authorization: `Bearer ${gateway.token}` })
    expect(response.headers['content-type']).toMatch(/^multipart\/mixed/)
    const parts = response.body.split('---').filter((part) => part.includes('{'))
    expect(parts[0]).toContain('"email":"a@example.com"')
    expect(parts[0]).not.toContain('photosCount')
    expect(parts.slice(1).join('')).toContain('"photosCount":1')
  })

  test('adds codes to the errors of deferred parts', async () => {
    gateway.upstreams.fail('/photos/users', { kind: 'status', status: 500 })
    const query = '{ viewer { email library { id ... @defer { photosCount } } } }'
    const response = await post({ query }, { accept: 'multipart/mixed', authorization: `Bearer ${gateway.token}` })
    expect(response.body).toContain('"UPSTREAM_UNAVAILABLE"')
  })
})

describe('limits', () => {
  test('allow the depth and the number of tokens of introspection and of our own pages', async () => {
    const { getIntrospectionQuery } = await import('graphql')
    const query = getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true, schemaDescription: true })
    const { errors, data } = await ask(gateway.app, query)
    expect(errors).toEqual([])
    expect(data.__schema.queryType.name).toBe('Query')
  })

  test('reject a document that is too deep, without executing it', async () => {
    const { status, errors } = await ask(gateway.app, nested(12), {
      headers: { accept: 'application/graphql-response+json' },
    })
    expect(status).toBe(400)
    expect(errors[0]?.message).toMatch(/levels of fields/)
  })

  test('include fields inside fragments in the depth', async () => {
    const chain = Array.from(
      { length: 15 },
      (_, index) => `fragment F${index} on __Type { fields { type { ...F${index + 1} } } }`,
    )
    const query = `{ __schema { types { ...F0 } } } ${chain.join(' ')} fragment F15 on __Type { name }`
    const { errors } = await ask(gateway.app, query)
    expect(errors[0]?.message).toMatch(/levels of fields/)
  })

  test('reject a document with too many tokens', async () => {
    const { errors } = await ask(gateway.app, `{ ${'__typename '.repeat(2_100)} }`)
    expect(errors[0]?.message).toMatch(/tokens/)
  })

  test('hide the schema when introspection is off', async () => {
    const closed = await gateway.start({ INTROSPECTION: 'false' })
    const { errors, data } = await ask(closed, '{ __schema { types { name } } }')
    const { data: ordinary } = await ask(closed, '{ viewer { email } }')
    expect(data).toBeUndefined()
    expect(errors[0]?.message).toMatch(/introspection/i)
    expect(ordinary).toEqual({ viewer: null })
  })
})

describe('the API explorer', () => {
  test('has the name of the brand in its title, and works without the site service', async () => {
    const headers = { accept: 'text/html', 'x-forwarded-host': 'lumina.localhost' }
    const page = async () => (await gateway.app.inject({ url: '/graphql', headers })).body
    expect(await page()).toContain('<title>Lumina API explorer</title>')
    gateway.upstreams.fail('/site', { kind: 'reset' })
    expect(await page()).toContain('<title> API explorer</title>')
  })

  test('is a page that loads only its own files, enforced by a content security policy', async () => {
    const page = await gateway.app.inject({ url: '/graphql', headers: { accept: 'text/html' } })
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    expect(page.body).toContain('<title>Keepsake API explorer</title>')
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self';/)
    const loaded = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '')
    expect(loaded.length).toBeGreaterThan(3)
    for (const address of loaded.filter((address) => address !== 'data:,')) {
      expect(address).toMatch(/^\/graphql\/explorer\//)
      const file = await gateway.app.inject(address)
      expect([address, file.statusCode]).toEqual([address, 200])
      expect(file.body.length).toBeGreaterThan(100)
    }
    expect(page.body).not.toMatch(/<script>/)
  })

  test.each(['editorWorkerService', 'json', 'graphql'])(
    'serves the worker %s, and responds with 304 when it is unchanged',
    async (label) => {
      const url = `/graphql/explorer/${label}.worker.js`
      const first = await gateway.app.inject({ url, headers: { 'accept-encoding': 'br' } })
      expect([first.statusCode, first.headers['content-encoding']]).toEqual([200, 'br'])
      const again = await gateway.app.inject({ url, headers: { 'if-none-match': String(first.headers['etag']) } })
      expect(again.statusCode).toBe(304)
    },
  )

  test.each(['constructor', '..%2fpage.js', 'missing.js'])('serves no other files: %s', async (name) => {
    expect((await gateway.app.inject(`/graphql/explorer/${name}`)).statusCode).toBe(404)
  })
})
