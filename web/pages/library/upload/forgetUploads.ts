import { UploadDatabase } from './uploadDatabase.ts'

/** Deletes an account's unfinished uploads from this browser, so that no photos stay behind after signing out. */
export async function forgetUploads(accountId: string, factory: IDBFactory): Promise<void> {
  const database = await UploadDatabase.open(factory)
  await database.deleteAll(accountId)
  database.close()
}
