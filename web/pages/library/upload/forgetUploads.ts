import { UploadDatabase } from './uploadDatabase.ts'

/**
 * Deletes an account's unfinished uploads from this browser, so that none of the photos stay in this browser after
 * signing out.
 */
export async function forgetUploads(accountId: string, factory: IDBFactory): Promise<void> {
  const database = await UploadDatabase.open(factory)
  await database.deleteAll(accountId)
  database.close()
}
