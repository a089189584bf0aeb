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
  press,
  viewerWith,
  watchSignOut,
} from './settingsKit.ts'

setUpArchives()
afterEach(cleanUp)

const path = '/settings/download-data'
const query = 'DataDownloadPageQuery'
const requesting = 'dataFileMutationsRequestMutation'
const creatingUrl = 'dataFileMutationsUrlMutation'
const polling = 'useDataFilePollingQuery'
const [prepare, download, prepareAgain] = ['Prepare my data', 'Download the file', 'Prepare a new file']
const fileName = 'my-data-2026-11-26.json'

function buildFile(status: string, changes: object = {}) {
  const facts =
    status === 'READY' ? { size: 2_048, expires: '2026-11-26T11:30:00.000Z' } : { size: null, expires: null }
  return { __typename: 'DataFile', id: 'file-1', status, failure: null, fileName, ...facts, ...changes }
}

/** Opens the page. @param dataFile the file that was requested last */
async function openPage(dataFile: object | null = null, customer = buildCustomer(), options: AppOptions = {}) {
  const app = renderApp(path, options)
  await app.answer(query, { viewer: { ...viewerWith(customer).viewer, dataFile } })
  return app
}
const button = (name: string) => screen.findByRole('button', { name })
const answerRequest = (app: App, result: object) => app.answer(requesting, { requestDataFile: result })
const answerUrl = (app: App, result: object) => app.answer(creatingUrl, { createDataFileUrl: result })
const accepted = (status = 'PREPARING') => ({
  __typename: 'RequestDataFileSuccess',
  dataFile: buildFile(status),
})
const url = () => ({ __typename: 'CreateDataFileUrlSuccess', url: saved.url })
/** Makes the page request the state, as it does when it becomes visible again, and answers the request. */
async function poll(app: App, node: object | null) {
  document.dispatchEvent(new Event('visibilitychange'))
  await app.answer(polling, { node })
}
const contents = async () => {
  const part = within(await screen.findByRole('region', { name: 'What the file contains' }))
  return part.getAllByRole('listitem').map(({ textContent }) => textContent)
}

describe('the download of my data', () => {
  test('says what the file contains; only the file of a business account has invoices', async () => {
    const app = await openPage()
    expect(await contents()).toHaveLength(5)
    app.unmount()
    await openPage(null, buildCustomer({ business: buildBusiness() }), { claims: business })
    expect(await contents()).toContain('the data of your invoices')
  })

  test('is prepared when the button is pressed, is followed, and is downloaded when it is ready', async () => {
    const app = await openPage()
    await press(app, prepare)
    expect(await screen.findByText(/^We’re preparing your file\./)).toBeTruthy()
    await answerRequest(app, accepted())
    const pending = await button(prepare)
    expect(pending.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(pending)
    expect(app.pending(requesting)).toEqual([])
    await poll(app, buildFile('PREPARING'))
    expect(screen.getByText(/^We’re preparing your file\./)).toBeTruthy()
    await poll(app, buildFile('READY'))
    expect(await screen.findByText(/^Your file is ready: my-data-2026-11-26\.json \(2\.00 KB\)\./)).toBeTruthy()
    // The button is the same element, so the keyboard focus stays on it.
    expect(document.activeElement).toBe(await button(download))
    expect(document.activeElement).toBe(pending)
    await press(app, download)
    await answerUrl(app, url())
    expect(await screen.findByText(/^The download of my-data-2026-11-26\.json has started\./)).toBeTruthy()
    expect([saved.urls, saved.names]).toEqual([[saved.url], [fileName]])
  })

  test('shows the file that was requested before, in another tab or before a reload', async () => {
    const app = await openPage(buildFile('PREPARING'))
    expect(await screen.findByText(/^We’re preparing your file\./)).toBeTruthy()
    await poll(app, buildFile('READY'))
    await press(app, prepareAgain)
    await answerRequest(app, { ...accepted(), dataFile: buildFile('PREPARING', { id: 'file-2' }) })
    expect(await screen.findByText(/^We’re preparing your file\./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: prepareAgain })).toBeNull()
  })

  test('is still shown as being prepared while its state cannot be read', async () => {
    const app = await openPage(buildFile('PREPARING'))
    await button(prepare)
    document.dispatchEvent(new Event('visibilitychange'))
    await loseConnection(app, polling)
    await poll(app, null)
    expect(screen.getByText(/^We’re preparing your file\./)).toBeTruthy()
    await poll(app, buildFile('READY'))
    expect(await button(download)).toBeTruthy()
  })

  test.each([
    ['SERVICE_UNAVAILABLE', /^We tried for an hour, but couldn’t read part of your data/],
    ['NOT_IN_TIME', /^We couldn’t prepare your file within an hour\./],
    [null, /^We couldn’t prepare your file within an hour\./],
  ])('says why it has failed: %s, and the next request can succeed', async (failure, message) => {
    const app = await openPage(buildFile('PREPARING'))
    await button(prepare)
    await poll(app, buildFile('FAILED', { failure }))
    expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy()
    await press(app, prepare)
    expect(screen.queryByText(message)).toBeNull()
    await answerRequest(app, { ...accepted(), dataFile: buildFile('READY', { id: 'file-2' }) })
    expect(await button(download)).toBeTruthy()
  })

  test.each([
    ['TooManyDataFiles', { retryAt: '2026-11-26T15:30:00Z' }, /^You have requested your data several times\. .* \d/],
    ['DataFileNotOffered', {}, /^Your data cannot be downloaded here\./],
    ['SomethingNewer', {}, /^Your file could not be requested\./],
  ])('says why it is not prepared: %s, and the next request can succeed', async (__typename, fields, message) => {
    const app = await openPage()
    await press(app, prepare)
    await answerRequest(app, { __typename, ...fields })
    expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy()
    await press(app, prepare)
    await answerRequest(app, accepted())
    expect(await screen.findByText(/^We’re preparing your file\./)).toBeTruthy()
    expect(screen.queryByText(message)).toBeNull()
  })

  test('leads to customer care if the service offers no file', async () => {
    const app = await openPage()
    await press(app, prepare)
    await answerRequest(app, { __typename: 'DataFileNotOffered' })
    const link = await screen.findByRole('link', { name: 'Contact customer care' })
    expect(link.getAttribute('href')).toBe(app.session.config.links.customerCare)
  })

  test.each([
    [prepare, null, requesting],
    [download, buildFile('READY'), creatingUrl],
  ])('names the reference of a failed request: %s', async (action, file, mutation) => {
    const app = await openPage(file)
    await press(app, action)
    await loseConnection(app, mutation)
    expect(await screen.findByText('Reference: reference-1', { exact: true })).toBeTruthy()
  })

  test('says that the file could not be read, and saves nothing', async () => {
    const app = await openPage(buildFile('READY'))
    saved.status = 404
    await press(app, download)
    await answerUrl(app, url())
    expect(await screen.findByText(/^Your data could not be downloaded\./)).toBeTruthy()
    expect(saved.urls).toEqual([])
  })

  test('says that the file has expired, and offers a new one', async () => {
    const app = await openPage(buildFile('READY'))
    await press(app, download)
    await answerUrl(app, { __typename: 'DataFileNotFound' })
    expect(await screen.findByText(/^This file is no longer available\./)).toBeTruthy()
    expect(await button(prepare)).toBeTruthy()
    expect(screen.queryByRole('button', { name: download })).toBeNull()
  })

  test.each([
    ['the request', prepare, null, requesting, accepted, /^We’re preparing your file\./],
    ['the download', download, buildFile('READY'), creatingUrl, url, /^The download of /],
  ])(
    'asks for the password after a sign-in that is too old, and then continues %s by itself, once',
    async (_what, action, file, mutation, success, message) => {
      const field = mutation === requesting ? 'requestDataFile' : 'createDataFileUrl'
      const app = await openPage(file)
      const startAgain = vi.spyOn(app.session.signIn, 'startAgain').mockReturnValue(new Promise(() => undefined))
      await press(app, action)
      await app.answer(mutation, { [field]: { __typename: 'RecentSignInRequired' } })
      await expect.poll(() => startAgain.mock.calls.length).toBe(1)
      app.unmount()
      const again = await openPage(file)
      await again.answer(mutation, { [field]: success() })
      expect(await screen.findByText(message)).toBeTruthy()
      again.unmount()
      const later = await openPage()
      await button(prepare)
      expect([later.pending(requesting), later.pending(creatingUrl)]).toEqual([[], []])
    },
  )

  test('says that signing in is not possible, with a way to try again', async () => {
    const app = await openPage()
    vi.spyOn(app.session.signIn, 'startAgain').mockRejectedValue(new Error('unavailable'))
    await press(app, prepare)
    await answerRequest(app, { __typename: 'RecentSignInRequired' })
    expect(await screen.findByText(/^Your file could not be requested\./)).toBeTruthy()
    expect((await button(prepare)).getAttribute('aria-disabled')).not.toBe('true')
  })

  test('signs out an account that is deleted or marked for deletion', async () => {
    const app = await openPage()
    const signedOutAt = watchSignOut(app)
    await press(app, prepare)
    await answerRequest(app, { __typename: 'CustomerNotFound' })
    await expect.poll(signedOutAt).toBe('/logout')
  })

  test('offers the export of all photos, unless the brand has none', async () => {
    const app = await openPage()
    await press(app, 'Export photos')
    expect(await screen.findByRole('dialog')).toBeTruthy()
    app.unmount()
    await openPage(null, buildCustomer(), { channel: 'p' })
    await button(prepare)
    expect(screen.queryByRole('button', { name: 'Export photos' })).toBeNull()
  })

  test('says that the page could not be loaded, with a retry', async () => {
    const app = renderApp(path)
    await failCustomer(app, query)
    expect((await screen.findByRole('alert')).textContent).toContain('An error occurred loading your settings')
    await press(app, 'Try again')
    await app.answer(query, { viewer: { ...viewerWith(buildCustomer()).viewer, dataFile: null } })
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
