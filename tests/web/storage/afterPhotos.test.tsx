import { act, screen } from '@testing-library/react'
import { afterAll, expect, test, vi } from 'vitest'
import { timelinePath } from '../../../web/shared/paths.ts'
import { monthPage, months, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { withoutReminder } from './storageKit.ts'

// An earlier test file may have shown the first view, so all modules are loaded anew.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.useRealTimers()
  vi.resetModules()
})

test('the storage status is requested once, and only after the photos are shown', async () => {
  // The code of the status is loaded in advance, so that only the wait for the photos delays the request.
  await import('../../../web/pages/library/LibraryStorage.tsx')
  // Stops the deadline after which the status is requested even without photos.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const may = ['may', 2024, 5, 4] as const
  const app = renderApp(timelinePath, withoutReminder)
  await app.answer('TimelinePageQuery', months(may))
  await app.asked('CollectionPageQuery', { id: 'may' })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(app.pending('LibraryStorageQuery')).toEqual([])
  vi.useRealTimers()
  await app.answer('CollectionPageQuery', monthPage(may, photosFrom(0, 4)), { id: 'may' })
  await screen.findAllByRole('gridcell')
  await app.asked('LibraryStorageQuery')
  expect(app.pending('LibraryStorageQuery')).toHaveLength(1)
})
