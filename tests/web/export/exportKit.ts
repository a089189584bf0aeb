import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { currentToasts } from '../../../web/ui/toasts.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'

type Status = 'REQUESTED' | 'IN_PROGRESS' | 'FAILED' | 'READY'

interface ExportDetails {
  readonly backupId?: string
  readonly status?: Status
  readonly progress?: number
  readonly photosCount?: number | null
  readonly missingCount?: number | null
  readonly expires?: string | null
  readonly sizes?: readonly number[]
}

/** An export as the gateway returns it; by default ready, with one file. */
export function exportAnswer(details: ExportDetails = {}) {
  const { backupId = 'b1', status = 'READY', sizes = [1_536], ...rest } = details
  return {
    id: `export-${backupId}`,
    backupId,
    status,
    progress: 1,
    photosCount: 1_234,
    missingCount: 0,
    created: '2026-03-01T12:00:00Z',
    updated: '2026-03-02T12:00:00Z',
    expires: '2099-03-09T12:00:00Z',
    chunks: sizes.map((size, index) => ({
      id: `chunk-${index + 1}`,
      iteration: index + 1,
      size,
      checksum: `${index + 1}`.repeat(64),
      fileName: `photos-2026-03-01-${index + 1}.zip`,
    })),
    ...rest,
  }
}

const library = { id: 'library', photosCount: 5, albumsCount: 0, sharedAlbumsCount: 0 }
const noAlbums = { edges: [], pageInfo: { hasNextPage: false, endCursor: null } }

/** Opens the albums page, with the given latest export. */
export async function openLibrary(latestExport: ReturnType<typeof exportAnswer> | null = null, options?: AppOptions) {
  const app = renderApp('/my-photos/albums', options)
  await app.answer('LibraryLayoutQuery', { viewer: { library } })
  await app.answer('AlbumsPageQuery', { viewer: { library: { ...library, albums: noAlbums, sharedAlbums: noAlbums } } })
  await screen.findByRole('heading', { level: 1, name: 'My photos' })

  /** Answers the query for the latest export, which is sent after the first view. */
  const follow = () => app.answer('ExportFollowerQuery', { viewer: { latestExport } })

  async function menu() {
    await app.user.click(await screen.findByRole('button', { name: 'More' }))
    return (await screen.findAllByRole('menuitem')).map((entry) => entry.textContent)
  }

  /** Opens the dialog again. The dialog shows the state that is in the store. */
  async function reopenDialog() {
    await menu()
    await app.user.click(screen.getByRole('menuitem', { name: 'Export photos' }))
    return await screen.findByRole('dialog', { name: 'Export photos' })
  }

  /** Opens the dialog for the first time, and answers its query for the latest export. */
  async function openDialog() {
    const dialog = await reopenDialog()
    await app.answer('LatestExportQuery', { viewer: { latestExport } })
    return dialog
  }

  return { ...app, follow, menu, openDialog, reopenDialog }
}

/** The texts of the toasts. */
export function toasts(): string[] {
  return currentToasts().map(({ message }) => message)
}

/** Restores what a test has changed. */
export function cleanUp(): void {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
}
