import type { Random } from './random.ts'

type Answer = (question: string, make: (random: Random) => unknown) => Promise<unknown>

const noon = '2026-03-01T12:00:00Z'

/** The clients for archives, exports, imports and accounts, with generated responses. */
export function createLongWork(answer: Answer): object {
  const downloads = {
    list: (...asked: unknown[]) => answer(`archives ${JSON.stringify(asked)}`, pageOf(archive)),
    find: (id: string) => answer(`archive ${id}`, (random) => (random.chance(0.3) ? null : archive(random))),
    findUrl: (id: string) => answer(`file ${id}`, (random) => (random.chance(0.3) ? null : `/files/${id}.zip`)),
  }
  const exports = {
    find: (id: string) => answer(`export ${id}`, (random) => (random.chance(0.3) ? null : backup(random))),
    findLatest: () => answer('latest export', backup),
    findChunkUrl: (...asked: unknown[]) => answer(`chunk ${JSON.stringify(asked)}`, () => '/files/chunk.zip'),
  }
  const activation = {
    read: () => answer('activation', (random) => ({ status: random.pick(['ACTIVE', 'ODD']), import: run(random) })),
    listAlbums: (...asked: unknown[]) => answer(`imported ${JSON.stringify(asked)}`, pageOf(importedAlbum)),
    listFailures: (...asked: unknown[]) => answer(`failed ${JSON.stringify(asked)}`, pageOf(failure)),
  }
  const customers = { getAccountInformation: () => answer('account', account) }
  return { downloads, exports, activation, customers }
}

function pageOf(make: (random: Random) => unknown) {
  return (random: Random) => ({
    next: random.chance(0.5) ? 'further' : null,
    items: Array.from({ length: random.below(4) }, () => make(random)),
  })
}

function archive(random: Random): unknown {
  const id = `archive-${random.below(9)}`
  const state = random.pick(['started', 'finished', 'error', undefined])
  return { id, state, name: random.pick(['Texel', null]), size: random.below(1e6), created: noon, expires: null }
}

function backup(random: Random): unknown {
  const chunks = [
    { iteration: 2, size: 5 },
    { iteration: 1, size: 1 + random.below(1e6), checksum: 'ab' },
  ]
  const status = random.pick(['REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY'])
  return { backupId: `backup-${random.below(9)}`, status, created: noon, updated: noon, chunks }
}

function run(random: Random): unknown {
  const counts = { foundCount: random.below(9), importedCount: 1, existingCount: 2, failedCount: 3 }
  return { id: 'import-1', state: random.pick(['started', 'finished', 'error']), progress: 0.5, ...counts }
}

function importedAlbum(random: Random): unknown {
  const name = random.pick(['Texel', null])
  return { name, foundCount: 6, importedCount: 1, existingCount: 2, failedCount: 3, albumId: `${random.below(9)}` }
}

function failure(random: Random): unknown {
  return { fileName: 'ünï.jpg', albumName: random.pick(['Texel', null]), reason: random.pick(['DAMAGED_FILE', 'odd']) }
}

function account(random: Random): unknown {
  const delayedDeletionDate = random.pick([null, '2026-04-01T00:00:00Z'])
  return {
    projectCount: 1,
    projectedDeletionDate: noon,
    registrationDate: noon,
    lastOrderDate: null,
    delayedDeletionDate,
  }
}
