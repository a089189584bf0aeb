import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { business } from '../invoices/invoiceKit.ts'
import {
  buildBusiness,
  buildCustomer,
  cleanUp,
  failCustomer,
  viewerWith,
  watchSignOut,
} from '../settings/settingsKit.ts'
import { renderApp } from '../support/renderApp.tsx'

afterEach(cleanUp)

const query = 'AccountWatchQuery'
const missing = 'Missing account details, please complete additional details'
const banner = () => screen.queryByText(/^(Missing account details|Pending account validation|Blocked account)/)

/** Opens a page that asks for nothing itself. */
const openShell = (claims: Record<string, unknown> = business) => renderApp('/no/such/page', { claims })

describe('the banner of a business account', () => {
  test.each([
    ['DEFAULT', missing, '/settings/b2b'],
    ['NEW', 'Pending account validation', null],
    ['BLOCKED', 'Blocked account, please contact customer care', '/'],
  ])('says that the account is %s', async (status, text, href) => {
    const app = openShell()
    await app.answer(query, viewerWith(buildCustomer({ business: buildBusiness({ status }) })))
    const found = await screen.findByText((_, element) => element?.getAttribute('data-status') === status)
    expect(found.textContent).toContain(text)
    expect(within(found).queryByRole('link')?.getAttribute('href') ?? null).toBe(href)
  })

  test('has no link on the page that it leads to', async () => {
    const app = renderApp('/settings/b2b', { claims: business })
    await app.answer(query, viewerWith(buildCustomer({ business: buildBusiness({ status: 'DEFAULT' }) })))
    const found = await screen.findByText((_, element) => element?.getAttribute('data-status') === 'DEFAULT')
    expect(found.textContent.trim()).toBe(missing)
    expect(within(found).queryByRole('link')).toBeNull()
  })

  test('is not shown for a validated account, nor for a private one', async () => {
    const app = openShell()
    await app.answer(query, viewerWith(buildCustomer({ business: buildBusiness() })))
    expect(banner()).toBeNull()
    app.unmount()
    const own = renderApp('/no/such/page')
    await own.answer(query, viewerWith(buildCustomer()))
    expect(banner()).toBeNull()
  })

  test('is there at the first render of the next visit, for this account only, until its status has changed', async () => {
    const app = openShell()
    await app.answer(query, viewerWith(buildCustomer({ business: buildBusiness({ status: 'NEW' }) })))
    await expect.poll(banner).not.toBeNull()
    app.unmount()
    const other = openShell({ ...business, sub: 'account-2' })
    await other.asked(query)
    expect(banner()).toBeNull()
    other.unmount()
    const next = openShell()
    await next.asked(query)
    expect(banner()).not.toBeNull()
    await next.answer(query, viewerWith(buildCustomer({ business: buildBusiness() })))
    await expect.poll(banner).toBeNull()
  })

  test('stays as it is while the service fails', async () => {
    const app = openShell()
    await app.answer(query, viewerWith(buildCustomer({ business: buildBusiness({ status: 'NEW' }) })))
    await expect.poll(banner).not.toBeNull()
    app.unmount()
    const next = openShell()
    // With `isWhole`, the network keeps the failure out of the store, because pages show the same field from the store.
    expect((await next.asked(query)).request.cacheConfig?.metadata).toEqual({ isWhole: true })
    await failCustomer(next, query)
    expect(banner()).not.toBeNull()
    expect(next.router.state.location.pathname).toBe('/no/such/page')
  })
})

test('an account that is deleted or marked for deletion is signed out, whatever page is open', async () => {
  const app = openShell()
  const path = watchSignOut(app)
  await app.answer(query, viewerWith(null))
  await expect.poll(path).toBe('/logout')
})
