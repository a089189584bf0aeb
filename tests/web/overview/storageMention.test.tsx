import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { critical, estimate, libraryWith, safe } from '../storage/storageKit.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

async function openWith(storage: object | null, photosCount = 1) {
  const app = renderApp('/')
  const photos = { edges: [{ node: photo('a') }] }
  const counts = { photosCount, albumsCount: 0, sharedAlbumsCount: 0 }
  await app.answer('OverviewPageQuery', { viewer: { library: { id: 'library', photos, ...counts } } })
  await screen.findByRole('link', { name: 'Open a.jpg' })
  await app.answer('StorageMentionQuery', libraryWith(storage, photosCount))
  return app
}

test.each([
  ['safe', safe, 'Your photos are stored for another 8 months', false],
  ['an estimate', estimate, 'Your photos are stored for another 2 months (estimate)', true],
  ['critical', critical(1), 'Your photos will be deleted tomorrow', true],
])('the overview tells how long photos are kept: %s', async (_, storage, sentence, isUrgent) => {
  await openWith(storage)
  const mention = within(await screen.findByRole('region', { name: 'Storage status' }))
  expect(mention.getByText(sentence)).toBeTruthy()
  expect(mention.getByText('Order by 02 Aug 2027 to keep them for another 18 months.')).toBeTruthy()
  expect(mention.queryByRole('link', { name: /^Order now/ }) !== null).toBe(isUrgent)
})

test.each([
  ['nobody knows', null, 1],
  ['there are no photos', critical(1), 0],
])('the overview says nothing of it while %s', async (_, storage, photosCount) => {
  const app = await openWith(storage, photosCount)
  expect(app.pending('StorageMentionQuery')).toEqual([])
  expect(screen.queryByRole('region', { name: 'Storage status' })).toBeNull()
})
