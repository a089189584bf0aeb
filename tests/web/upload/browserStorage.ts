import { locks } from 'node:worker_threads'
import { IDBFactory } from 'fake-indexeddb'
import 'fake-indexeddb/auto'
import { UploadMemory } from '../../../web/pages/library/upload/uploadMemory.ts'

// A browser stores Blobs; structuredClone of this environment does not know its Blob. Being immutable, one may be shared.
const clone = globalThis.structuredClone
globalThis.structuredClone = (value, options) => (value instanceof Blob ? value : clone(value, options))

/** One browser: what its pages share. */
export class TestBrowser {
  readonly indexedDB = new IDBFactory()

  /** What one more page of an account remembers. */
  openPage(accountId = 'account-1', options: { maxContent?: number } = {}): UploadMemory {
    return new UploadMemory({ accountId, indexedDB: this.indexedDB, locks, ...options })
  }
}
