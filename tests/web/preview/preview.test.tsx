import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { previewPath, timelinePath } from '../../../web/shared/paths.ts'
import { answerFor, photoOf, renderPreview } from './renderPreview.tsx'

function shownName(): string | null {
  return within(screen.getByRole('figure')).getByText(/\.jpg$/).textContent
}

function picture(): Element {
  return document.querySelector('img[src*="1300"]') ?? document.body
}

describe('the full-screen view', () => {
  test('shows the photo with its name and when it was taken, by the clock of the place', async () => {
    const { answer } = await renderPreview('p2')
    await answer('p2')
    expect(shownName()).toBe('p2.jpg')
    expect(screen.getByText('Taken on 09 May 2024')).toBeDefined()
    expect(document.title).toBe('p2.jpg – Keepsake')
  })

  test('does not say when a photo was taken that only has the placeholder date', async () => {
    const { answer } = await renderPreview('p2')
    const payload = answerFor('p2')
    await answer('p2', { data: { ...payload.data, photo: { ...photoOf('p2'), dateTaken: '1970-01-01T00:00:00' } } })
    expect(shownName()).toBe('p2.jpg')
    expect(screen.queryByText(/Taken on/)).toBeNull()
  })

  test('has space for the photo before any picture of it is there', async () => {
    const { answer } = await renderPreview('p2')
    await answer('p2')
    const box = screen.getByRole('button', { name: 'Zoom p2.jpg' }).firstElementChild
    expect(box?.getAttribute('style')).toContain(`--ratio: ${4000 / 3000}`)
  })

  test('shows the rendition of 1300 pixels', async () => {
    const { answer } = await renderPreview('p2')
    await answer('p2')
    expect(document.querySelector('img[src="https://images.test/p2.1300.jpg"]')).not.toBeNull()
  })

  test('asks once for a new link when the picture does not come, then says so', async () => {
    const { answer, answerQuery } = await renderPreview('p2')
    await answer('p2')
    fireEvent.error(picture())
    const fresh = { ...photoOf('p2'), rendition: { url: 'https://images.test/fresh.1300.jpg' } }
    await answerQuery('PhotoRenditionQuery', 'p2', { data: { node: fresh } })
    expect(picture().getAttribute('src')).toBe('https://images.test/fresh.1300.jpg')
    fireEvent.error(picture())
    expect(screen.getByText('This photo cannot be shown larger right now')).toBeDefined()
  })

  test('tells screen readers what is shown', async () => {
    const { answer, user } = await renderPreview('p1')
    await answer('p1')
    expect(screen.getByText('p1.jpg, Taken on 09 May 2024')).toBeDefined()
    await answer('p2')
    await user.keyboard('{ArrowRight}')
    expect(await screen.findByText('p2.jpg, Taken on 09 May 2024')).toBeDefined()
  })

  test('begins with focus in it', async () => {
    await renderPreview('p2')
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })
})

describe('stepping', () => {
  test('by arrow keys; the address changes in place', async () => {
    const { answer, router, user } = await renderPreview('p2')
    await answer('p2')
    await answer('p3')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(shownName()).toBe('p3.jpg'))
    expect(router.state.location.pathname).toBe(previewPath('p3'))
    expect(router.state.historyAction).toBe('REPLACE')
    await user.keyboard('{ArrowLeft}')
    await waitFor(() => expect(shownName()).toBe('p2.jpg'))
  })

  test('by the buttons, which keep their focus and are not there at the ends', async () => {
    const { answer, user } = await renderPreview('p2')
    await answer('p2')
    await answer('p1')
    const previous = screen.getByRole('button', { name: 'Previous photo' })
    expect(screen.getByRole('button', { name: 'Next photo' })).toBeDefined()
    await user.click(previous)
    await waitFor(() => expect(shownName()).toBe('p1.jpg'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Previous photo' })).toBeNull())
    expect(screen.getByRole('button', { name: 'Next photo' })).toBeDefined()
  })

  test('shows a neighbour at once, since it was fetched before', async () => {
    const { answer, user } = await renderPreview('p1')
    await answer('p1')
    await answer('p2')
    await user.keyboard('{ArrowRight}')
    // Nothing was answered since: what is shown was there.
    await waitFor(() => expect(shownName()).toBe('p2.jpg'))
  })

  test('that comes before the neighbours are known is made up for', async () => {
    const { answer, user } = await renderPreview('p1', { from: 'address' })
    await user.keyboard('{ArrowRight}')
    await answer('p1')
    await answer('p2')
    await waitFor(() => expect(shownName()).toBe('p2.jpg'))
  })

  test('ends at the last photo', async () => {
    const { answer, router, user } = await renderPreview('p3')
    await answer('p3')
    await user.keyboard('{ArrowRight}')
    expect(router.state.location.pathname).toBe(previewPath('p3'))
  })

  test('is not meant by an arrow key with another key', async () => {
    const { answer, router, user } = await renderPreview('p2')
    await answer('p2')
    await user.keyboard('{Alt>}{ArrowRight}{/Alt}{Control>}{ArrowLeft}{/Control}{Shift>}{ArrowRight}{/Shift}')
    expect(router.state.location.pathname).toBe(previewPath('p2'))
  })
})

describe('closing', () => {
  test('by Escape goes back in the history, with focus on the tile', async () => {
    const { answer, router, user } = await renderPreview('p2')
    await answer('p2')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
    expect(router.state.historyAction).toBe('POP')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Tile' })))
  })

  test('after steps goes back to where it was opened, not to the photo before', async () => {
    const { answer, router, user } = await renderPreview('p2')
    await answer('p2')
    await answer('p3')
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(router.state.location.pathname).toBe(previewPath('p3')))
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
  })

  test('after a deep link goes to the timeline in place', async () => {
    const { answer, router, user } = await renderPreview('p2', { from: 'address' })
    await answer('p2')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
    expect(router.state.historyAction).toBe('REPLACE')
  })

  test('works while the photo is still on its way', async () => {
    const { router, user } = await renderPreview('p2', { from: 'address' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
  })
})

describe('what goes wrong', () => {
  test('a photo that is not there, or somebody else’s, has a way back and nothing to download', async () => {
    const { answer, router, user } = await renderPreview('gone', { from: 'address' })
    await answer('gone')
    expect(screen.getByRole('heading', { name: 'This photo is not here' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Back to your photos' }))
    await waitFor(() => expect(router.state.location.pathname).toBe(timelinePath))
  })

  test('a failure says so, and trying again asks anew', async () => {
    const { answer, fail, user } = await renderPreview('p2', { from: 'address' })
    await fail('p2')
    expect(screen.getByRole('alert').textContent).toContain('Error: Your photo could not be loaded')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await answer('p2')
    expect(shownName()).toBe('p2.jpg')
  })

  test('a service that is down is a failure, and not a photo that is missing', async () => {
    const { answer } = await renderPreview('p2', { from: 'address' })
    const errors = [{ message: 'The service is down', path: ['photo'], locations: [] }]
    await answer('p2', { data: { ...answerFor('gone').data }, errors })
    expect(screen.getByRole('alert').textContent).toContain('Error: Your photo could not be loaded')
  })

  test('without its neighbours the photo is shown alone', async () => {
    const { answer } = await renderPreview('p2', { from: 'address' })
    const viewer = { library: { id: 'library', neighbours: null } }
    const errors = [{ message: 'The service is down', path: ['viewer', 'library', 'neighbours'], locations: [] }]
    await answer('p2', { data: { ...answerFor('p2').data, viewer }, errors })
    expect(shownName()).toBe('p2.jpg')
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull()
  })
})
