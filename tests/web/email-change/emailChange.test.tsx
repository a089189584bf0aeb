import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { business } from '../invoices/invoiceKit.ts'
import { leave, openAt } from '../support/formPage.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'

beforeEach(() => openAt('/settings/email'))
afterEach(leave)

const address = 'anna@keepsake.example'
const pending = { email: 'nora@example.com', until: '2026-03-15T18:00:00Z' }
const viewer = (emailChange: object | null = null) => ({
  viewer: { __typename: 'Viewer', email: address, emailChange },
})

async function openPage(options: AppOptions & { emailChange?: object; path?: string } = {}) {
  const app = renderApp(options.path ?? '/settings/email', options)
  await app.answer('EmailChangePageQuery', viewer(options.emailChange))
  await screen.findByText(`Your e-mail address is ${address}.`, { exact: true })
  return app
}

async function request(app: Awaited<ReturnType<typeof openPage>>, email = 'nora@example.com') {
  await app.user.type(screen.getByLabelText('New e-mail address'), `${email}{Enter}`)
}

const operation = 'useRequestEmailChangeMutation'
const asField = () => screen.getByLabelText('New e-mail address')

describe('the page that changes the e-mail address', () => {
  test('is in the settings, at a different URL for each kind of account', async () => {
    const app = renderApp('/settings/b2b/email')
    await app.asked('EmailChangePageQuery')
    await expect.poll(() => app.router.state.location.pathname).toBe('/settings/email')
    app.unmount()
    const other = renderApp('/settings/email', { claims: business })
    await other.asked('EmailChangePageQuery')
    await expect.poll(() => other.router.state.location.pathname).toBe('/settings/b2b/email')
  })

  test('does not send an invalid address to the gateway, and keeps what was typed', async () => {
    const app = await openPage()
    await request(app, 'nora')
    const error = await screen.findByText('Enter an e-mail address such as name@example.com.', { exact: true })
    expect(asField().getAttribute('aria-describedby')).toBe(error.id)
    expect(document.activeElement).toBe(asField())
    expect(app.pending(operation)).toEqual([])
    await app.user.type(asField(), '@')
    expect(screen.queryByText('Enter an e-mail address such as name@example.com.')).toBeNull()
    expect(asField()).toHaveProperty('value', 'nora@')
  })

  test('shows the pending change after it was requested, and cancels it', async () => {
    const app = await openPage()
    await request(app)
    await app.answer(operation, {
      requestEmailChange: { __typename: 'RequestEmailChangeSuccess', email: pending.email },
    })
    await app.answer('EmailChangePageQuery', viewer(pending))
    expect(await screen.findByText(/^We’ve sent a link to nora@example\.com\. Open it by 15 Mar 2026, /)).toBeTruthy()
    expect(asField()).toHaveProperty('value', '')
    await app.user.click(screen.getByRole('button', { name: 'Cancel the change' }))
    await app.fail('useCancelEmailChangeMutation')
    expect((await screen.findByRole('alert')).textContent).toBe('The change could not be cancelled. Please try again.')
    await app.user.click(screen.getByRole('button', { name: 'Cancel the change' }))
    const done = { __typename: 'CancelEmailChangeSuccess', email: address }
    await app.answer('useCancelEmailChangeMutation', { cancelEmailChange: done })
    await app.answer('EmailChangePageQuery', viewer())
    const cancelled = await screen.findByText(`The change is cancelled. Your address stays ${address}.`, {
      exact: true,
    })
    // The button that had the focus has disappeared.
    await expect.poll(() => document.activeElement).toBe(cancelled)
    expect(screen.queryByText(/^We’ve sent a link/)).toBeNull()
  })

  test.each([
    [{ __typename: 'EmailInUse' }, 'Another account already has this e-mail address.'],
    [{ __typename: 'InvalidEmail', problem: 'NOT_VALID' }, 'Enter an e-mail address such as name@example.com.'],
    [{ __typename: 'InvalidEmail', problem: 'UNCHANGED' }, 'This is already your e-mail address.'],
    [{ __typename: 'MailRefused' }, 'The mail server of this address doesn’t accept our e-mail. Check the address.'],
    [{ __typename: 'TooManyEmailChanges', retryAt: null }, 'There were too many requests. Try again later.'],
    [
      { __typename: 'TooManyEmailChanges', retryAt: '2026-03-15T18:00:00Z' },
      /^There were too many requests\. Try again from 15 Mar 2026, /,
    ],
  ])('says why no link was sent: %j', async (result, text) => {
    const app = await openPage()
    await request(app)
    await app.answer(operation, { requestEmailChange: result })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(asField()).toHaveProperty('value', 'nora@example.com')
  })

  test('says that the address has not changed when the gateway fails', async () => {
    const app = await openPage()
    await request(app)
    await app.fail(operation)
    const text = 'We don’t know whether the link was sent. Your address hasn’t changed. Please try again.'
    expect(await screen.findByText(text, { exact: true })).toBeTruthy()
  })

  test('asks for the password again, and has what was typed when the customer comes back', async () => {
    const app = await openPage()
    const again = vi.spyOn(app.session.signIn, 'startAgain').mockRejectedValueOnce(new Error('down'))
    await request(app)
    await app.answer(operation, { requestEmailChange: { __typename: 'RecentSignInRequired' } })
    await app.user.click(await screen.findByRole('button', { name: 'Enter the password' }))
    const failure = 'The sign-in is not available at the moment. Please try again.'
    expect(await screen.findByText(failure, { exact: true })).toBeTruthy()
    again.mockReturnValueOnce(new Promise(() => undefined))
    await app.user.click(screen.getByRole('button', { name: 'Enter the password' }))
    expect(again).toHaveBeenCalledTimes(2)
    app.unmount()
    const back = await openPage()
    expect(asField()).toHaveProperty('value', 'nora@example.com')
    await back.user.type(asField(), '{Enter}')
    await back.answer(operation, { requestEmailChange: { __typename: 'EmailInUse' } })
    back.unmount()
    await openPage()
    expect(asField()).toHaveProperty('value', '')
  })
})

const path = '/change-email-confirmation?confirmation-token=abc'
const confirmation = 'useConfirmEmailChangeMutation'

async function openConfirmation(emailChange: object | null = { email: 'nora@example.com' }) {
  const app = renderApp(path)
  await app.answer('ConfirmEmailChangePageQuery', viewer(emailChange))
  await screen.findByRole('button', { name: 'Change the address' })
  return app
}

async function confirm(app: Awaited<ReturnType<typeof openConfirmation>>, result: object) {
  await app.user.click(screen.getByRole('button', { name: 'Change the address' }))
  await app.answer(confirmation, { confirmEmailChange: result })
}

describe('the page of the mailed link', () => {
  test('says what will change, and changes nothing before the button is pressed', async () => {
    const app = await openConfirmation()
    const text = /^The e-mail address of your account changes from anna@keepsake\.example to nora@example\.com\./
    expect(screen.getByText(text)).toBeTruthy()
    expect(app.pending(confirmation)).toEqual([])
    app.unmount()
    await openConfirmation(null)
    expect(screen.getByText(/changes to the address that this link was sent to\./)).toBeTruthy()
  })

  test('signs out and says so, even if another tab has signed out before the answer', async () => {
    const app = await openConfirmation()
    const left = vi.fn()
    const stop = app.session.signIn.onChangedElsewhere(left)
    await app.user.click(screen.getByRole('button', { name: 'Change the address' }))
    const [sent] = app.pending(confirmation)
    expect(sent?.request.variables).toEqual({ input: { token: 'abc', locale: 'en-GB' } })
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    await app.answer(confirmation, {
      confirmEmailChange: { __typename: 'ConfirmEmailChangeSuccess', isSignedOut: true },
    })
    expect(await screen.findByRole('heading', { level: 1, name: 'Your email was changed' })).toBeTruthy()
    expect(app.router.state.location.pathname).toBe('/change-email-success')
    expect(left).not.toHaveBeenCalled()
    expect(app.session.signIn.session()).toBeNull()
    stop()
  })

  test('forgets the tokens after the change', async () => {
    const app = await openConfirmation()
    await confirm(app, { __typename: 'ConfirmEmailChangeSuccess', isSignedOut: true })
    expect(await screen.findByText(/Sign in again with the new e-mail address\.$/)).toBeTruthy()
    expect(app.session.signIn.session()).toBeNull()
  })

  test.each([
    ['USED', /^This link has already been used/, 'Get a new link', '/settings/email'],
    ['EXPIRED', /^This link has expired/, 'Get a new link', '/settings/email'],
    ['UNKNOWN', /^We don’t recognise this link/, 'Get a new link', '/settings/email'],
    ['OTHER_ACCOUNT', /^This link was sent to another account/, 'Sign out', '/logout'],
    ['SOMETHING_NEW', /^Something went wrong with the e-mail change/, 'Try again', path],
  ])('leads to the error page if the link is refused: %s', async (problem, text, action, target) => {
    const app = await openConfirmation()
    await confirm(app, { __typename: 'MailedLinkRefused', problem })
    expect(await screen.findByRole('heading', { level: 1, name: 'Your email wasn’t changed' })).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(target)
    expect(screen.getByRole('link', { name: 'Contact customer care' })).toBeTruthy()
    expect(app.session.signIn.session()).not.toBeNull()
  })

  test.each([
    [{ __typename: 'EmailInUse' }, 'Another account already has this e-mail address.'],
    [{ __typename: 'TooManyEmailChanges' }, 'There were too many requests. Try again later.'],
  ])('leads to the error page for %j', async (result, text) => {
    await confirm(await openConfirmation(), result)
    expect(await screen.findByText(text, { exact: true })).toBeTruthy()
  })

  test('leads to the error page when the gateway fails; Try again leads back', async () => {
    const app = await openConfirmation()
    await app.user.click(screen.getByRole('button', { name: 'Change the address' }))
    await app.fail(confirmation)
    const text = 'Something went wrong with the e-mail change. Could you please try again?'
    expect(await screen.findByText(text, { exact: true })).toBeTruthy()
    await app.user.click(screen.getByRole('link', { name: 'Try again' }))
    expect(`${app.router.state.location.pathname}${app.router.state.location.search}`).toBe(path)
  })

  test('moves the focus to the notice about the password at each press of the button', async () => {
    const app = await openConfirmation()
    for (let press = 0; press < 2; press += 1) {
      await confirm(app, { __typename: 'RecentSignInRequired' })
      expect(document.activeElement).toBe(await screen.findByRole('alert'))
    }
  })

  test('asks for the password again if the sign-in has ended meanwhile', async () => {
    const app = await openConfirmation()
    const again = vi.spyOn(app.session.signIn, 'startAgain').mockReturnValue(new Promise(() => undefined))
    await confirm(app, { __typename: 'RecentSignInRequired' })
    await app.user.click(await screen.findByRole('button', { name: 'Enter the password' }))
    expect(again).toHaveBeenCalledOnce()
  })

  test('without a token says that the link is not known', async () => {
    renderApp('/change-email-confirmation')
    expect(await screen.findByText(/^We don’t recognise this link/)).toBeTruthy()
  })

  test('lets a visitor sign in first', async () => {
    const app = renderApp('/change-email-error')
    localStorage.clear()
    const start = vi.spyOn(app.session.signIn, 'start').mockReturnValue(new Promise(() => undefined))
    void app.router.navigate(path)
    await expect.poll(() => start.mock.calls).toEqual([[path]])
    expect(app.pending('ConfirmEmailChangePageQuery')).toEqual([])
  })
})

describe('the pages after a change', () => {
  test('work signed out, and do not sign out a visitor who opens them', async () => {
    const app = renderApp('/change-email-success')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your email was changed' })).toBeTruthy()
    expect(app.session.signIn.session()).not.toBeNull()
    app.unmount()
    const other = renderApp('/change-email-error?problem=USED')
    localStorage.clear()
    expect(await screen.findByText(/^This link has already been used/)).toBeTruthy()
    other.unmount()
    renderApp('/change-email-error?problem=%3Cscript%3E&confirmation-token=//evil.example')
    const link = await screen.findByRole('link', { name: 'Try again' })
    expect(link.getAttribute('href')).toBe('/change-email-confirmation?confirmation-token=%2F%2Fevil.example')
  })
})

const ended = (before: string) => ({
  accountEvents: { __typename: 'AccountEvent', cursor: before, change: { __typename: 'SessionsEnded', before } },
})

describe('events of the account', () => {
  test('sign out at once when all sign-ins were ended, but not a later sign-in', async () => {
    const signedIn = Date.parse('2026-03-15T10:00:00Z') / 1000
    const app = await openPage({ claims: { sub: 'account-1', email: address, auth_time: signedIn } })
    await app.send('AccountStreamSubscription', {
      accountEvents: { __typename: 'AccountEvent', cursor: 'start', change: null },
    })
    await app.send('AccountStreamSubscription', ended('2026-03-15T10:00:00.900Z'))
    await app.send('AccountStreamSubscription', {
      accountEvents: { __typename: 'AccountEvent', cursor: '2', change: { __typename: 'EmailChanged' } },
    })
    expect(app.router.state.location.pathname).toBe('/settings/email')
    await app.send('AccountStreamSubscription', ended('2026-03-15T10:00:01Z'))
    expect(await screen.findByText(/^You were signed out in this browser from another device/)).toBeTruthy()
    expect(app.session.signIn.session()).toBeNull()
    await act(async () => undefined)
  })
})
