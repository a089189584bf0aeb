import { Counter, type Registry } from 'prom-client'
import type { Blobs } from '../blobs/blobs.ts'
import { BlobsUnavailable } from '../blobs/unavailable.ts'
import { isDiskFull, isExhausted } from '../exhaustion.ts'

/**
 * Counts the calls to a store that fail because the store is unavailable or full, or because this machine lacks a
 * resource.
 */
export function countBlobErrors(store: Blobs, registry: Registry): Blobs {
  const errors = new Counter({
    name: 'services_blob_errors_total',
    help: 'Calls of this process to the store of the files that have failed.',
    labelNames: ['operation', 'reason'],
    registers: [registry],
  })
  const counted = async <Result>(operation: string, call: () => Promise<Result>): Promise<Result> => {
    try {
      return await call()
    } catch (error) {
      // A check without a more precise error fails only if the store is unavailable.
      const reason = reasonOf(error) ?? (operation === 'check' ? 'away' : null)
      if (reason !== null) errors.inc({ operation, reason })
      throw error
    }
  }
  return {
    ...store,
    put: async (key, content, options) => counted('put', () => store.put(key, content, options)),
    get: async (key) => counted('get', () => store.get(key)),
    chunks: async (key, options) => counted('get', () => store.chunks(key, options)),
    withFile: async (key, run) => counted('get', () => store.withFile(key, run)),
    delete: async (keys) => counted('delete', () => store.delete(keys)),
    deleteFolder: async (folder) => counted('delete', () => store.deleteFolder(folder)),
    check: async () => counted('check', () => store.check()),
  }
}

function reasonOf(error: unknown): 'away' | 'full' | 'exhausted' | null {
  if (error instanceof BlobsUnavailable) return error.isFull ? 'full' : 'away'
  if (isDiskFull(error)) return 'full'
  return isExhausted(error) ? 'exhausted' : null
}
