import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { renderApp } from '../support/renderApp.tsx'

const address = '/settings/connected-apps'
const pageQuery = 'ConnectedAppsPageQuery'
const mutation = 'DisconnectAppDialogMutation'

afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
})

function app(number: number, own: Record<string, unknown> = {}) {
  return {
    __typename: 'ConnectedApp',
    id: `app-${number}`,
    name: `Frame ${number}`,
    homepage: null,
    scopes: ['PHOTOS_READ'],
    seesName: false,
    connectedAt: '2026-03-01T09:00:00Z',
    lastUsedAt: null,
    ...own,
  }
}

const viewer = (connectedApps: readonly object[] | null) => ({ viewer: { __typename: 'Viewer', connectedApps } })

async function open(apps: readonly object[] | null) {
  const page = renderApp(address)
  await page.answer(pageQuery, viewer(apps))
  await screen.findByText(/^(?:You have allowed these apps|No app is connected|Connected apps are not managed)/)
  return page
}

const messages = () => currentToasts().map(({ message }) => message)
const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)

/** Opens the dialog about an app. Returns what is in it. */
async function ask(page: Awaited<ReturnType<typeof open>>, name: string) {
  await page.user.click(screen.getByRole('button', { name: `Disconnect ${name}` }))
  return within(await screen.findByRole('alertdialog', { name: `Disconnect ${name}?` }))
}

describe('the connected apps', () => {
  test('are shown with what each may do, its dates and its homepage', async () => {
    const all = ['PHOTOS_READ', 'PHOTOS_WRITE', 'PHOTOS_DELETE', 'ORDERS_READ', 'ORDERS_WRITE', 'ACCOUNT', 'LATER']
    const frame = { scopes: all, homepage: 'https://frame.example/about', lastUsedAt: '2026-03-14T10:00:00Z' }
    await open([app(1, { ...frame, seesName: true }), app(2)])
    expect(headings()).toEqual(['Frame 1', 'Frame 2'])
    const permissions = screen
      .getAllByRole('list', { name: 'It may:' })
      .map((list) => within(list).getAllByRole('listitem'))
    expect(permissions.map((items) => items.map(({ textContent }) => textContent))).toEqual([
      [
        'see your name and your e-mail address',
        'see and download your photos and albums',
        'add photos and change your albums',
        'delete your photos and albums',
        'see your orders, invoices, vouchers and saved projects',
        'order products in your name, and change your orders and saved projects',
        'see and change your details, addresses and settings',
      ],
      ['see your e-mail address', 'see and download your photos and albums'],
    ])
    expect(screen.getByText('Connected 1 Mar 2026 · Last used 14 Mar 2026')).toBeDefined()
    expect(screen.getByText('Connected 1 Mar 2026 · Not used yet')).toBeDefined()
    const [link, ...others] = screen.getAllByRole('link', { name: /^More about/ })
    expect([link?.textContent, others]).toEqual([expect.stringContaining('More about Frame 1'), []])
    expect(['href', 'target', 'rel'].map((name) => link?.getAttribute(name))).toEqual([
      'https://frame.example/about',
      '_blank',
      'noreferrer',
    ])
  })

  test('if no app is connected, the page says what the list is for', async () => {
    await open([])
    expect(screen.getByRole('heading', { name: 'No app is connected to your account.' })).toBeDefined()
    expect(screen.getByText(/^If you allow an app/)).toBeDefined()
  })

  test('are not shown if the identity service does not list them', async () => {
    await open(null)
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull()
  })
})

describe('disconnecting an app', () => {
  test('needs a confirmation, which explains the consequences; the safe button has the focus', async () => {
    const page = await open([app(1)])
    const dialog = await ask(page, 'Frame 1')
    expect(
      dialog.getByText(
        'Frame 1 can then no longer use your account. It can take up to 10 minutes until its access has ended. What it has already received stays with it.',
      ),
    ).toBeDefined()
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toBe(document.activeElement))
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([headings(), page.pending(mutation)]).toEqual([['Frame 1'], []])
  })

  test.each(['DisconnectAppSuccess', 'ConnectedAppNotFound'])(
    'removes it only after the result %s, and focuses the next app',
    async (kind) => {
      const page = await open([app(1), app(2), app(3)])
      const dialog = await ask(page, 'Frame 2')
      await page.user.click(dialog.getByRole('button', { name: 'Disconnect' }))
      expect((await page.asked(mutation)).request.variables).toEqual({ input: { appId: 'app-2' } })
      expect([document.querySelectorAll('[data-app]').length, messages()]).toEqual([3, []])
      await page.answer(mutation, { disconnectApp: { __typename: kind } })
      await waitFor(() => expect(headings()).toEqual(['Frame 1', 'Frame 3']))
      expect(messages()).toEqual(['Frame 2 is disconnected.'])
      await waitFor(() => expect(document.activeElement?.textContent).toBe('Frame 3'))
    },
  )

  test('shows that no app is connected if it was the only one', async () => {
    const page = await open([app(1)])
    const dialog = await ask(page, 'Frame 1')
    await page.user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await page.answer(mutation, { disconnectApp: { __typename: 'DisconnectAppSuccess' } })
    expect(await screen.findByText('No app is connected to your account.')).toBeDefined()
    await waitFor(() => expect(document.activeElement?.id).toBe('main'))
  })

  test('keeps the app and the dialog after a failure, and can be tried again', async () => {
    const page = await open([app(1)])
    const dialog = await ask(page, 'Frame 1')
    await page.user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await page.fail(mutation)
    expect(await dialog.findByText('Frame 1 could not be disconnected. Please try again.')).toBeDefined()
    await page.user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await page.answer(mutation, { disconnectApp: { __typename: 'Later' } })
    expect(await dialog.findByText('Frame 1 could not be disconnected. Please try again.')).toBeDefined()
    expect([document.querySelectorAll('[data-app]').length, messages()]).toEqual([1, []])
    await page.user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await page.answer(mutation, { disconnectApp: { __typename: 'DisconnectAppSuccess' } })
    expect(await screen.findByText('No app is connected to your account.')).toBeDefined()
  })
})
