import type { BlobStore } from './blobs.ts'

/**
 * The blobs of an installation that moves from one store to another (docs/decisions/0114). New blobs go to the new
 * store. Blobs that the new store does not have yet are read from the old store. The command `npm run move-blobs`
 * copies the blobs.
 */
export function createMovingBlobs(from: BlobStore, to: BlobStore): BlobStore {
  return {
    directOrigin: to.directOrigin,
    blobsAhead: to.blobsAhead,
    async check() {
      await Promise.all([from.check(), to.check()])
    },
    // The old blob is deleted last, because the content may be read from it. Once it is deleted, the command cannot
    // copy it any more.
    async put(key, content, options) {
      const stored = await to.put(key, content, options)
      await from.delete([key])
      return stored
    },
    get: async (key) => (await to.get(key)) ?? from.get(key),
    chunks: async (key, options) => (await to.chunks(key, options)) ?? from.chunks(key, options),
    async withFile(key, run) {
      // The result is wrapped in an object, because `run` may also return null.
      const found = await to.withFile(key, async (file) => ({ result: await run(file) }))
      return found ? found.result : from.withFile(key, run)
    },
    // Deletes from the old store first: after each copy, the command checks whether the original still exists.
    async delete(keys) {
      await from.delete(keys)
      await to.delete(keys)
    },
    async deleteFolder(folder) {
      await from.deleteFolder(folder)
      await to.deleteFolder(folder)
    },
    directUrl: async (key, options) => ((await from.get(key)) ? null : to.directUrl(key, options)),
    async removeAbandoned() {
      await Promise.all([from.removeAbandoned(), to.removeAbandoned()])
    },
  }
}
