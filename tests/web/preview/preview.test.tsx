import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { timelinePath } from '../../../web/shared/paths.ts'
import { largePhotoOf, photoOf, picture, renderPreview, shownName } from './renderPreview.tsx'

afterEach(() => localStorage.clear())

describe('the full-screen view', () => {
  test('shows the photo with its name and its capture date, in the local time of the place where it was taken', async () => {
    const { settle } = await renderPreview('p2')
    await settle()
    expect(shownName()).toBe('p2.jpg')
    expect(screen.getByText('Taken on 09 May 2024')).toBeDefined()
    expect(document.title).toBe('p2.jpg – Keepsake')
  })

  test('shows no capture date for 1 January 1970, which cameras write if their clock was never set', async () => {
    const { answer } = await renderPreview('p2')
    const photo = { ...photoOf('p2'), dateTaken: '1970-01-01T00:00:00' }
    await answer('PreviewPageQuery', 'p2', { data: { photo } })
    expect(shownName()).toBe('p2.jpg')
    expect(screen.queryByText(/Taken on/)).toBeNull()
  })

  test('reserves the space of the photo before a picture has loaded', async () => {
    const { answer } = await renderPreview('p2')
    await answer('PreviewPageQuery', 'p2', { data: { photo: photoOf('p2') } })
    const box = screen
      .getByRole('button', { name: 'Zoom: Photo taken on 9 May 2024 at 23:30' })
      .querySelector('[style]')
    expect(box?.getAttribute('style')).toContain(`--ratio: ${4000 / 3000}`)
  })

  test('shows the rendition of 1300 pixels', async () => {
    const { settle } = await renderPreview('p2')
    await settle()
    expect(picture().getAttribute('src')).toBe('https://images.test/p2.1300.jpg')
  })

  test.each([
    ['UNREADABLE', 'The file is damaged, or it’s a type we can’t read.'],
    ['TOO_LARGE', 'It’s too large for us to show.'],
    ['FAILED', 'Something went wrong on our side while we were preparing it.'],
    ['OF_A_LATER_GATEWAY', 'Something went wrong on our side while we were preparing it.'],
  ])('shows the reason in place of the picture if the photo cannot be shown (%s)', async (pictureProblem, why) => {
    const { answer } = await renderPreview('p2')
    const photo = { ...photoOf('p2'), pictureProblem, small: null, large: null }
    await answer('PreviewPageQuery', 'p2', { data: { photo } })
    await answer('PhotoRenditionQuery', 'p2', { data: { node: { ...photo, rendition: null } } })
    const place = screen.getByRole('button', { name: new RegExp(`^p2.jpg This photo cannot be shown ${why}`) })
    expect(place.textContent).toContain('This photo cannot be shown')
    expect(place.textContent).toContain('It stays in your library')
    expect(place.querySelector('img')).toBeNull()
    expect(screen.getByText('Photo taken on 9 May 2024 at 23:30, cannot be shown, p2.jpg')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Download' })).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('fetches one new link when the picture fails, then shows the failure', async () => {
    const { answer, settle, user } = await renderPreview('p2')
    await settle()
    fireEvent.error(picture())
    const fresh = { ...largePhotoOf('p2'), rendition: { url: 'https://images.test/fresh.1300.jpg', width: 1300 } }
    await answer('PhotoRenditionQuery', 'p2', { data: { node: fresh } })
    expect(picture().getAttribute('src')).toBe('https://images.test/fresh.1300.jpg')
    fireEvent.error(picture())
    expect(screen.getByRole('alert').textContent).toContain('This photo can’t be enlarged right now')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await settle()
    expect(picture().getAttribute('src')).toBe('https://images.test/p2.1300.jpg')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('announces the shown photo to screen readers', async () => {
    const { settle, user } = await renderPreview('p1')
    await settle()
    expect(screen.getByText('Photo taken on 9 May 2024 at 23:30, p1.jpg')).toBeDefined()
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByText('Photo taken on 9 May 2024 at 23:30, p2.jpg')).toBeDefined()
  })

  test('has the focus when it opens', async () => {
    await renderPreview('p2')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('preloads the neighbours, hidden from screen readers', async () => {
    const { settle } = await renderPreview('p2')
    await settle()
    const sources = [...document.querySelectorAll('[aria-hidden] img[src*="1300"]')].map((image) =>
      image.getAttribute('src'),
    )
    expect(sources).toEqual(['https://images.test/p1.1300.jpg', 'https://images.test/p3.1300.jpg'])
  })

  test('opens the dialog that copies to an album', async () => {
    const { settle, user } = await renderPreview('p2', { search: '?PhotoManagementAlbumViewEnabled=true' })
    await settle()
    await user.click(screen.getByRole('button', { name: 'Copy to album' }))
    expect(await screen.findByRole('dialog')).toBeDefined()
  })

  test('has no copy button if albums are disabled', async () => {
    const { settle } = await renderPreview('p2', { search: '?PhotoManagementAlbumViewEnabled=false' })
    await settle()
    expect(screen.getByRole('button', { name: 'Download' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Copy to album' })).toBeNull()
  })

  test('opens the download dialog', async () => {
    const { settle, user } = await renderPreview('p2')
    await settle()
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await screen.findByRole('dialog')).toBeDefined()
  })
})

describe('failures', () => {
  test('a missing photo, or a photo of another customer, has only a button that leads back, and no actions', async () => {
    const { settle, router, user } = await renderPreview('gone', { from: 'address' })
    await settle()
    expect(screen.getByRole('heading', { name: 'Photo not found' })).toBeDefined()
    for (const name of ['Download', 'Delete', 'Information', 'Next photo']) {
      expect(screen.queryByRole('button', { name })).toBeNull()
    }
    await user.keyboard('{Delete}i')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to your photos' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
  })

  test('a failure is shown, and Retry sends the request again', async () => {
    const { fail, settle, user } = await renderPreview('p2', { from: 'address' })
    await fail('PreviewPageQuery', 'p2')
    expect(screen.getByRole('alert').textContent).toContain('Error: Your photo could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await settle()
    expect(shownName()).toBe('p2.jpg')
  })

  test('an unavailable service is shown as a failure, not as a missing photo', async () => {
    const { answer } = await renderPreview('p2', { from: 'address' })
    const errors = [{ message: 'The service is down', path: ['photo'], locations: [] }]
    await answer('PreviewPageQuery', 'p2', { data: { photo: null }, errors })
    expect(screen.getByRole('alert').textContent).toContain('Error: Your photo could not be loaded')
  })

  test('while the large picture cannot be loaded, the small picture is shown, with a retry', async () => {
    const { answer, fail, settle, user } = await renderPreview('p2', { from: 'address' })
    await answer('PreviewPageQuery', 'p2', { data: { photo: photoOf('p2') } })
    await fail('PhotoRenditionQuery', 'p2')
    expect(shownName()).toBe('p2.jpg')
    expect(screen.getByRole('alert').textContent).toContain('This photo can’t be enlarged right now')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await settle()
    expect(picture().getAttribute('src')).toBe('https://images.test/p2.1300.jpg')
  })

  test('when the browser is online again, the large picture is requested again automatically', async () => {
    const { answer, fail, settle } = await renderPreview('p2', { from: 'address' })
    await answer('PreviewPageQuery', 'p2', { data: { photo: photoOf('p2') } })
    await fail('PhotoRenditionQuery', 'p2')
    await act(async () => window.dispatchEvent(new Event('online')))
    await settle()
    expect(picture().getAttribute('src')).toBe('https://images.test/p2.1300.jpg')
  })

  test('a photo whose neighbours could not be loaded is shown without arrows until they are loaded', async () => {
    const { answer, settle, events } = await renderPreview('p2', { from: 'address' })
    await answer('PreviewPageQuery', 'p2', { data: { photo: photoOf('p2') } })
    const errors = [{ message: 'The service is down', path: ['viewer', 'library', 'neighbours'], locations: [] }]
    const viewer = { library: { id: 'library', neighbours: null } }
    await answer('libraryNeighboursQuery', 'p2', { data: { viewer }, errors })
    expect(shownName()).toBe('p2.jpg')
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull()
    await act(async () => events.announce())
    await settle()
    expect(screen.getByRole('button', { name: 'Next photo' })).toBeDefined()
  })
})
