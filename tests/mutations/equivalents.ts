/** A change that has no effect: whatever a test does, the product behaves the same. */
interface Equivalent {
  readonly path: string
  /** The source of the changed line, before and after the change. */
  readonly before: string
  readonly after: string
  readonly reason: string
}

/** Found by hand among the changes that no test noticed. The report counts and lists these changes separately. */
const equivalents: readonly Equivalent[] = [
  {
    path: 'gateway/modules/album/mutations/createAlbum.ts',
    before: 'const { items } = await albums.listAlbums({ cursor: null, limit: searchedAlbums, includeShared: false })',
    after: 'const { items } = await albums.listAlbums({ cursor: null, limit: searchedAlbums, includeShared: true })',
    reason: 'A new album is among the newest albums, with or without shared ones.',
  },
  {
    path: 'gateway/upstream/live/sharedStream.ts',
    before: "this.#connection = { kind: 'none' }",
    after: '{}',
    reason: 'Nothing reads the old value: a stream without readers is dropped, and rewinding connects again at once.',
  },
  {
    path: 'gateway/upstream/live/sharedStream.ts',
    before: "if (connection.kind === 'none') return",
    after: 'if (false) return',
    reason: 'Such a connection has no timer, and `clearTimeout(undefined)` does nothing.',
  },
  {
    path: 'web/pages/library/photo-actions/copy-to-album/AlbumChoice.tsx',
    before: 'if (album) onChoose(album)',
    after: 'if (true) onChoose(album)',
    reason: 'The menu offers only albums of `found`, so `album` is always set. The type checker needs the condition.',
  },
  {
    path: 'web/pages/library/photo-actions/deletion/OptimisticDeletion.ts',
    before: "if (filled.length < months.length) timeline.setLinkedRecords(filled, 'months')",
    after: "if (filled.length <= months.length) timeline.setLinkedRecords(filled, 'months')",
    reason: 'If no month is empty, the same months are set again, and Relay sees that they have not changed.',
  },
  {
    path: 'web/pages/library/photo-collection/grid/GridSegment.tsx',
    before: 'if (!element.current) return undefined',
    after: 'if (false) return undefined',
    reason: 'React sets the reference before it runs layout effects. The condition is there for the type checker.',
  },
  {
    path: 'web/pages/library/photo-collection/viewport/collectionGeometry.ts',
    before: 'collectionHeights.set(memory.pages, { of: metrics, count, height })',
    after: '{}',
    reason: 'A cache of a number: without it, the same number is computed again.',
  },
  {
    path: 'services/storage/tusRoutes.ts',
    before: 'if (offset === null) return reply.hijack()',
    after: 'if (false) return reply.hijack()',
    reason: 'The connection is closed already, so the answer reaches no client.',
  },
  {
    path: 'services/storage/demo/sky.ts',
    before: 'if (sky.sunY > sky.horizon || sky.sunY < 0) return',
    after: 'if (sky.sunY >= sky.horizon || sky.sunY < 0) return',
    reason: 'The height of the sun is a random number that never equals the height of the horizon exactly.',
  },
]

/** Why a change has no effect; null if it is not in the list. */
export function noEffectOf({ path, before, after }: Omit<Equivalent, 'reason'>): string | null {
  const found = equivalents.find((known) => known.path === path && known.before === before && known.after === after)
  return found?.reason ?? null
}
