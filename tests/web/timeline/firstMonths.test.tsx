import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { libraryEvent } from '../support/libraryEvent.ts'
import { monthPage, months, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { type Month, cleanUp, shownPhotos } from './renderTimeline.tsx'
import { ofFile } from '../support/ofFile.ts'

afterEach(cleanUp)

const june: Month = ['june', 2024, 6, 30]
const may: Month = ['may', 2024, 5, 2]

/** Opens the timeline; the photos of June come with the months. */
async function openWithFirstMonths() {
  const app = renderApp('/my-photos/photos')
  const { viewer } = months(june, may)
  const firstMonths = [monthPage(june, photosFrom(0, 24), true).node]
  const timeline = { ...viewer.library.timeline, firstMonths }
  await app.answer('TimelinePageQuery', { viewer: { library: { ...viewer.library, timeline } } }, { isFirst: true })
  await screen.findByRole('link', { name: ofFile('photo-0.jpg') })
  return app
}

describe('the photos of the first months', () => {
  test('arrive with the months, and are not requested again', async () => {
    const app = await openWithFirstMonths()
    // The rows in view are drawn first, the others by a render of lower priority.
    await waitFor(() => expect(shownPhotos()).toHaveLength(24))
    expect(document.querySelector('[aria-busy=true]')).toBeNull()
    expect(app.pending('CollectionPageQuery', { id: 'june' })).toEqual([])
    expect(screen.getByRole('button', { name: /^Show [\d,]+ more, June 2024/ })).toBeTruthy()
  })

  test('are not requested again after a change or when the customer comes back', async () => {
    const app = await openWithFirstMonths()
    await app.send('LibraryStreamSubscription', libraryEvent('7'))
    await app.answer('TimelinePageQuery', months(june, may), { isFirst: false })
    await act(async () => app.router.navigate('/my-photos/albums'))
    await waitFor(() => expect(shownPhotos()).toEqual([]))
    await act(async () => app.router.navigate(-1))
    await app.asked('TimelinePageQuery', { isFirst: false })
    await waitFor(() => expect(shownPhotos()).toHaveLength(24))
    expect(app.pending('TimelinePageQuery', { isFirst: true })).toEqual([])
  })
})
