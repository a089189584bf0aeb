import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const path = '/my-photos/photos/preview/p1'

describe('the preview of the timeline', () => {
  test('is shown without the normal layout', async () => {
    const app = renderApp(path)
    await app.asked('PreviewPageQuery', { id: 'p1' })
    expect(await screen.findByRole('button', { name: 'Back' })).toBeTruthy()
    expect(screen.queryByRole('banner')).toBeNull()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByText(/An unexpected error has occurred/)).toBeNull()
  })

  test('is switched off with the timeline: its URL redirects to the root', async () => {
    const { router, pending } = renderApp(path, { features: { PhotoManagementTimelineViewEnabled: false } })
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
    expect(pending('PreviewPageQuery')).toEqual([])
  })
})
