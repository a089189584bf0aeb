import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { renderApp } from '../support/renderApp.tsx'

const pageQuery = 'SignInSecurityPageQuery'

afterEach(() => {
  sessionStorage.clear()
  for (const { id } of currentToasts()) closeToast(id)
})

function session(number: number, own: Record<string, unknown> = {}) {
  return {
    __typename: 'Session',
    id: `session-${number}`,
    browser: 'Firefox',
    system: `System ${number}`,
    isCurrent: false,
    isSameNetwork: null,
    signedInAt: '2026-03-01T09:00:00Z',
    lastSeenAt: '2026-03-14T10:00:00Z',
    ...own,
  }
}

const current = session(1, { isCurrent: true, isSameNetwork: true })
const passkey = {
  __typename: 'Passkey',
  id: 'passkey-1',
  name: 'Laptop',
  createdAt: '2026-03-01T09:00:00Z',
  lastUsedAt: null,
}

async function open(
  sessions: readonly object[] | null,
  passkeys: readonly object[] | null,
  passwordState: object | null = null,
) {
  const app = renderApp('/settings/sign-in')
  await app.answer(pageQuery, { viewer: { __typename: 'Viewer', sessions, passkeys, passwordState } })
  await screen.findAllByText(/^(?:Where you are signed in|Your sign-in is not managed here\.)$/)
  return app
}

const passwordState = (changedAt: string | null) => ({ __typename: 'PasswordState', changedAt })
const [march, april] = ['2026-03-01T09:00:00Z', '2026-04-02T09:00:00Z']

/** Goes to the page that changes the password, and comes back as after a redirect. */
async function leaveAndReturn(before: string | null, after: string | null) {
  const left = await open([current], [], passwordState(before))
  const start = vi.spyOn(left.session.signIn, 'startPrompt').mockReturnValue(new Promise(() => undefined))
  await left.user.click(screen.getByRole('button', { name: 'Change the password' }))
  expect(start.mock.calls).toEqual([['password']])
  left.unmount()
  return open([current], [], passwordState(after))
}

const messages = () => currentToasts().map(({ message }) => message)
const rows = () =>
  within(screen.getByRole('list', { name: 'Where you are signed in' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the sessions', () => {
  test('show this browser first, without a button, and the others with their device and network', async () => {
    const phone = { browser: 'Safari', system: 'iOS', isSameNetwork: false }
    await open([session(2, phone), current, session(3, { browser: null, system: null })], [])
    expect(rows()).toHaveLength(3)
    expect(rows()[0]).toContain('Firefox on System 1This browser')
    expect(rows()[1]).toContain('Safari on iOS')
    expect(rows()[1]).toContain('A different network from this browser')
    expect(rows()[2]).toContain('Unknown device')
    expect(screen.queryByRole('button', { name: 'Sign out: Firefox on System 1' })).toBeNull()
  })

  test.each(['EndSessionSuccess', 'SessionNotFound'])('a session leaves the list after the result %s', async (kind) => {
    const app = await open([current, session(2)], [])
    await app.user.click(screen.getByRole('button', { name: 'Sign out: Firefox on System 2' }))
    expect((await app.asked('useEndSessionMutation')).request.variables).toEqual({ input: { sessionId: 'session-2' } })
    await app.answer('useEndSessionMutation', { endSession: { __typename: kind } })
    expect(rows()).toHaveLength(1)
    expect(messages()).toEqual(['Firefox on System 2 is signed out.'])
    expect(document.activeElement?.textContent).toBe('Where you are signed in')
    expect(screen.getByText('You are signed in only in this browser.')).toBeDefined()
  })

  test('a session stays in the list after an unknown result, with an error', async () => {
    const app = await open([current, session(2)], [])
    await app.user.click(screen.getByRole('button', { name: 'Sign out: Firefox on System 2' }))
    await app.answer('useEndSessionMutation', { endSession: { __typename: 'Later' } })
    expect(rows()).toHaveLength(2)
    expect(messages()).toEqual(['Firefox on System 2 could not be signed out. Please try again.'])
  })

  test('all other sessions end after a confirmation, whose safe button has the focus', async () => {
    const app = await open([current, session(2), session(3)], [])
    await app.user.click(screen.getByRole('button', { name: 'Sign out all others' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Sign out all other browsers?' }))
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Cancel' })).toBe(document.activeElement))
    await app.user.click(dialog.getByRole('button', { name: 'Sign out all others' }))
    const viewer = { __typename: 'Viewer', sessions: [current] }
    await app.answer('EndOtherSessionsDialogMutation', {
      endOtherSessions: { __typename: 'EndOtherSessionsSuccess', endedCount: 2, viewer },
    })
    expect(messages()).toEqual(['2 other browsers are signed out.'])
    expect(screen.queryByRole('button', { name: 'Sign out all others' })).toBeNull()
  })
})

describe('the password', () => {
  test('shows when it was last changed, if that is known', async () => {
    const app = await open([current], [], passwordState(march))
    const section = within(screen.getByRole('region', { name: 'Password' }))
    expect(section.getByText('Last changed 1 Mar 2026')).toBeDefined()
    app.unmount()
    await open([current], [], passwordState(null))
    expect(within(screen.getByRole('region', { name: 'Password' })).queryByText(/^Last changed/)).toBeNull()
  })

  test.each([
    [null, march],
    [march, april],
  ])('says once that it was changed: before %s, after %s', async (before, after) => {
    const app = await leaveAndReturn(before, after)
    const done = 'Your password was changed. All other browsers are signed out.'
    await expect.poll(messages).toEqual([done])
    app.unmount()
    await open([current], [], passwordState(after))
    expect(messages()).toEqual([done])
  })

  test.each([null, march])('shows no message if the password is unchanged: last changed %s', async (changedAt) => {
    await leaveAndReturn(changedAt, changedAt)
    expect(messages()).toEqual([])
    expect(sessionStorage.length).toBe(0)
  })

  test('says so if its page cannot be opened', async () => {
    const app = await open([current], [], passwordState(march))
    vi.spyOn(app.session.signIn, 'startPrompt').mockRejectedValue(new Error('unavailable'))
    await app.user.click(screen.getByRole('button', { name: 'Change the password' }))
    await expect.poll(messages).toEqual(['The page to change the password could not be opened. Please try again.'])
    expect(sessionStorage.length).toBe(0)
  })
})

describe('the passkeys', () => {
  test('a new name is checked before it is sent, and shown after the change', async () => {
    const app = await open([current], [passkey])
    await app.user.click(screen.getByRole('button', { name: 'Rename the passkey Laptop' }))
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await app.user.clear(field)
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Enter a name of at most 60 characters.')).toBeDefined()
    await app.user.type(field, 'Desk')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await app.answer('RenamePasskeyDialogMutation', {
      renamePasskey: { __typename: 'RenamePasskeySuccess', passkey: { ...passkey, name: 'Desk' } },
    })
    expect(await screen.findByText('Desk')).toBeDefined()
  })

  test.each([
    ['InvalidPasskeyName', 'Enter a name of at most 60 characters.'],
    ['PasskeyNotFound', 'This passkey no longer exists.'],
    ['Later', 'The passkey could not be renamed. Please try again.'],
  ])('the dialog stays open after the result %s', async (kind, message) => {
    const app = await open([current], [passkey])
    await app.user.click(screen.getByRole('button', { name: 'Rename the passkey Laptop' }))
    await app.user.type(await screen.findByRole('textbox', { name: 'Name' }), '!')
    await app.user.click(screen.getByRole('button', { name: 'Save' }))
    await app.answer('RenamePasskeyDialogMutation', { renamePasskey: { __typename: kind } })
    expect(await screen.findByText(message)).toBeDefined()
  })

  test.each(['RemovePasskeySuccess', 'PasskeyNotFound'])('one leaves the list after the result %s', async (kind) => {
    const app = await open([current], [passkey])
    await app.user.click(screen.getByRole('button', { name: 'Remove the passkey Laptop' }))
    await app.user.click(await screen.findByRole('button', { name: 'Remove' }))
    await app.answer('RemovePasskeyDialogMutation', { removePasskey: { __typename: kind } })
    expect(await screen.findByText('You have no passkey yet.')).toBeDefined()
    expect(messages()).toEqual(['The passkey Laptop was removed.'])
  })

  test('removing one asks for the password again if the sign-in is too old', async () => {
    const app = await open([current], [passkey])
    await app.user.click(screen.getByRole('button', { name: 'Remove the passkey Laptop' }))
    await app.user.click(await screen.findByRole('button', { name: 'Remove' }))
    await app.answer('RemovePasskeyDialogMutation', { removePasskey: { __typename: 'RecentSignInRequired' } })
    expect(await screen.findByRole('button', { name: 'Enter the password' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
  })
})

test('a part that the identity service does not have is left out', async () => {
  await open([current], null)
  expect(screen.getByRole('heading', { name: 'Where you are signed in' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Passkeys' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Password' })).toBeNull()
})

test('the page says so if the identity service has neither sessions nor passkeys', async () => {
  await open(null, null)
  expect(screen.getByText('Your sign-in is not managed here.')).toBeDefined()
})
