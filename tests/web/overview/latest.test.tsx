import { act, fireEvent, screen } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { afterEach, expect, test, vi } from 'vitest'
import { libraryEvent } from '../support/libraryEvent.ts'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { ofFile } from '../support/ofFile.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function overview(...ids: string[]) {
  const photos = { edges: ids.map((id) => ({ node: photo(id) })) }
  return {
    viewer: { library: { id: 'library', photosCount: ids.length, albumsCount: 0, sharedAlbumsCount: 0, photos } },
  }
}

test('the latest photos and the counts are refetched when a photo is added', async () => {
  const app = renderApp('/')
  await app.answer('OverviewPageQuery', overview('a'))
  await screen.findByRole('link', { name: ofFile('a.jpg') })
  await app.send('LibraryStreamSubscription', libraryEvent('7'))
  await app.answer('OverviewPageQuery', overview('a'))
  const added = libraryEvent('8', { changedMonths: [{ year: 2024, month: 5 }], addedPhotoIds: ['b'] })
  await app.send('LibraryStreamSubscription', added)
  await app.answer('OverviewPageQuery', overview('b', 'a'))
  expect(await screen.findByRole('link', { name: ofFile('b.jpg') })).toBeTruthy()
  expect(screen.getByRole('link', { name: '2 photos' })).toBeTruthy()
})

test('a photo that is being deleted is not shown', async () => {
  const app = renderApp('/')
  await app.answer('OverviewPageQuery', overview('a', 'b'))
  await screen.findByRole('link', { name: ofFile('a.jpg') })
  act(() => commitLocalUpdate(app.environment, (store) => store.delete('a')))
  expect(screen.queryByRole('link', { name: ofFile('a.jpg') })).toBeNull()
  expect(screen.getByRole('link', { name: ofFile('b.jpg') })).toBeTruthy()
})

test('a photo is shown in its 300-pixel rendition, and on large screens in its 800-pixel rendition', async () => {
  const large = matchMedia('(min-width: 1024px)')
  const app = renderApp('/')
  await app.answer('OverviewPageQuery', overview('a'))
  const image = (await screen.findByRole('link', { name: ofFile('a.jpg') })).querySelector('img')
  expect(image?.getAttribute('src')).toBe('https://images.test/a.300.jpg')
  const change = (matches: boolean) =>
    act(() => void Object.assign(large, { matches }).dispatchEvent(new Event('change')))
  change(true)
  expect(image?.getAttribute('src')).toBe('https://images.test/a.800.jpg')
  change(false)
  expect(image?.getAttribute('src')).toBe('https://images.test/a.300.jpg')
})

function stateOf(fileName: string) {
  const image = screen.getByRole('link', { name: ofFile(fileName) }).querySelector('img')
  return { image, state: () => image?.dataset['state'] }
}

test('a picture is shown when it is loaded, and not after an error', async () => {
  const app = renderApp('/')
  await app.answer('OverviewPageQuery', overview('a', 'b'))
  await screen.findByRole('link', { name: ofFile('a.jpg') })
  const [good, bad] = [stateOf('a.jpg'), stateOf('b.jpg')]
  expect([good.state(), bad.state()]).toEqual([undefined, undefined])
  if (good.image) fireEvent.load(good.image)
  if (bad.image) fireEvent.error(bad.image)
  expect([good.state(), bad.state()]).toEqual(['shown', undefined])
})
