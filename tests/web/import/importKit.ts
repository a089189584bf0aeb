import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { currentToasts } from '../../../web/ui/toasts.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'

interface ImportDetails {
  readonly state?: 'STARTED' | 'FINISHED' | 'ERROR'
  readonly progress?: number
  readonly finished?: string | null
  readonly found?: number | null
  readonly imported?: number
  readonly existing?: number
  readonly failed?: number
}

/**
 * An import as the gateway returns it; by default it has just ended, with 60 files: 52 imported, 5 existing, 3 failed.
 */
export function importAnswer(details: ImportDetails = {}) {
  const { state = 'FINISHED', progress = 1, found = 60, imported = 52, existing = 5, failed = 3 } = details
  return {
    id: 'import-1',
    state,
    progress,
    finished: details.finished === undefined ? new Date().toISOString() : details.finished,
    foundCount: found,
    importedCount: imported,
    existingCount: existing,
    failedCount: failed,
  }
}

/** A running import. */
export function runningImport(done: number) {
  const share = { progress: done / 60, imported: done, existing: 0, failed: 0 }
  return importAnswer({ state: 'STARTED', finished: null, ...share })
}

type Import = ReturnType<typeof importAnswer>

/** An activation as the gateway returns it. */
export function activationAnswer(status: string | null, imported: Import | null = null) {
  return { status, import: imported }
}

type Activation = ReturnType<typeof activationAnswer>

const library = { id: 'library', photosCount: 5, albumsCount: 0, sharedAlbumsCount: 0 }
const emptyList = { edges: [], pageInfo: { hasNextPage: false, endCursor: null } }

/** The answer to the queries for the activation state. */
export function libraryWith(activation: Activation | null) {
  return { viewer: { library: { id: 'library', activation } } }
}

/** An event of the import stream. */
export function importEvent(cursor: string, key: string | null, activation: Activation | null = null) {
  const shown = activation && { __typename: 'Activation', ...activation }
  return { importEvents: { cursor, key, activation: shown } }
}

/** An answer in which the retention of photos is unknown. */
export const noStorage = { viewer: { library: { ...library, storage: null } } }

/** Opens the albums page, with counts and the activation state. */
export async function openLibrary(activation: Activation | null, options?: AppOptions, photosCount = 5) {
  const app = renderApp('/my-photos/albums', options)
  await app.answer('LibraryLayoutQuery', { viewer: { library: { ...library, photosCount } } })
  await app.answer('AlbumsPageQuery', {
    viewer: { library: { ...library, albums: emptyList, sharedAlbums: emptyList } },
  })
  await screen.findByRole('heading', { level: 1, name: 'My photos' })
  await app.answer('LibraryStorageQuery', { viewer: { library: { ...library, photosCount, storage: null } } })
  await app.answer('WithActivationQuery', libraryWith(activation))
  return app
}

/** Some albums and failures of a report. */
export const albums = [
  { name: 'Norway', foundCount: 40, importedCount: 36, existingCount: 3, failedCount: 1, albumId: 'album-1' },
  { name: null, foundCount: 20, importedCount: 16, existingCount: 2, failedCount: 2, albumId: null },
]
export const failures = [
  { fileName: 'IMG_1.jpg', albumName: 'Norway', reason: 'DAMAGED_FILE' },
  { fileName: 'notes.txt', albumName: null, reason: 'UNSUPPORTED_TYPE' },
  { fileName: 'gone.jpg', albumName: null, reason: 'MISSING_FILE' },
]

/** A page of a list of the report. */
export function listOf<Item extends object>(items: readonly Item[], typename: string, hasNextPage = false) {
  return {
    edges: items.map((item, index) => ({
      cursor: `${typename}-${index}-${JSON.stringify(item).length}`,
      node: { __typename: typename, ...item },
    })),
    pageInfo: { hasNextPage, endCursor: 'end' },
  }
}

/** The answer to the query of the import's own page. */
export function reportAnswer(activation: Activation, hasMore = false) {
  const imported = activation.import && {
    ...activation.import,
    __typename: 'LibraryImport',
    albums: listOf(albums, 'ImportedAlbum', hasMore),
    failures: listOf(failures, 'ImportFailure', hasMore),
  }
  return { viewer: { library: { id: 'library', activation: { ...activation, import: imported } } } }
}

/** The texts of the toasts. */
export function toasts(): string[] {
  return currentToasts().map(({ message }) => message)
}

/** Restores what a test has changed. */
export function cleanUp(): void {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
}
