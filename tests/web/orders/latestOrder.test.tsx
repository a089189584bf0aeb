import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ofFile } from '../support/ofFile.ts'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { buildOrder, buildParcel, code, ordersAnswer, sendOrderEvent } from './orderKit.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const name = 'Your latest order'

async function openOverview() {
  const app = renderApp('/')
  const photos = { edges: [{ node: photo('a') }] }
  const library = { id: 'library', photos, photosCount: 1, albumsCount: 0, sharedAlbumsCount: 0 }
  await app.answer('OverviewPageQuery', { viewer: { library } })
  await screen.findByRole('link', { name: ofFile('a.jpg') })
  return app
}

describe('the latest order in the overview', () => {
  test('has its state, its next date, and until when its address can be changed; it comes first from the second view on', async () => {
    // jsdom has no layout.
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(150)
    const until = new Date(Date.now() + 30 * 60_000 - 1_000).toISOString()
    const order = buildOrder({ canChangeAddress: { __typename: 'Availability', isAllowed: true, until } })
    const first = await openOverview()
    await first.answer('LatestOrderQuery', ordersAnswer([order]))
    const region = await screen.findByRole('region', { name })
    expect(region.textContent).toMatch(/^OrderedProduct 1Expected delivery: .*The address can be changed until/)
    expect(region.textContent).toContain('30 minutes left.')
    expect(within(region).getByRole('link', { name: 'Product 1' }).getAttribute('href')).toBe(`/orders/${code}`)
    const photos = screen.getByRole('heading', { name: 'Latest photos' })
    expect(photos.compareDocumentPosition(region)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    first.unmount()

    const second = await openOverview()
    const space = screen.getByRole('main').querySelector<HTMLElement>('h1 + div[style*=height]')
    expect(space?.style.height).toBe('150px')
    await second.answer('LatestOrderQuery', ordersAnswer([order]))
    const again = await screen.findByRole('region', { name })
    const photosAgain = screen.getByRole('heading', { name: 'Latest photos' })
    expect(photosAgain.compareDocumentPosition(again)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  })

  test('follows the events of orders, and disappears when it has arrived', async () => {
    const app = await openOverview()
    await app.answer('LatestOrderQuery', ordersAnswer([buildOrder()]))
    await screen.findByRole('region', { name })
    await sendOrderEvent(app, code)
    const arrived = buildOrder({ status: 'SENT', shipments: [buildParcel(1, { status: 'DELIVERED' })] })
    await app.answer('LatestOrderQuery', ordersAnswer([arrived]))
    expect(screen.queryByRole('region', { name })).toBeNull()
  })

  test.each([
    ['there is none', ordersAnswer([])],
    ['it was cancelled', ordersAnswer([buildOrder({ status: 'CANCELLED' })])],
  ])('is not shown, without an empty box, when %s', async (_, answer) => {
    const app = await openOverview()
    await app.answer('LatestOrderQuery', answer)
    expect(screen.queryByRole('region', { name })).toBeNull()
    expect(screen.getByRole('link', { name: ofFile('a.jpg') })).toBeTruthy()
  })

  test('is replaced by a message when it cannot be loaded; the retry asks again, and the photos stay', async () => {
    const app = await openOverview()
    await app.fail('LatestOrderQuery')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Unable to display orders.')
    const button = within(alert).getByRole('button', { name: 'Try again' })
    await app.user.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    await app.fail('LatestOrderQuery')
    expect(button.getAttribute('aria-busy')).toBeNull()
    await app.user.click(button)
    // The orders service may fail while the gateway works.
    await app.answer('LatestOrderQuery', { viewer: { __typename: 'Viewer', orders: null } })
    await app.user.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Try again' }))
    await app.answer('LatestOrderQuery', ordersAnswer([buildOrder()]))
    expect(await screen.findByRole('region', { name })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.getByRole('link', { name: ofFile('a.jpg') })).toBeTruthy()
  })

  test('that cannot be loaded keeps its place above the photos if the browser has shown an order before', async () => {
    const first = await openOverview()
    await first.answer('LatestOrderQuery', ordersAnswer([buildOrder()]))
    await screen.findByRole('region', { name })
    first.unmount()
    for (let view = 0; view < 2; view += 1) {
      const again = await openOverview()
      await again.answer('LatestOrderQuery', { viewer: { __typename: 'Viewer', orders: null } })
      const alert = await screen.findByRole('alert')
      const photos = screen.getByRole('heading', { name: 'Latest photos' })
      expect(photos.compareDocumentPosition(alert)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
      again.unmount()
    }
  })
})
