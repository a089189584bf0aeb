import { screen } from '@testing-library/react'
import { featureNames } from '../../../web/app/features.ts'

import { albumsPage, listOf } from '../albums/albumsKit.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'

const all = Object.fromEntries(featureNames.map((name) => [name, true]))

/** The storage status as the gateway returns it; by default eight months are left. */
export const safe = {
  status: 'SAFE',
  deletionDate: '2027-08-03T09:00:00Z',
  daysRemaining: 244,
  monthsRemaining: 8,
  orderByDate: '2027-08-02T09:00:00Z',
  isEstimate: false,
  delayedDeletionDate: null,
  projectedDeletionDate: '2027-08-03T09:00:00Z',
  lastOrderDate: '2026-02-03T09:00:00Z',
  registrationDate: '2024-11-30T09:00:00Z',
  projectCount: 2,
}

/** The storage status with a month and three weeks left. */
export const warning = { ...safe, status: 'WARNING', monthsRemaining: 1, daysRemaining: 52 }

/** The storage status with a number of days left. */
export function critical(daysRemaining: number) {
  return { ...safe, status: 'CRITICAL', monthsRemaining: 0, daysRemaining }
}

/** The gateway's estimate while the account cannot be read. */
export const estimate = {
  ...safe,
  status: 'WARNING',
  monthsRemaining: 2,
  daysRemaining: 61,
  isEstimate: true,
  lastOrderDate: null,
  projectCount: 0,
}

/** The response with this storage status; null if the field has failed. The customer's e-mail address is confirmed. */
export function libraryWith(storage: object | null, photosCount = 5) {
  const library = { id: 'library', photosCount, albumsCount: 0, sharedAlbumsCount: 0, storage }
  return { viewer: { email: 'mira@example.com', mayReceiveMail: true, library } }
}

export interface OpenOptions extends AppOptions {
  readonly path?: string
  readonly photosCount?: number
}

const albumsPath = '/my-photos/albums'

/** Opens the library, by default the albums page without albums. The storage status is not answered. */
export async function openLibrary({ path = albumsPath, photosCount = 5, ...options }: OpenOptions = {}) {
  const app = renderApp(path, { features: all, ...options })
  await app.answer('LibraryLayoutQuery', libraryWith(null, photosCount))
  if (path.startsWith(albumsPath)) await app.answer('AlbumsPageQuery', albumsPage({ own: listOf([]) }))
  await screen.findByRole('heading', { level: 1, name: 'My photos' })
  return app
}

/** Opens the library and answers the storage status. */
export async function openWith(storage: object | null, options: OpenOptions = {}) {
  const app = await openLibrary(options)
  await app.answer('LibraryStorageQuery', libraryWith(storage, options.photosCount))
  return app
}

/** Options that switch the reminder off, because it would cover the page. */
export const withoutReminder = { features: { ...all, PhotoManagementReactivationEnabled: false } }
