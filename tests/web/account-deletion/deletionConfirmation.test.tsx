import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { assign, installNavigation } from '../print-order/printKit.ts'
import { leave, openAt } from '../support/formPage.ts'
import { renderApp } from '../support/renderApp.tsx'

const path = '/delete-account-confirmation?confirmation-token=abc'
const query = 'ConfirmDeletionPageQuery'
const operation = 'useConfirmDeletionMutation'
const viewer = { viewer: { __typename: 'Viewer', email: 'anna@keepsake.example' } }
const deleted = { __typename: 'ConfirmAccountDeletionSuccess', deletesAt: '2026-03-29T10:00:00Z' }
const errorTitle = 'Your account couldn’t be deleted'
const failed = 'Something went wrong with the account deletion. Could you please try again?'

beforeEach(() => openAt(path))
afterEach(leave)

const button = () => screen.getByRole('button', { name: 'Delete my account' })

async function openPage() {
  const app = renderApp(path)
  await app.answer(query, viewer)
  await screen.findByRole('button', { name: 'Delete my account' })
  return app
}

type App = Awaited<ReturnType<typeof openPage>>

async function confirm(app: App, result: object) {
  await app.user.click(button())
  await app.answer(operation, { confirmAccountDeletion: result })
}

const addressOf = ({ router: { state } }: App) => `${state.location.pathname}${state.location.search}`

describe('the page of the mailed link', () => {
  test('says what will happen, and deletes nothing before its only button is pressed', async () => {
    const app = await openPage()
    expect(screen.getByRole('heading', { level: 1, name: 'Delete your account for good?' })).toBeTruthy()
    expect(
      screen.getByText(/^Your account anna@keepsake\.example will be deleted, and you’ll be signed out/),
    ).toBeTruthy()
    expect(within(screen.getByRole('main')).getAllByRole('button')).toEqual([button()])
    expect(screen.getByRole('link', { name: 'Keep my account' }).getAttribute('href')).toBe('/')
    expect(app.pending(operation)).toEqual([])
  })

  test('sends the token in its URL only once', async () => {
    const app = await openPage()
    await app.user.click(button())
    await app.user.click(button())
    expect(app.pending(operation).map(({ request: { variables } }) => variables)).toEqual([
      { input: { token: 'abc', locale: 'en-GB' } },
    ])
  })

  test('signs out and says so, even if another tab has signed out before the answer', async () => {
    const app = await openPage()
    const left = vi.fn()
    const stop = app.session.signIn.onChangedElsewhere(left)
    await app.user.click(button())
    localStorage.clear()
    dispatchEvent(new StorageEvent('storage', { key: null }))
    await app.answer(operation, { confirmAccountDeletion: deleted })
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Your account has been successfully deleted' }),
    ).toBeTruthy()
    expect(app.router.state.location.pathname).toBe('/account-deleted')
    expect(
      screen.getByText(/will be deleted on 29 March 2026\. Until then you can undo this by signing in\./),
    ).toBeTruthy()
    expect(left).not.toHaveBeenCalled()
    stop()
  })

  test('forgets the tokens after the deletion', async () => {
    const app = await openPage()
    expect(app.session.signIn.session()).not.toBeNull()
    await confirm(app, deleted)
    await screen.findByText(/will be deleted on 29 March 2026/)
    expect(app.session.signIn.session()).toBeNull()
  })

  test('names no day if the service reports none', async () => {
    await confirm(await openPage(), { ...deleted, deletesAt: null })
    expect(
      await screen.findByText(/You can undo this by signing in until the date that we give in an e-mail/),
    ).toBeTruthy()
  })

  test.each([
    ['USED', /^This link has already been used/, 'Get a new link', '/settings/delete-account'],
    ['EXPIRED', /^This link has expired/, 'Get a new link', '/settings/delete-account'],
    ['UNKNOWN', /^We don’t recognise this link/, 'Get a new link', '/settings/delete-account'],
    ['OTHER_ACCOUNT', /^This link was sent to another account/, 'Sign out', '/logout'],
    ['SOMETHING_NEW', failed, 'Try again', path],
  ])('leads to the error page if the link is refused: %s', async (problem, text, action, target) => {
    const app = await openPage()
    await confirm(app, { __typename: 'MailedLinkRefused', problem })
    expect(await screen.findByRole('heading', { level: 1, name: errorTitle })).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: action }).getAttribute('href')).toBe(target)
    expect(screen.getByRole('link', { name: 'Contact customer care' })).toBeTruthy()
    expect(app.session.signIn.session()).not.toBeNull()
  })

  test.each([
    [{ __typename: 'TooManyDeletionRequests' }, 'There were too many requests. Try again later.'],
    [{ __typename: 'SomethingNew' }, failed],
  ])('leads to the error page for %j, and back', async (result, text) => {
    const app = await openPage()
    await confirm(app, result)
    expect(await screen.findByText(text, { exact: true })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(path)
  })

  test('leads to the error page when the gateway fails; Try again leads back, and the deletion can then succeed', async () => {
    const app = await openPage()
    await app.user.click(button())
    await app.fail(operation)
    expect(await screen.findByText(failed, { exact: true })).toBeTruthy()
    expect(app.session.signIn.session()).not.toBeNull()
    await app.user.click(screen.getByRole('link', { name: 'Try again' }))
    expect(addressOf(app)).toBe(path)
    await app.answer(query, viewer)
    await screen.findByRole('button', { name: 'Delete my account' })
    await confirm(app, deleted)
    expect(await screen.findByText(/will be deleted on 29 March 2026/)).toBeTruthy()
  })

  test('asks for the password again if the service requires a recent sign-in', async () => {
    const app = await openPage()
    const again = vi.spyOn(app.session.signIn, 'startAgain').mockReturnValue(new Promise(() => undefined))
    await confirm(app, { __typename: 'RecentSignInRequired' })
    await app.user.click(await screen.findByRole('button', { name: 'Enter the password' }))
    expect(again).toHaveBeenCalledOnce()
    expect(addressOf(app)).toBe(path)
  })

  test('moves the focus to the notice about the password at each press of the button', async () => {
    const app = await openPage()
    for (let press = 0; press < 2; press += 1) {
      await confirm(app, { __typename: 'RecentSignInRequired' })
      expect(document.activeElement).toBe(await screen.findByRole('alert'))
    }
  })

  test.each(['', '?confirmation-token='])('without a token says that the link is not known: %j', async (search) => {
    const app = renderApp(`/delete-account-confirmation${search}`)
    expect(await screen.findByText(/^We don’t recognise this link/)).toBeTruthy()
    expect(app.pending(query)).toEqual([])
  })

  test('lets a visitor sign in first, and asks nothing before', async () => {
    const app = renderApp('/delete-account-error')
    localStorage.clear()
    const start = vi.spyOn(app.session.signIn, 'start').mockReturnValue(new Promise(() => undefined))
    void app.router.navigate(path)
    await expect.poll(() => start.mock.calls.length).toBe(1)
    expect(app.pending(query)).toEqual([])
  })
})

function openSignedOut(search = '') {
  const app = renderApp(`/account-deleted${search}`)
  localStorage.clear()
  return app
}

describe('the page after a deletion', () => {
  test('works signed out, and has the texts of the specification', async () => {
    openSignedOut()
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Your account has been successfully deleted' }),
    ).toBeTruthy()
    expect(screen.getByText(/All personal data, photos, projects and order history will be deleted\./)).toBeTruthy()
    expect(screen.getByText(/We only keep invoices, for as long as the law requires\.$/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View products' }).getAttribute('href')).toBe('/')
  })

  test('offers to create an account, and loads the client again for it', async () => {
    installNavigation()
    const app = openSignedOut()
    await app.user.click(await screen.findByRole('button', { name: 'Create an account' }))
    expect(assign.mock.calls).toEqual([['/']])
  })

  test('names no day if the one in its URL is not valid', async () => {
    openSignedOut('?until=%3Cscript%3E')
    expect(
      await screen.findByText(/You can undo this by signing in until the date that we give in an e-mail/),
    ).toBeTruthy()
  })

  test('does not sign out a visitor who opens it by its URL', async () => {
    const app = renderApp('/account-deleted')
    await screen.findByRole('button', { name: 'Create an account' })
    expect(app.session.signIn.session()).not.toBeNull()
  })
})

describe('the error page', () => {
  test('works signed out, with a message, a retry and customer care', async () => {
    renderApp('/delete-account-error')
    localStorage.clear()
    expect(await screen.findByRole('heading', { level: 1, name: errorTitle })).toBeTruthy()
    expect(screen.getByText(failed, { exact: true })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe('/settings/delete-account')
    expect(screen.getByRole('link', { name: 'Contact customer care' }).getAttribute('href')).toBe('/')
  })

  test('leads only to our own pages, whatever its URL says', async () => {
    renderApp('/delete-account-error?problem=%3Cscript%3E&confirmation-token=//evil.example')
    const link = await screen.findByRole('link', { name: 'Try again' })
    expect(link.getAttribute('href')).toBe('/delete-account-confirmation?confirmation-token=%2F%2Fevil.example')
  })
})
