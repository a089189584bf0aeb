import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildCustomer, viewerWith } from '../settings/settingsKit.ts'
import { leave, openAt } from '../support/formPage.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'

const path = '/settings/delete-account'
const query = 'AccountDeletionPageQuery'
const operation = 'useRequestDeletionMutation'
const facts = {
  __typename: 'AccountDeletion',
  graceDays: 14,
  photosCount: 1200,
  albumsCount: 1,
  sharedAlbumsCount: 2,
  projectsCount: 1,
  openOrdersCount: 1,
  keptInvoices: { __typename: 'KeptInvoices', count: 3, until: '2033-12-31' },
}

beforeEach(() => openAt(path))
afterEach(leave)

async function openPage(own: object | null = {}, options: AppOptions = {}) {
  const app = renderApp(path, options)
  const accountDeletion = own && { ...facts, ...own }
  await app.answer(query, { viewer: { __typename: 'Viewer', email: 'anna@keepsake.example', accountDeletion } })
  await screen.findByRole('button', { name: 'Delete account' })
  return app
}

type App = Awaited<ReturnType<typeof openPage>>

const asField = () => screen.getByLabelText('Type DELETE to confirm')
const request = (app: App, word = 'DELETE') => app.user.type(asField(), `${word}{Enter}`)
const refuse = (app: App, result: object) => app.answer(operation, { requestAccountDeletion: result })
const textsOf = (heading: string) => {
  const section = screen.getByRole('heading', { level: 2, name: heading }).closest('section')
  if (!section) throw new Error(`"${heading}" is in no section`)
  return [...section.querySelectorAll('li, p')].map(({ textContent }) => textContent)
}

describe('the page that deletes the account', () => {
  test('is linked from the settings', async () => {
    const app = renderApp('/settings')
    await app.answer('SettingsPageQuery', viewerWith(buildCustomer()))
    expect((await screen.findByRole('link', { name: /^Delete account/ })).getAttribute('href')).toBe(path)
  })

  test('says what is deleted, what stays and until when, and for how long it can be undone', async () => {
    await openPage()
    expect(screen.getByRole('heading', { level: 1, name: 'Delete account' })).toBeTruthy()
    expect(textsOf('This will be deleted')).toEqual([
      '1,200 photos',
      '1 album, also for the people you share with',
      '2 albums of others, which you leave with your photos',
      '1 project',
      'your orders, addresses and vouchers',
      '1 order is being made and will be completed first.',
    ])
    expect(textsOf('This will be kept')).toEqual(['3 invoices, until 31 December 2033. The law requires it.'])
    const undo =
      'First we e-mail you a link to confirm this. After that, you can undo it for 14 days: just sign in again.'
    expect(screen.getByText(undo, { exact: true })).toBeTruthy()
  })

  test('does not mention what the account does not have', async () => {
    await openPage({ photosCount: 0, albumsCount: 0, sharedAlbumsCount: 0, projectsCount: 0, openOrdersCount: 0 })
    expect(textsOf('This will be deleted')).toEqual(['your orders, addresses and vouchers'])
  })

  test('without invoices and open orders, says that nothing is kept, and does not mention open orders', async () => {
    await openPage({ keptInvoices: { __typename: 'KeptInvoices', count: 0, until: null }, openOrdersCount: 0 })
    expect(textsOf('This will be kept')).toEqual(['Nothing from your account.'])
    expect(textsOf('This will be deleted').at(-1)).toBe('your orders, addresses and vouchers')
  })

  test.each(['photosCount', 'albumsCount', 'sharedAlbumsCount', 'projectsCount', 'openOrdersCount'])(
    'does not show a number that is unknown, and says so once: %s',
    async (name) => {
      await openPage({ [name]: null })
      const unknown = 'We couldn’t load this right now.'
      expect(textsOf('This will be deleted').filter((text) => text === unknown)).toHaveLength(1)
      expect(textsOf('This will be deleted')).toHaveLength(6)
      expect(screen.queryByText(/null|NaN/)).toBeNull()
    },
  )

  test('does not say that nothing stays if the invoices are unknown', async () => {
    await openPage({ keptInvoices: null })
    expect(textsOf('This will be kept')).toEqual(['We couldn’t load this right now.'])
  })

  test('can be used if the service reports nothing about the deletion', async () => {
    const app = await openPage(null)
    expect(screen.queryByRole('heading', { name: 'This will be deleted' })).toBeNull()
    await request(app)
    expect(app.pending(operation)).toHaveLength(1)
  })

  test('offers an export first, unless the brand has none', async () => {
    const app = await openPage()
    const offer = screen.getByText(/^Keep your photos first: an export has all of them/)
    const lost = screen.getByRole('heading', { name: 'This will be deleted' })
    expect(offer.compareDocumentPosition(lost)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await app.user.click(screen.getByRole('button', { name: 'Export photos' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
    app.unmount()
    await openPage({}, { channel: 'p' })
    expect(screen.queryByRole('button', { name: 'Export photos' })).toBeNull()
  })

  test.each(['delete', 'DELETE ', ''])('does not ask the gateway while the word is %j', async (word) => {
    const app = await openPage()
    if (word !== '') await app.user.type(asField(), word)
    await app.user.click(screen.getByRole('button', { name: 'Delete account' }))
    const text = 'This is not DELETE. Type it exactly like that, in capital letters.'
    const error = await screen.findByText(text, { exact: true })
    expect(asField().getAttribute('aria-describedby')).toBe(error.id)
    expect(document.activeElement).toBe(asField())
    expect(app.pending(operation)).toEqual([])
    await app.user.type(asField(), 'X')
    expect(screen.queryByText(text)).toBeNull()
  })

  test('sends one request, and moves the focus to the message about the mailed link', async () => {
    const app = await openPage()
    await request(app)
    await app.user.type(asField(), '{Enter}')
    expect(app.pending(operation).map(({ request: { variables } }) => variables)).toEqual([
      { input: { locale: 'en-GB' } },
    ])
    await refuse(app, { __typename: 'RequestAccountDeletionSuccess', email: 'anna@keepsake.example' })
    const heading = await screen.findByRole('heading', { level: 2, name: 'Check your e-mail' })
    expect(document.activeElement).toBe(heading)
    const text =
      'We’ve sent a link to anna@keepsake.example. Open it within 8 hours to confirm. Nothing is deleted yet.'
    expect(screen.getByText(text, { exact: true })).toBeTruthy()
    expect(screen.queryByLabelText('Type DELETE to confirm')).toBeNull()
    expect(app.session.signIn.session()).not.toBeNull()
  })

  test.each([
    [{ __typename: 'MailRefused' }, 'The mail server of this address doesn’t accept our e-mail. Check the address.'],
    [{ __typename: 'TooManyDeletionRequests', retryAt: null }, 'There were too many requests. Try again later.'],
    [
      { __typename: 'TooManyDeletionRequests', retryAt: '2026-03-15T18:00:00Z' },
      /^There were too many requests\. Try again from 15 Mar 2026, /,
    ],
    [{ __typename: 'SomethingNew' }, 'Something went wrong with the account deletion. Could you please try again?'],
  ])('says why no link was sent: %j', async (result, text) => {
    const app = await openPage()
    await request(app)
    await refuse(app, result)
    expect(await screen.findByText(text)).toBeTruthy()
    expect(asField()).toHaveProperty('value', 'DELETE')
    expect(screen.queryByText('Check your e-mail')).toBeNull()
  })

  test('can be tried again after a failure', async () => {
    const app = await openPage()
    await request(app)
    await app.fail(operation)
    const text = 'Something went wrong with the account deletion. Could you please try again?'
    expect(await screen.findByText(text, { exact: true })).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Delete account' }))
    await refuse(app, { __typename: 'RequestAccountDeletionSuccess', email: 'anna@keepsake.example' })
    expect(await screen.findByText('Check your e-mail', { exact: true })).toBeTruthy()
  })

  test('asks for the password again, and has what was typed when the customer comes back', async () => {
    const app = await openPage()
    const again = vi.spyOn(app.session.signIn, 'startAgain').mockReturnValue(new Promise(() => undefined))
    await request(app)
    await refuse(app, { __typename: 'RecentSignInRequired' })
    await app.user.click(await screen.findByRole('button', { name: 'Enter the password' }))
    expect(again).toHaveBeenCalledOnce()
    app.unmount()
    const back = await openPage()
    expect(asField()).toHaveProperty('value', 'DELETE')
    expect(back.pending(operation)).toEqual([])
    await back.user.type(asField(), '{Enter}')
    expect(back.pending(operation)).toHaveLength(1)
    back.unmount()
    await openPage()
    expect(asField()).toHaveProperty('value', '')
  })

  test('moves the focus to the notice about the password at each press of the button', async () => {
    const app = await openPage()
    await request(app)
    await refuse(app, { __typename: 'RecentSignInRequired' })
    expect(document.activeElement).toBe(await screen.findByRole('alert'))
    await app.user.click(screen.getByRole('button', { name: 'Delete account' }))
    await refuse(app, { __typename: 'RecentSignInRequired' })
    expect(document.activeElement).toBe(await screen.findByRole('alert'))
  })

  test('says that it could not be loaded, with a retry', async () => {
    const app = renderApp(path)
    await app.fail(query)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('An error occurred loading your settings')
    await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await app.answer(query, {
      viewer: { __typename: 'Viewer', email: 'anna@keepsake.example', accountDeletion: facts },
    })
    expect(await screen.findByRole('heading', { name: 'This will be deleted' })).toBeTruthy()
  })
})
