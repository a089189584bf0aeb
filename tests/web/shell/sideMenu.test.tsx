import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

async function sideMenu(features: Record<string, boolean>) {
  renderApp('/no/such/page', { features })
  await screen.findByRole('heading', { name: 'This page does not exist' })
  return within(screen.getByRole('navigation', { name: 'My account' }))
}

test('Photos and Albums are below My photos', async () => {
  const menu = await sideMenu({
    PhotoManagementTimelineViewEnabled: true,
    PhotoManagementAlbumViewEnabled: true,
  })
  const links = within(menu.getByRole('list', { name: 'My photos' })).getAllByRole('link')
  expect(links.map((link) => link.textContent)).toEqual(['Photos', 'Albums'])
  expect(menu.getByText('My photos')).toBeTruthy()
})

test('without the timeline, My photos is omitted', async () => {
  const menu = await sideMenu({ PhotoManagementTimelineViewEnabled: false })
  expect(menu.getByRole('link', { name: 'My account overview' })).toBeTruthy()
  expect(menu.queryByText('My photos')).toBeNull()
})
