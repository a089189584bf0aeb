import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { importPath } from '../../../web/shared/paths.ts'
import { activationAnswer, importAnswer } from '../import/importKit.ts'
import { critical, estimate, libraryWith, safe } from '../storage/storageKit.ts'
import { ofFile } from '../support/ofFile.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

async function openWith(storage: object | null, photosCount = 1, activation: object | null = null) {
  const app = renderApp('/')
  const photos = { edges: [{ node: photo('a') }] }
  const counts = { photosCount, albumsCount: 0, sharedAlbumsCount: 0 }
  await app.answer('OverviewPageQuery', { viewer: { library: { id: 'library', photos, ...counts } } })
  await screen.findByRole('link', { name: ofFile('a.jpg') })
  const { library } = libraryWith(storage, photosCount).viewer
  await app.answer('MentionsQuery', { viewer: { library: { ...library, activation } } })
  return app
}

test.each([
  ['safe', safe, 'Your photos are stored for another 8 months', false],
  ['an estimate', estimate, 'Your photos are stored for another 2 months (estimate)', true],
  ['critical', critical(1), 'Your photos will be deleted tomorrow', true],
])('the overview shows how long photos are kept: %s', async (_, storage, sentence, isUrgent) => {
  await openWith(storage)
  const mention = within(await screen.findByRole('region', { name: 'Storage status' }))
  expect(mention.getByText(sentence)).toBeTruthy()
  expect(mention.getByText('Order by 02 Aug 2027 to keep them for another 18 months.')).toBeTruthy()
  expect(mention.queryByRole('link', { name: /^Order now/ }) !== null).toBe(isUrgent)
})

test.each([
  ['the answer is unknown', null, 1],
  ['there are no photos', critical(1), 0],
])('the overview does not mention the retention while %s', async (_, storage, photosCount) => {
  const app = await openWith(storage, photosCount)
  expect(app.pending('MentionsQuery')).toEqual([])
  expect(screen.queryByRole('region', { name: 'Storage status' })).toBeNull()
})

test.each([
  ['waits', activationAnswer('NOT_ACTIVE'), 'Bring in your older photos'],
  [
    'could not all be brought in',
    activationAnswer('NOT_ACTIVE', importAnswer({ state: 'ERROR' })),
    'Your older photos could not all be brought in',
  ],
])('the overview links to an older library that %s', async (_, activation, sentence) => {
  await openWith(safe, 1, activation)
  const mention = within(await screen.findByRole('region', { name: 'Your older library' }))
  expect(mention.getByText(sentence)).toBeTruthy()
  expect(mention.getByRole('link', { name: 'Your older library' }).getAttribute('href')).toBe(importPath)
})

test.each([
  ['there is none', activationAnswer('ACTIVE')],
  ['it is being imported', activationAnswer('IMPORTING')],
  ['the answer is unknown', null],
])('the overview does not mention an older library while %s', async (_, activation) => {
  await openWith(safe, 1, activation)
  await screen.findByRole('region', { name: 'Storage status' })
  expect(screen.queryByRole('region', { name: 'Your older library' })).toBeNull()
})
