import { UploadDatabase } from './uploadDatabase.ts'

/** Forgets what this browser keeps of an account's uploads: who signs out leaves none of their photos behind. */
export async function forgetUploads(accountId: string, factory: IDBFactory): Promise<void> {
  const database = await UploadDatabase.open(factory)
  await database.deleteAll(accountId)
  database.close()
}
