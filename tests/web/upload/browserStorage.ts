import { locks } from 'node:worker_threads'
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { UploadMemory } from '../../../web/pages/library/upload/uploadMemory.ts'

// Browsers can store Blobs, but this environment's structuredClone does not support them. Blobs are immutable, so the
// pages share them.
const clone = globalThis.structuredClone
globalThis.structuredClone = (value, options) => (value instanceof Blob ? value : clone(value, options))

/** The storage that the pages of one browser share. */
export class TestBrowser {
  readonly indexedDB = new IDBFactory()

  /** The upload memory of another page of an account. */
  openPage(accountId = 'account-1', options: { maxContent?: number } = {}): UploadMemory {
    return new UploadMemory({ accountId, indexedDB: this.indexedDB, locks, ...options })
  }
}
