import { readFile, readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUpload, readUpload } from '../../../services/storage/uploadStore.ts'
import type { StorageTables } from '../../../services/storage/tables.ts'
import { Customer, type PhotoServices, startPhotoServices } from './customer.ts'
import { bytes, size, tus } from './tusMusts.ts'

/** How an address can name an upload of the caller, `mine`, and one of another account, `theirs`. */
const addresses: readonly (readonly [string, (mine: string, theirs: string) => string])[] = [
  ['the other id', (_mine, theirs) => theirs],
  ['the other id in the query', (mine, theirs) => `${mine}?/${theirs}`],
  ['the other id as a parameter', (mine, theirs) => `${mine}?id=${theirs}`],
  ['a query without a value', (mine) => `${mine}?x`],
  ['the other id in the fragment', (mine, theirs) => `${mine}#/${theirs}`],
  ['both ids as a path', (mine, theirs) => `${mine}/${theirs}`],
  ['both ids with an encoded slash', (mine, theirs) => `${mine}%2F${theirs}`],
  ['both ids with a doubly encoded slash', (mine, theirs) => `${mine}%252F${theirs}`],
  ['both ids with a backslash', (mine, theirs) => `${mine}%5C${theirs}`],
  ['both ids with a comma', (mine, theirs) => `${mine},${theirs}`],
  ['both ids with a semicolon', (mine, theirs) => `${mine};/${theirs}`],
  ['a parent folder', (mine, theirs) => `${mine}/../${theirs}`],
  ['an encoded parent folder', (mine, theirs) => `${mine}%2F..%2F${theirs}`],
  ['the other id in upper case', (_mine, theirs) => theirs.toUpperCase()],
]

const calls = [
  ['PATCH', { ...tus, 'upload-offset': '40', 'content-type': 'application/offset+octet-stream' }],
  ['HEAD', tus],
  ['DELETE', tus],
  ['POST', { ...tus, 'upload-offset': '40', 'content-type': 'application/offset+octet-stream', override: 'PATCH' }],
] as const

describe('an upload of another account', () => {
  let running: PhotoServices
  let other: Customer
  let attacker: Customer

  beforeAll(async () => {
    running = await startPhotoServices()
    other = new Customer(running.services.url, running.issuer)
    attacker = new Customer(running.services.url, running.issuer)
  })
  afterAll(async () => running.close())

  const stateOf = async (id: string) => ({
    row: await readUpload(running.services.platform.database<StorageTables>('storage'), id),
    file: await readFile(join(running.services.dataDir, 'uploads', id)),
  })

  test.each(
    calls.flatMap(([method, headers]) => addresses.map(([what, address]) => ({ method, what, address, headers }))),
  )('is not changed by $method to $what', async ({ method, address, headers }) => {
    const [mine, theirs] = [await createPartialUpload(attacker), await createPartialUpload(other)]
    const before = [await stateOf(mine), await stateOf(theirs)]
    const { override, ...sent } = { override: undefined, ...headers }
    const status = await statusOf(`${running.services.url}/storage/files/${address(mine, theirs)}`, {
      method,
      headers: {
        ...sent,
        ...(override === undefined ? {} : { 'x-http-method-override': override }),
        authorization: `Bearer ${await attacker.token()}`,
      },
      body: method === 'PATCH' || method === 'POST' ? Buffer.alloc(60, 'y') : undefined,
    })
    expect([400, 404]).toContain(status)
    expect([await stateOf(mine), await stateOf(theirs)]).toEqual(before)
  })

  test('is not created at an address with a query', async () => {
    const before = await readdir(join(running.services.dataDir, 'uploads'))
    const headers = { ...tus, 'upload-length': '100' }
    expect((await attacker.call('POST', '/storage/files?a=b', { headers })).status).toBe(400)
    expect(await readdir(join(running.services.dataDir, 'uploads'))).toEqual(before)
  })

  test('is not deleted by deleteUpload for the attacker’s account', async () => {
    const database = running.services.platform.database<StorageTables>('storage')
    const theirs = await createPartialUpload(other)
    expect(await deleteUpload(database, theirs, attacker.id)).toBe(false)
    expect(await readUpload(database, theirs)).toMatchObject({ state: 'RECEIVING' })
    expect(await deleteUpload(database, theirs, other.id)).toBe(true)
  })
})

/** Makes an upload that has received 40 of its bytes; returns its id. */
async function createPartialUpload(customer: Customer): Promise<string> {
  const location = (await customer.create(size)).headers.get('location') ?? ''
  await customer.append(location, 0, bytes.subarray(0, 40))
  return location.split('/').at(-1) ?? ''
}

/** Sends the address as it is: `fetch` resolves parent folders and removes fragments. */
async function statusOf(
  url: string,
  options: { method: string; headers: Record<string, string>; body: Buffer | undefined },
): Promise<number | undefined> {
  const { origin, host } = new URL(url)
  return new Promise((resolve, reject) => {
    const [hostname, port] = host.split(':')
    const request = httpRequest({ hostname, port, path: url.slice(origin.length), ...options }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    request.on('error', reject)
    request.end(options.body)
  })
}
