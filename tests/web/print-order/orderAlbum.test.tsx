import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { albumPath } from '../../../web/shared/paths.ts'
import { openAlbum, photosAnswer } from '../album/albumKit.ts'
import { photosFrom } from '../support/photos.ts'
import { assign, cleanUp, hidePage, hurry, installNavigation, next, selectionAnswer } from './printKit.ts'
import { ofFile } from '../support/ofFile.ts'

beforeEach(installNavigation)
afterEach(cleanUp)

type App = Awaited<ReturnType<typeof openAlbum>>

const orderButton = () => screen.queryByRole('button', { name: 'Order photo prints' })
const urlOf = ({ router }: App) => router.state.location.pathname + router.state.location.search

describe('ordering prints of an album', () => {
  test('selects all photos of the album, and transfers them in the order of the album', async () => {
    hurry()
    const app = await openAlbum()
    await app.user.click(await screen.findByRole('button', { name: 'Order photo prints' }))
    expect(urlOf(app)).toBe(`${albumPath('norway')}?order=prints`)
    await app.user.click(await next(3))
    const { node } = photosAnswer(photosFrom(0, 3))
    await app.answer('collectSelectedQuery', { node })
    const { request } = await app.asked('usePrintOrderMutation')
    expect(request.variables).toEqual({ input: { photoIds: ['photo-0', 'photo-1', 'photo-2'] } })
    await app.answer('usePrintOrderMutation', selectionAnswer())
    await waitFor(() => expect(assign).toHaveBeenCalledTimes(1))
  })

  test('starts when the URL says ?order=prints; after a reload, deselected photos stay deselected', async () => {
    const first = await openAlbum({ search: '?order=prints' })
    await next(3)
    // The only Add button left is in the header of the page, which the bar covers. The grid has no Add tile.
    expect(screen.getAllByRole('button', { name: 'Add photos' })).toHaveLength(1)
    await first.user.click(screen.getByRole('checkbox', { name: ofFile('photo-1.jpg') }))
    await next(2)
    await hidePage()
    first.unmount()
    await openAlbum({ search: '?order=prints' })
    await next(2)
    expect(screen.getByRole('checkbox', { name: ofFile('photo-1.jpg') }).getAttribute('aria-checked')).toBe('false')
  })

  test('keeps the photos that were already selected, and selects no others', async () => {
    const app = await openAlbum()
    await app.user.click(screen.getByRole('button', { name: 'Select' }))
    await app.user.click(screen.getByRole('checkbox', { name: ofFile('photo-1.jpg') }))
    await app.user.click(await screen.findByRole('button', { name: 'Order photo prints' }))
    expect(await next(1)).toHaveProperty('disabled', false)
  })

  test('shows the limit for an album of more than 1,000 photos', async () => {
    await openAlbum({ search: '?order=prints', count: 1_001 })
    expect(await next('1,001')).toHaveProperty('disabled', true)
    expect(screen.getByText('Up to 1,000 photos can be ordered at a time')).toBeTruthy()
  })

  test('ends with Cancel, which also changes the address', async () => {
    const app = await openAlbum({ search: '?order=prints' })
    await next(3)
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(urlOf(app)).toBe(albumPath('norway')))
    expect(screen.queryByRole('checkbox', { name: ofFile('photo-0.jpg') })).toBeNull()
  })

  test.each([
    ['an empty album', { count: 0 }],
    ['a stripped page', { search: '?stripped' }],
  ])('is not offered for %s', async (_, options) => {
    await openAlbum(options)
    expect(within(screen.getByRole('main')).getAllByRole('button', { name: 'Add photos' }).length).toBeGreaterThan(0)
    expect(orderButton()).toBeNull()
  })

  test('asks before photos that cannot be printed are left out, even when the order is started from the toolbar', async () => {
    hurry()
    const app = await openAlbum()
    await app.user.click(screen.getByRole('button', { name: 'Select' }))
    await app.user.click(screen.getByRole('checkbox', { name: ofFile('photo-1.jpg') }))
    await app.user.click(await screen.findByRole('button', { name: 'Order prints' }))
    await app.answer('usePrintOrderMutation', selectionAnswer('selection-1', ['photo-1']))
    expect(await screen.findByRole('dialog', { name: '1 photo cannot be printed' })).toBeTruthy()
  })
})
