import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RawIntlProvider } from 'react-intl'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SessionContext } from '../../../web/app/sessionContext.ts'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { createRoutes } from '../../../web/routes.tsx'
import { configWith } from '../support/config.ts'
import { soon } from '../support/soon.ts'
import { testSession } from '../support/testSession.ts'
import { StorageServer } from '../upload/storageServer.ts'
import { photo } from '../upload/support.ts'

let server: StorageServer

beforeEach(async () => {
  server = await StorageServer.start()
  // Visitors have no token.
  server.tokens.add('')
})

afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  localStorage.clear()
  await server.stop()
})

/** Opens the page as a visitor, and records when the visitor leaves it to register or to sign in. */
async function openStart() {
  const config = { ...configWith(), uploadUrl: server.endpoint }
  const signIn = new SignIn(config)
  const register = vi.spyOn(signIn, 'startPrompt').mockReturnValue(new Promise(() => undefined))
  const start = vi.spyOn(signIn, 'start').mockReturnValue(new Promise(() => undefined))
  const session = testSession(signIn, undefined, config)
  const router = createMemoryRouter(createRoutes(session), { initialEntries: ['/start'] })
  render(
    <SessionContext value={session}>
      <RawIntlProvider value={session.intl}>
        <RouterProvider router={router} />
      </RawIntlProvider>
    </SessionContext>,
  )
  await screen.findByRole('heading', { name: 'Start with your photos' })
  return { user: userEvent.setup({ applyAccept: false }), register, start }
}

type Page = Awaited<ReturnType<typeof openStart>>

async function choose({ user }: Page, ...files: File[]): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
  if (!input) throw new Error('There is no file chooser')
  await user.upload(input, files)
}

const button = (name: string) => screen.getByRole('button', { name })
const status = (name: string) => screen.getByText(name, { selector: '[title]' }).closest('li')?.textContent

describe('the start page', () => {
  test('offers to register and to sign in, and both keep the uploads', async () => {
    const page = await openStart()
    await choose(page, photo('beach.jpg'))
    const kept =
      '1 photo is uploaded and kept until 2 January 2100 at 03:04. Create an account or sign in to add it to your library.'
    expect(await screen.findByText(kept)).toBeTruthy()
    await page.user.click(button('Create an account'))
    expect(page.register.mock.calls).toEqual([['create', '/my-photos/photos']])
    cleanup()
    const next = await openStart()
    expect(await screen.findByText(kept)).toBeTruthy()
    await next.user.click(button('Sign in'))
    expect(next.start.mock.calls).toEqual([['/my-photos/photos']])
    expect(localStorage.getItem('keepsake.receivedUploads')).toContain('beach.jpg')
  })

  test('says that nothing was added: only an account can add photos', async () => {
    const page = await openStart()
    await choose(page, photo('beach.jpg'))
    await vi.waitFor(() => expect(status('beach.jpg')).toContain('Uploaded'), soon)
    expect(document.body.textContent).not.toMatch(/\badded\b/i)
  })

  test('lets a visitor continue only when all photos are uploaded', async () => {
    const gate = Promise.withResolvers<void>()
    server.gate = gate.promise
    const page = await openStart()
    await choose(page, photo('beach.jpg'))
    expect(await screen.findByText('You can continue when all photos are uploaded.')).toBeTruthy()
    for (const name of ['Create an account', 'Sign in']) expect(button(name)).toHaveProperty('disabled', true)
    gate.resolve()
    await vi.waitFor(() => expect(button('Sign in')).toHaveProperty('disabled', false), soon)
  })

  test('shows the question about cookies again, so that a decision can be withdrawn', async () => {
    const { user } = await openStart()
    document.cookie = 'cookie-consent=01; path=/'
    const again = await screen.findByRole('button', { name: 'Cookies and privacy' })
    await vi.waitFor(async () => {
      await user.click(again)
      expect(screen.getByRole('region', { name: 'Cookies and privacy' })).toBeTruthy()
    }, soon)
    await user.click(button('Reject all'))
    expect(document.cookie).toContain('cookie-consent=00')
    expect(screen.queryByRole('region', { name: 'Cookies and privacy' })).toBeNull()
  })

  test('stays, with a message, when the sign-in cannot be reached', async () => {
    const page = await openStart()
    page.register.mockRejectedValueOnce(new Error('unavailable'))
    await page.user.click(button('Create an account'))
    expect((await screen.findByRole('alert')).textContent).toContain('Signing in is not possible right now.')
    await page.user.click(button('Sign in'))
    expect(screen.queryByText(/Signing in is not possible/)).toBeNull()
  })

  test('refuses files that are not photos, with the reason, and does not upload them', async () => {
    const page = await openStart()
    await choose(page, new File(['text'], 'notes.txt', { type: 'text/plain' }), photo('beach.jpg'))
    await vi.waitFor(() => expect(status('beach.jpg')).toContain('Uploaded'), soon)
    expect(status('notes.txt')).toContain('Only HEIC, JPEG and PNG photos can be added.')
    expect(server.requests('POST')).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /again/i })).toBeNull()
  })

  test('says that a photo above the limit for visitors needs a sign-in, and offers no retry', async () => {
    server.isFullForVisitors = true
    const page = await openStart()
    await choose(page, photo('beach.jpg'))
    await vi.waitFor(
      () =>
        expect(status('beach.jpg')).toContain('No more photos can be uploaded before you sign in. Sign in, then add'),
      soon,
    )
    expect(screen.queryByRole('button', { name: /again/i })).toBeNull()
    expect(button('Sign in')).toHaveProperty('disabled', false)
  })

  test('says that there is no space to continue an upload; when there is space again, a retry continues it', async () => {
    server.isFullForContinuing = true
    const page = await openStart()
    await choose(page, photo('beach.jpg'))
    await vi.waitFor(
      () => expect(status('beach.jpg')).toContain('No more photos can be uploaded before you sign in.'),
      soon,
    )
    expect(server.patches).toHaveLength(1)
    server.isFullForContinuing = false
    await page.user.click(button('Try beach.jpg again'))
    await vi.waitFor(() => expect(status('beach.jpg')).toContain('Uploaded'), soon)
    expect(server.requests('POST')).toHaveLength(1)
  })

  test('waits while the browser is offline, and then continues by itself', async () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const gate = Promise.withResolvers<void>()
    server.gate = gate.promise
    const page = await openStart()
    await choose(page, photo('beach.jpg'))
    expect(await screen.findAllByText('You’re offline. We’ll carry on when you’re back online.')).not.toEqual([])
    isOnline.mockReturnValue(true)
    gate.resolve()
    dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(status('beach.jpg')).toContain('Uploaded'), soon)
  })

  test('does not say that expired photos are kept, and forgets photos that the visitor removes', async () => {
    server.keptUntil = '2020-01-01T00:00:00.000Z'
    const before = await openStart()
    await choose(before, photo('beach.jpg'))
    await vi.waitFor(() => expect(localStorage.getItem('keepsake.receivedUploads')).toContain('beach.jpg'), soon)
    cleanup()
    const page = await openStart()
    expect(status('beach.jpg')).toContain('We no longer have this photo. Choose it again.')
    expect(screen.queryByText(/uploaded and kept/)).toBeNull()
    await page.user.click(button('Remove beach.jpg'))
    expect(localStorage.getItem('keepsake.receivedUploads')).toBeNull()
  })
})
