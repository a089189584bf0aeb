import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Person, RealCustomers } from './realCustomers.ts'

const file = 'dataFile { id status failure requested fileName size expires }'
const query = `mutation { requestDataFile { __typename
  ... on UserError { code } ... on TooManyDataFiles { retryAt } ... on RequestDataFileSuccess { ${file} } } }`

const now = () => Math.floor(Date.now() / 1_000)
const request = async (person: Person) => (await person.data(query)).requestDataFile
const latest = async (person: Person) => (await person.data(`{ viewer { ${file} } }`)).viewer.dataFile
const createUrl = async (person: Person, dataFileId: string) =>
  person.change('createDataFileUrl', { dataFileId }, '... on CreateDataFileUrlSuccess { url }')

/** Tests the states and refusals of a file with all data. The services that have most of the data do not run here. */
export function describeDataDownload(real: RealCustomers): void {
  const end = async (person: Person, changes: object) =>
    real.database.updateTable('data_files').set(changes).where('account_id', '=', person.id).execute()

  describe('a file with all data', () => {
    test('needs a recent sign-in, to request it and to download it', async () => {
      const recentSignIn = { __typename: 'RecentSignInRequired', code: 'RECENT_SIGN_IN_REQUIRED' }
      const id = Buffer.from(`DataFile:${randomUUID()}`).toString('base64url')
      for (const claims of [{}, { auth_time: now() - 301 }]) {
        const person = real.newPerson(claims)
        expect([await request(person), await createUrl(person, id)]).toEqual([recentSignIn, recentSignIn])
      }
    })

    test('is prepared, then ready or failed, and gone when it has expired', async () => {
      const person = real.newPerson({ auth_time: now() })
      expect(await latest(person)).toBeNull()
      const { __typename, dataFile } = await request(person)
      expect([__typename, dataFile.status, dataFile.size]).toEqual(['RequestDataFileSuccess', 'PREPARING', null])
      expect((await request(person)).dataFile.id).toBe(dataFile.id)
      expect((await createUrl(person, dataFile.id)).code).toBe('DATA_FILE_NOT_READY')
      const expires = new Date(Date.now() + 60_000)
      await end(person, { status: 'READY', size: 1_234, expires_at: expires })
      expect(await latest(person)).toMatchObject({
        id: dataFile.id,
        status: 'READY',
        failure: null,
        size: 1_234,
        expires: expires.toISOString(),
      })
      expect((await createUrl(person, dataFile.id)).url).toContain('/storage/blobs/')
      const other = real.newPerson({ auth_time: now() })
      expect((await createUrl(other, dataFile.id)).__typename).toBe('DataFileNotFound')
      await end(person, { status: 'FAILED', waiting_for: 'orders' })
      expect(await latest(person)).toMatchObject({ status: 'FAILED', failure: 'SERVICE_UNAVAILABLE' })
      await end(person, { expires_at: new Date(0) })
      expect([await latest(person), (await createUrl(person, dataFile.id)).code]).toEqual([null, 'NOT_FOUND'])
    })

    test('can be requested ten times an hour, and says when the next one can be requested', async () => {
      const person = real.newPerson({ auth_time: now() })
      const ended = { status: 'FAILED', expires_at: new Date() } as const
      const files = Array.from({ length: 10 }, () => ({ id: randomUUID(), account_id: person.id, ...ended }))
      await real.database.insertInto('data_files').values(files).execute()
      const { __typename, code, retryAt } = await request(person)
      expect([__typename, code]).toEqual(['TooManyDataFiles', 'TOO_MANY_DATA_FILES'])
      expect(Date.parse(retryAt) - Date.now()).toBeGreaterThan(3_000_000)
    })

    test('is not made for an account that is marked for deletion', async () => {
      const person = real.newPerson({ auth_time: now() })
      await real.append('account.deletionScheduled', person.id)
      await expect.poll(async () => (await request(person)).__typename, { interval: 50 }).toBe('CustomerNotFound')
      expect(await latest(person)).toBeNull()
    })
  })
}
