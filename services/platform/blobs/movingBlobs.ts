import type { BlobStore } from './blobs.ts'

/**
 * The blobs of an installation that moves from one store to another (docs/decisions/0114). New blobs go to the new
 * store. Blobs that are not there yet are read from the old one. The command `npm run move-blobs` copies them.
 */
export function createMovingBlobs(from: BlobStore, to: BlobStore): BlobStore {
  return {
    directOrigin: to.directOrigin,
    async check() {
      await Promise.all([from.check(), to.check()])
    },
    // The content may come from the old blob, so that one is deleted last. The command does not copy it any more then.
    async put(key, content, options) {
      const stored = await to.put(key, content, options)
      await from.delete([key])
      return stored
    },
    get: async (key) => (await to.get(key)) ?? from.get(key),
    chunks: async (key) => (await to.chunks(key)) ?? from.chunks(key),
    async withFile(key, run) {
      // What `run` returns may be null, too.
      const found = await to.withFile(key, async (file) => ({ result: await run(file) }))
      return found ? found.result : from.withFile(key, run)
    },
    // The old store first: after a copy, the command looks whether the original is still there.
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
