import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { libraryEvent } from '../support/libraryEvent.ts'
import { monthPage, months, photo, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { selected } from '../selection/renderSelecting.ts'
import { cleanUp, may, openMay, shownPhotos } from './renderTimeline.tsx'
import { ofFile } from '../support/ofFile.ts'

const byUpload = '/my-photos/photos?sort=created-desc'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
})
afterEach(cleanUp)

/** The answer to the page's query. */
function libraryOf(photosCount: number | null) {
  return { viewer: { library: { __typename: 'PhotoLibrary', id: 'library', photosCount } } }
}

/** A page of the library's photos. */
function photosPage(photos: readonly ReturnType<typeof photo>[], hasNextPage = false) {
  const { node } = monthPage(may, photos, hasNextPage)
  const { photos: page } = node
  return {
    node: {
      __typename: 'PhotoLibrary',
      __isNode: 'PhotoLibrary',
      __isPhotoCollection: 'PhotoLibrary',
      id: 'library',
      photos: page,
    },
  }
}

/** Opens the list with `count` photos. */
async function open(count: number, path = byUpload) {
  const app = renderApp(path)
  await app.answer('TimelinePageQuery', libraryOf(count))
  if (count > 0) {
    const first = Math.min(count, 500)
    await app.answer('CollectionPageQuery', photosPage(photosFrom(0, first), count > first), { id: 'library' })
    await screen.findByRole('link', { name: ofFile('photo-0.jpg') })
  }

  /** Starts the live events. The page refetches the number of photos then, and after each event. */
  async function listen() {
    await app.send('LibraryStreamSubscription', libraryEvent('1'))
    await app.answer('TimelinePageQuery', libraryOf(count))
  }

  async function send(changes: Parameters<typeof libraryEvent>[1]) {
    const changedMonths = [{ year: 2024, month: 5 }]
    await app.send('LibraryStreamSubscription', libraryEvent('2', { changedMonths, ...changes }))
  }

  return { ...app, listen, send }
}

async function selectAll({ user }: Awaited<ReturnType<typeof open>>): Promise<void> {
  await user.click(await screen.findByRole('checkbox', { name: 'Select all photos' }))
}

describe('the photos by upload', () => {
  test('are one list without months or slider, in the order of the service, in pages of 500', async () => {
    const app = renderApp(byUpload)
    await app.answer('TimelinePageQuery', libraryOf(1_200))
    const { request } = await app.asked('CollectionPageQuery')
    expect(request.variables).toMatchObject({ id: 'library', first: 500, sortKey: 'CREATED', sortOrder: 'DESC' })
    await app.answer('CollectionPageQuery', photosPage(photosFrom(0, 500), true))
    expect(await screen.findByRole('grid', { name: 'Recently added' })).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Recently added',
    ])
    expect(screen.getByText('1,200 photos')).toBeTruthy()
    await vi.dynamicImportSettled()
    expect(screen.queryByRole('slider')).toBeNull()
  })

  test('open full screen in the same order', async () => {
    await open(3)
    const [link] = screen.getAllByRole('link', { name: /^Photo / })
    expect(link?.getAttribute('href')).toBe('/my-photos/photos/preview/photo-0?sort=created-desc')
  })

  test('focus the photo that the URL names; Back does not focus it again', async () => {
    const app = await open(3, `${byUpload}#photo-photo-1`)
    // The router gives the first history entry of every page load the same key, so the page does not remember it. It
    // remembers the entry of this navigation.
    await act(() => app.router.navigate(`${byUpload}#photo-photo-2`))
    const named = screen.getByRole('link', { name: ofFile('photo-2.jpg') })
    await waitFor(() => expect(document.activeElement).toBe(named))
    // The customer moves the focus to another photo.
    act(() => screen.getByRole('link', { name: ofFile('photo-0.jpg') }).focus())
    await act(() => new Promise(requestAnimationFrame))
    await act(() => app.router.navigate('/downloads'))
    await waitFor(() => expect(shownPhotos()).toEqual([]))
    await act(() => app.router.navigate(-1))
    await screen.findByRole('link', { name: ofFile('photo-2.jpg') })
    await vi.dynamicImportSettled()
    expect(document.activeElement?.getAttribute('data-photo')).toBeFalsy()
  })

  test('have another title when the oldest come first', async () => {
    await open(1, '/my-photos/photos?sort=created-asc')
    expect(screen.getByRole('grid', { name: 'Added first' })).toBeTruthy()
  })

  test('are replaced by an invitation to add some when the library is empty', async () => {
    await open(0)
    expect(await screen.findByText('Your photo library is empty')).toBeTruthy()
  })

  test('are shown although their number is unknown', async () => {
    const app = renderApp(byUpload)
    await app.answer('TimelinePageQuery', libraryOf(null))
    await app.answer('CollectionPageQuery', photosPage(photosFrom(0, 2)))
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-0', 'photo-1']))
  })

  test('replace the months, which stay until the list is loaded', async () => {
    const app = await openMay(2)
    await act(() => app.router.navigate(byUpload))
    await app.asked('TimelinePageQuery', { isByMonth: false })
    expect(screen.getByRole('grid', { name: 'May 2024' })).toBeTruthy()
    await app.answer('TimelinePageQuery', libraryOf(2))
    await app.answer('CollectionPageQuery', photosPage(photosFrom(0, 2).toReversed()), { id: 'library' })
    await waitFor(() => expect(shownPhotos()).toEqual(['photo-1', 'photo-0']))
    expect(screen.queryByRole('grid', { name: 'May 2024' })).toBeNull()
    await act(() => app.router.navigate(-1))
    await app.answer('TimelinePageQuery', months(may), { isByMonth: true })
    expect(await screen.findByRole('grid', { name: 'May 2024' })).toBeTruthy()
  })
})

describe('changes of the photos by upload', () => {
  test('a new photo appears first, and a deleted photo disappears', async () => {
    const app = await open(3)
    await app.listen()
    await app.send({ addedPhotoIds: ['new'], removedPhotoIds: ['photo-1'] })
    await app.answer('TimelinePageQuery', libraryOf(3))
    await app.answer('CollectionPageQuery', photosPage([photo('new'), ...photosFrom(0, 1), ...photosFrom(2, 1)]), {
      isRefresh: true,
    })
    await waitFor(() => expect(shownPhotos()).toEqual(['new', 'photo-0', 'photo-2']))
  })

  test.each(['before', 'after'])('new photos stay unselected if the new count arrives %s their ids', async (when) => {
    const app = await open(3)
    await app.listen()
    await selectAll(app)
    expect(selected()).toEqual(['photo-0', 'photo-1', 'photo-2'])
    const newCount = () => app.answer('TimelinePageQuery', libraryOf(4))
    if (when === 'before') {
      await app.send({})
      await newCount()
    }
    await app.send({ addedPhotoIds: ['new'] })
    await newCount()
    await app.answer('CollectionPageQuery', photosPage([photo('new'), ...photosFrom(0, 3)]), { isRefresh: true })
    await waitFor(() => expect(shownBoxes()).toEqual(['new', 'photo-0', 'photo-1', 'photo-2']))
    expect(selected()).toEqual(['photo-0', 'photo-1', 'photo-2'])
    expect(screen.getByText('3 selected', { ignore: 'output *' })).toBeTruthy()
  })

  test('the whole list is deselected when it is not known which photos are new', async () => {
    const app = await open(3)
    await app.listen()
    await selectAll(app)
    await app.send({ isTruncated: true })
    await app.answer('TimelinePageQuery', libraryOf(4))
    await waitFor(() => expect(selected()).toEqual([]))
  })

  test('the whole list stays selected after a truncated event that concerns only albums', async () => {
    const app = await open(3)
    await app.listen()
    await selectAll(app)
    await app.send({ isTruncated: true, changedMonths: [] })
    await app.answer('CollectionPageQuery', photosPage(photosFrom(0, 3)), { isRefresh: true })
    expect(selected()).toEqual(['photo-0', 'photo-1', 'photo-2'])
  })

  test('deleted photos are no longer counted in the selection of the whole list', async () => {
    const app = await open(3)
    await app.listen()
    await selectAll(app)
    await app.send({ removedPhotoIds: ['photo-1'] })
    await app.answer('TimelinePageQuery', libraryOf(2))
    await waitFor(() => expect(screen.getByText('2 selected', { ignore: 'output *' })).toBeTruthy())
  })
})

/** The ids of the photos in the document, in order, while photos are being selected. */
function shownBoxes(): string[] {
  const boxes = screen.queryAllByRole('checkbox', { name: /^Photo / })
  return boxes.map((box) => box.dataset['photo'] ?? '')
}
