import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Person, RealCustomers } from './realCustomers.ts'

const query = `mutation { requestDataDownload { __typename
  ... on UserError { code } ... on TooManyDataDownloads { retryAt } } }`

const now = () => Math.floor(Date.now() / 1_000)
const request = async (person: Person) => (await person.data(query)).requestDataDownload

/** Tests the refusals of a file with all data. The services that have most of the data do not run here. */
export function describeDataDownload(real: RealCustomers): void {
  describe('a file with all data', () => {
    test('needs a recent sign-in', async () => {
      for (const claims of [{}, { auth_time: now() - 301 }]) {
        expect(await request(real.newPerson(claims))).toEqual({
          __typename: 'RecentSignInRequired',
          code: 'RECENT_SIGN_IN_REQUIRED',
        })
      }
    })

    test('is not made while a part cannot be read, and its call is not repeated', async () => {
      const person = real.newPerson({ auth_time: now() })
      real.link.forget()
      expect(await request(person)).toEqual({ __typename: 'DataDownloadIncomplete', code: 'DATA_DOWNLOAD_INCOMPLETE' })
      expect(real.link.calls.filter((call) => call.startsWith('POST'))).toEqual(['POST /customers/me/data-files'])
      // The service works, so its other calls are still made.
      const { data } = await person.ask('{ viewer { customer { version } } }')
      expect(data.viewer.customer).toEqual({ version: '0' })
    })

    test('can be made ten times an hour, and says when the next one can be made', async () => {
      const person = real.newPerson({ auth_time: now() })
      const files = Array.from({ length: 10 }, () => ({ id: randomUUID(), account_id: person.id }))
      await real.database.insertInto('data_files').values(files).execute()
      const { __typename, code, retryAt } = await request(person)
      expect([__typename, code]).toEqual(['TooManyDataDownloads', 'TOO_MANY_DATA_DOWNLOADS'])
      expect(Date.parse(retryAt) - Date.now()).toBeGreaterThan(3_000_000)
    })

    test('is not made for an account that is marked for deletion', async () => {
      const person = real.newPerson({ auth_time: now() })
      await real.append('account.deletionScheduled', person.id)
      await expect
        .poll(async () => (await request(person)).__typename, { timeout: 10_000, interval: 50 })
        .toBe('CustomerNotFound')
    })
  })
}
