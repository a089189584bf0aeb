import { type Fact, happensOnce } from './facts.ts'
import type { Found, FoundPhoto } from './found.ts'
import type { Ledger } from './ledger.ts'

/** The differences between what was acknowledged and what exists, as texts for the developer. */
export interface Balance {
  /** What was acknowledged, but is missing or differs from what was sent. */
  readonly lost: readonly string[]
  /** What exists more than once, or was never sent. */
  readonly doubled: readonly string[]
  /** Objects and incomplete uploads of the bucket that nobody needs, and that nothing removes. */
  readonly left: readonly string[]
}

/** A client fetches the newest exports only: older ones expire. */
const keptExports = 3

/** Compares a ledger with what the installation has. */
export function compareWithLedger(ledger: Ledger, found: Found): Balance {
  return {
    lost: [
      ...ledger.lost,
      ...lostAlbums(ledger, found),
      ...lostUploads(ledger, found),
      ...lostArchives(ledger, found),
      ...lostExports(ledger, found),
      ...[...ledger.received].flatMap(([name, facts]) => lostFacts(name, facts, found)),
    ],
    doubled: [
      ...ledger.doubled,
      ...repeated([...found.albums.values()]).map((name) => `album ${name}`),
      ...doubledPhotos(ledger, found),
      ...doubledArchives(ledger, found),
      ...repeated(found.facts.filter(happensOnce)).map((fact) => `${fact} in the events`),
      ...[...ledger.received].flatMap(([name, facts]) => doubledFacts(name, facts, found)),
    ],
    left: [
      ...found.strayKeys,
      ...found.incompleteUploads.filter(({ isTemporary }) => !isTemporary).map(({ key }) => `parts of ${key}`),
    ],
  }
}

function lostAlbums(ledger: Ledger, { albums }: Found): string[] {
  return [...ledger.albums].filter(([id, name]) => albums.get(id) !== name).map(([, name]) => `album ${name}`)
}

function lostUploads(ledger: Ledger, { uploads, photos }: Found): string[] {
  const byId = new Map(photos.map((photo) => [photo.id, photo]))
  return [...ledger.uploads].flatMap(([id, checksum]) => {
    const upload = uploads.get(id)
    const problem = upload ? problemOf(upload.state, byId.get(upload.photoId), checksum) : 'unknown'
    return problem === null ? [] : [`upload ${id}: ${problem}`]
  })
}

function problemOf(state: string, photo: FoundPhoto | undefined, checksum: string): string | null {
  if (state !== 'READY') return state
  if (!photo) return 'no photo'
  if (photo.checksum !== checksum) return 'another photo'
  if (photo.blobChecksum === null) return 'no original in the bucket'
  if (photo.blobChecksum !== checksum) return 'another original in the bucket'
  return photo.missingKeys.length > 0 ? `no ${photo.missingKeys.join(', ')} in the bucket` : null
}

function lostArchives(ledger: Ledger, { archives }: Found): string[] {
  const complete = new Set(archives.filter(({ state, hasBlob }) => state === 'finished' && hasBlob).map(({ id }) => id))
  return [...ledger.archives].filter(([, id]) => !complete.has(id)).map(([name]) => `archive ${name}`)
}

function lostExports(ledger: Ledger, { exports }: Found): string[] {
  const newest = ledger.exports.slice(-keptExports)
  return newest.filter((id) => exports.get(id) !== 'READY').map((id) => `export ${id}: ${exports.get(id)}`)
}

function lostFacts(subscriber: string, received: readonly Fact[], { facts }: Found): string[] {
  const known = new Set(received)
  return [...new Set(facts)].filter((fact) => !known.has(fact)).map((fact) => `${fact} for ${subscriber}`)
}

/** A photo must exist once, even if several uploads sent it. */
function doubledPhotos({ sent }: Ledger, { photos }: Found): string[] {
  const checksums = photos.map(({ checksum }) => checksum)
  const unknown = checksums.filter((checksum) => !sent.has(checksum))
  return [...repeated(checksums), ...unknown].map((checksum) => `photo ${checksum}`)
}

/** A request that is repeated with the same key must not create a second archive. */
function doubledArchives(ledger: Ledger, { archives }: Found): string[] {
  return repeated(archives.map(({ name }) => name))
    .filter((name) => ledger.archives.has(name))
    .map((name) => `archive ${name}`)
}

/**
 * Changes of an album at the same moment reach a subscriber as one event. So a subscriber may get fewer changes than
 * there were, but not more.
 */
function doubledFacts(subscriber: string, received: readonly Fact[], { facts }: Found): string[] {
  const told = countsOf(facts)
  return [...countsOf(received)]
    .filter(([fact, count]) => count > (told.get(fact) ?? 0))
    .map(([fact, count]) => `${fact} ${count} times for ${subscriber}`)
}

function repeated(values: readonly string[]): string[] {
  return [...countsOf(values)].filter(([, count]) => count > 1).map(([value]) => value)
}

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
