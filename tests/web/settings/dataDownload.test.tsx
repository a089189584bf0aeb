import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { saved, setUpArchives } from '../downloads/archiveKit.ts'
import { business } from '../invoices/invoiceKit.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'
import {
  type App,
  buildBusiness,
  buildCustomer,
  cleanUp,
  failCustomer,
  loseConnection,
  open,
  press,
  viewerWith,
  watchSignOut,
} from './settingsKit.ts'

setUpArchives()
afterEach(cleanUp)

const path = '/settings/download-data'
const query = 'DataDownloadPageQuery'
const mutation = 'useDataDownloadMutation'
const action = 'Download my data'
const fileName = 'my-data-2026-11-26.json'

const openPage = (customer = buildCustomer(), options: AppOptions = {}) => open(path, query, customer, options)
const button = () => screen.getByRole('button', { name: action })
const answer = (app: App, result: object) => app.answer(mutation, { requestDataDownload: result })
const success = () => ({
  __typename: 'RequestDataDownloadSuccess',
  file: { __typename: 'DataFile', url: saved.url, fileName },
})
const contents = async () => {
  const part = within(await screen.findByRole('region', { name: 'What the file contains' }))
  return part.getAllByRole('listitem').map(({ textContent }) => textContent)
}

describe('the download of my data', () => {
  test('says what the file contains; only that of a business account has invoices', async () => {
    const app = await openPage()
    expect(await contents()).toHaveLength(5)
    app.unmount()
    await openPage(buildCustomer({ business: buildBusiness() }), { claims: business })
    expect(await contents()).toContain('the data of your invoices')
  })

  test('makes the file when the button is pressed, is in progress meanwhile, and saves it', async () => {
    const app = await openPage()
    await screen.findByRole('button', { name: action })
    expect(app.pending(mutation)).toEqual([])
    await press(app, action)
    expect(await screen.findByText('We are collecting your data…', { exact: true })).toBeTruthy()
    expect(button().getAttribute('aria-disabled')).toBe('true')
    await app.user.click(button())
    await answer(app, success())
    expect(await screen.findByText(/^The download of my-data-2026-11-26\.json has started\./)).toBeTruthy()
    expect([saved.urls, saved.names]).toEqual([[saved.url], [fileName]])
    // The second press while the file was made has requested nothing.
    expect(app.pending(mutation)).toEqual([])
  })

  test.each([
    ['DataDownloadIncomplete', {}, /^Part of your data could not be read, so there is no file/],
    [
      'TooManyDataDownloads',
      { retryAt: '2026-11-26T15:30:00Z' },
      /^You have downloaded your data several times\. .* \d/,
    ],
    ['DataDownloadNotOffered', {}, /^Your data cannot be downloaded here\./],
    ['SomethingNewer', {}, /^Your data could not be downloaded\./],
  ])('says why there is no file: %s, and the next attempt can succeed', async (__typename, fields, message) => {
    const app = await openPage()
    await press(app, action)
    await answer(app, { __typename, ...fields })
    const alert = await screen.findByText(message)
    expect(alert.closest('[role=alert]')).toBeTruthy()
    expect(saved.urls).toEqual([])
    await press(app, action)
    await answer(app, success())
    expect(await screen.findByText(/^The download of /)).toBeTruthy()
    expect(screen.queryByText(message)).toBeNull()
  })

  test('leads to customer care if the service offers no file', async () => {
    const app = await openPage()
    await press(app, action)
    await answer(app, { __typename: 'DataDownloadNotOffered' })
    const link = await screen.findByRole('link', { name: 'Contact customer care' })
    expect(link.getAttribute('href')).toBe(app.session.config.links.customerCare)
  })

  test('names the reference of a request that has failed', async () => {
    const app = await openPage()
    await press(app, action)
    await loseConnection(app, mutation)
    expect(await screen.findByText('Reference: reference-1', { exact: true })).toBeTruthy()
  })

  test('says that the file could not be read, and saves nothing', async () => {
    const app = await openPage()
    saved.status = 404
    await press(app, action)
    await answer(app, success())
    expect(await screen.findByText(/^Your data could not be downloaded\./)).toBeTruthy()
    expect(saved.urls).toEqual([])
  })

  test('asks for the password after a sign-in that is too old, and then continues by itself, once', async () => {
    const app = await openPage()
    const startAgain = vi.spyOn(app.session.signIn, 'startAgain').mockReturnValue(new Promise(() => undefined))
    await press(app, action)
    await answer(app, { __typename: 'RecentSignInRequired' })
    await expect.poll(() => startAgain.mock.calls.length).toBe(1)
    app.unmount()
    const again = await openPage()
    await answer(again, success())
    expect(await screen.findByText(/^The download of /)).toBeTruthy()
    again.unmount()
    const later = await openPage()
    await screen.findByRole('button', { name: action })
    expect(later.pending(mutation)).toEqual([])
  })

  test('says that signing in is not possible, with a way to try again', async () => {
    const app = await openPage()
    vi.spyOn(app.session.signIn, 'startAgain').mockRejectedValue(new Error('unavailable'))
    await press(app, action)
    await answer(app, { __typename: 'RecentSignInRequired' })
    expect(await screen.findByText(/^Your data could not be downloaded\./)).toBeTruthy()
    expect(button().getAttribute('aria-disabled')).not.toBe('true')
  })

  test('signs out an account that is deleted or marked for deletion', async () => {
    const app = await openPage()
    const signedOutAt = watchSignOut(app)
    await press(app, action)
    await answer(app, { __typename: 'CustomerNotFound' })
    await expect.poll(signedOutAt).toBe('/logout')
  })

  test('offers the export of all photos, unless the brand has none', async () => {
    const app = await openPage()
    await press(app, 'Export photos')
    expect(await screen.findByRole('dialog')).toBeTruthy()
    app.unmount()
    await openPage(buildCustomer(), { channel: 'p' })
    await screen.findByRole('button', { name: action })
    expect(screen.queryByRole('button', { name: 'Export photos' })).toBeNull()
  })

  test('says that the page could not be loaded, with a retry', async () => {
    const app = renderApp(path)
    await failCustomer(app, query)
    expect((await screen.findByRole('alert')).textContent).toContain('An error occurred loading your settings')
    await press(app, 'Try again')
    await app.answer(query, viewerWith(buildCustomer()))
    expect(await contents()).toHaveLength(5)
  })

  test.each([
    ['the settings', '/settings', 'SettingsPageQuery', {}],
    ['the deletion of the account', '/settings/delete-account', 'AccountDeletionPageQuery', { accountDeletion: null }],
  ])('is linked from %s', async (_page, address, name, fields) => {
    const viewer = { ...viewerWith(buildCustomer()).viewer, ...fields }
    const app = renderApp(address)
    await app.answer(name, { viewer })
    const link = await screen.findByRole('link', { name: /^Download my data/ })
    expect(link.getAttribute('href')).toBe(path)
  })
})
