import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorForLog } from '../../../http/errorForLog.ts'
import { createLogger } from '../../../gateway/telemetry/logger.ts'
import { documentsFile } from '../../support/documentsFile.ts'
import { ask } from '../../support/gateway.ts'
import { setUpGateway } from '../../support/gatewaySetup.ts'
import { globalId } from '../../support/globalIds.ts'
import { connect, listen } from '../../support/socketClient.ts'
import { anna, bram } from '../../support/tokens.ts'
import { LogFile } from './logFile.ts'

const email = 'anna.de.vries@example.com'
const address = '203.0.113.77'
/** Text that a customer or a foreign client may have written. */
const words = 'Zomer_op_Texel'
const photo = '018f3c1a-1234-7000-8000-00000000beef'
const albumName = 'Verrassing voor Bram'
const album = '018f3c1a-3333-7000-8000-000000000001'
const log = new LogFile()
// Runs after the gateway has closed, because the gateway writes to the log until then.
afterAll(() => log.remove())
const documents = documentsFile({ abc123: 'query LibraryPage { viewer { email } }' })
const gateway = setUpGateway({ PERSISTED_DOCUMENTS: documents, LOG_LEVEL: 'trace' }, { log: log.destination })
let token: string

beforeAll(async () => {
  token = await gateway.upstreams.tokens.issue(anna, { claims: { email } })
})

async function expectNothingPersonal() {
  const text = await log.text()
  const all = [email, anna, address, words, albumName, album, photo, token, token.split('.')[1] ?? '', 'example.com']
  for (const personal of all) {
    expect(text).not.toContain(personal)
  }
  return text
}

function post(payload: object, headers: Record<string, string> = {}) {
  return gateway.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': address, ...headers },
    payload,
  })
}

describe('no log line contains personal data', () => {
  test('of successful operations, whatever their names, aliases and variables', async () => {
    const { data } = await ask(gateway.app, `query ${words} { ${words}: viewer { email } }`, { token })
    expect(data[words].email).toBe(email)
    await post({ query: 'query ($id: ID!) { node(id: $id) { id } }', variables: { id: `Photo:${photo}` } })
    await post({ extensions: { persistedQuery: { version: 1, sha256Hash: 'abc123' } } })
    const query = encodeURIComponent(`query ${words} { __typename }`)
    await gateway.app.inject({ url: `/graphql?query=${query}&variables=${encodeURIComponent(`{"a":"${email}"}`)}` })
    expect(await expectNothingPersonal()).toContain('"document":"LibraryPage"')
  })

  test('of sockets and event streams', async () => {
    const received = listen(connect(gateway.url, token), {
      query: `subscription ${words} { libraryEvents { cursor } }`,
    })
    await expect.poll(() => received.events.length).toBe(1)
    received.stop()
    await expect.poll(() => log.text()).toContain('"type":"subscription"')
    gateway.upstreams.events.breakOff()
    await expectNothingPersonal()
  })

  test('of rejected operations', async () => {
    await post({ query: `{ ${words} }` })
    await post({ query: `query ${words} { node(id: "${email}") { id } ` })
    await post({ query: 'query ($n: Int!) { __typename }', variables: { n: email } })
    await post({
      query: 'mutation ($i: DeletePhotosInput!) { deletePhotos(input: $i) { __typename } }',
      variables: { i: { [words]: email } },
    })
    await post({ extensions: { persistedQuery: { version: 1, sha256Hash: words } } })
    const malformed = await gateway.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: email,
    })
    expect(malformed.statusCode).toBe(400)
    await expectNothingPersonal()
  })

  test('of rejected tokens', async () => {
    const expired = await gateway.upstreams.tokens.issue(anna, { claims: { email, exp: 1 } })
    const strange = await gateway.upstreams.tokens.issue(anna, { claims: { sub: email, email: [email] } })
    for (const authorization of [`Bearer ${expired}`, `Bearer ${strange}`, `Basic ${email}`, `Bearer ${email}`]) {
      expect((await post({ query: '{ __typename }' }, { authorization })).statusCode).toBe(401)
    }
    const text = await expectNothingPersonal()
    expect(text).toContain('a token was refused')
    expect(text).not.toContain(expired.split('.')[1])
    expect(text).not.toContain(strange.split('.')[1])
  })

  test('of failing upstreams, whatever they send', async () => {
    const query = '{ viewer { library { albumsCount } } }'
    const faults = [
      { kind: 'status', status: 500 },
      { kind: 'reset' },
      { kind: 'body', text: email },
      { kind: 'body', text: `{"photosCount":"${email}","albumsCount":"${words}"}` },
      { kind: 'body', text: `{"${words}":1}` },
    ] as const
    for (const fault of faults) {
      gateway.upstreams.heal()
      gateway.upstreams.fail('/photos/', fault)
      const { errors } = await ask(gateway.app, query, { token })
      expect(errors).toHaveLength(1)
    }
    gateway.upstreams.heal()
    gateway.upstreams.fail('/photos/photos/', { kind: 'body', text: `"${email}"` })
    const id = globalId('Photo', photo)
    await ask(gateway.app, `{ node(id: "${id}") { id } }`, { token })
    await ask(gateway.app, `mutation { deletePhotos(input: { photoIds: ["${id}"] }) { __typename } }`, { token })
    expect(await expectNothingPersonal()).toContain('an upstream call failed')
  })

  test('of albums, such as names and members', async () => {
    const shared = gateway.upstreams.albums.put(1, { ownerId: anna, name: albumName, participants: [bram] })
    expect(shared.albumId).toBe(album)
    const [own, asShared] = ['Album', 'SharedAlbum'].map((type) => globalId(type, album))
    const input = `albumId: "${own}"`
    const mutations = [
      `createAlbum(input: { name: "${albumName}" }) { __typename }`,
      `createAlbum(input: { name: "<${albumName}>" }) { __typename }`,
      `renameAlbum(input: { ${input}, name: "${albumName}" }) { __typename }`,
      `addPhotosToAlbum(input: { ${input}, photoIds: ["${photo}"] }) { __typename }`,
      `deleteAlbum(input: { ${input} }) { ... on AlbumIsShared { sharedAlbum { name } } }`,
      `deleteSharedAlbum(input: { sharedAlbumId: "${asShared}" }) { __typename }`,
    ]
    const query = `{ viewer { library { albums { edges { node { name sharedAlbum { participants { email } } } } } } } }`
    const attempts = async () => {
      const { data } = await ask(gateway.app, query, { token })
      for (const mutation of mutations) await ask(gateway.app, `mutation { ${mutation} }`, { token })
      return data
    }
    expect(JSON.stringify(await attempts())).toContain(albumName)
    for (const text of [
      `{"albumId":"${album}","albumName":"${albumName}","owner":"${email}"}`,
      `${albumName} ${email}`,
    ]) {
      gateway.upstreams.heal()
      gateway.upstreams.fail('/photos/', { kind: 'body', text })
      await attempts()
    }
    expect(await expectNothingPersonal()).toContain('an upstream call failed')
  })

  test('of unknown paths', async () => {
    expect((await gateway.app.inject(`/${words}?email=${email}`)).statusCode).toBe(404)
    await expectNothingPersonal()
  })
})

describe('a log line of a third-party library', () => {
  test('has its fields without personal data', async () => {
    const own = new LogFile()
    const logger = createLogger('trace', own.destination)
    logger.warn({ given: [`"${email}"`, new Error(`of ${email}`), { email }] }, 'library')
    logger.warn({ reason: `${photo} of ${email}`, req: { email }, res: { email } }, 'library')
    const text = await own.text()
    for (const personal of [email, photo]) expect(text).not.toContain(personal)
    expect((await own.lines()).map(({ msg }) => msg)).toEqual(['library', 'library'])
    own.remove()
  })
})

describe('an error in the log', () => {
  test.each([
    ['a text quoted by a parser', () => JSON.parse(`{"a": ${email}}`) as unknown],
    ['an invalid URL', () => new URL(`//${email}`)],
    [
      'a thrown text with ids in it',
      () => raise(`photo ${photo} of ${email} with ${words.repeat(2)}1 /x?name=${words}`),
    ],
  ])('is shown without %s', (_what, fail) => {
    const shown = JSON.stringify(errorForLog(caught(fail)))
    for (const personal of [email, photo, `name=${words}`, 'anna']) expect(shown).not.toContain(personal)
    expect(shown).toContain('personalData.test.ts')
  })

  test('has the path of each invalid value, without list indexes and without repetition', () => {
    const albums = z.object({ albums: z.array(z.object({ photosCount: z.number() })) })
    const { error } = albums.safeParse({ albums: [{ photosCount: 'Anna' }, { photosCount: 'Anna' }] })
    expect(errorForLog(error)).toMatchObject({ message: 'invalid_type at albums.*.photosCount' })
  })

  test('includes the chain of its causes', () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:4001'), { code: 'ECONNREFUSED' })
    const shown = errorForLog(new TypeError('cannot be done', { cause: refused }))
    expect(shown).toMatchObject({
      type: 'TypeError',
      message: 'cannot be done',
      cause: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 10.0.0.7:4001' },
    })
  })
})

function raise(message: string): never {
  throw new Error(message)
}

function caught(fail: () => unknown): unknown {
  try {
    return fail()
  } catch (error) {
    return error
  }
}
