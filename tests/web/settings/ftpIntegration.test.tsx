import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { business } from '../invoices/invoiceKit.ts'
import { renderApp } from '../support/renderApp.tsx'
import { buildBusiness, buildCustomer, cleanUp, field, inputOf, open, press, type } from './settingsKit.ts'

afterEach(cleanUp)

const query = 'FtpIntegrationPageQuery'
const mutation = 'useChangeFtpIntegrationMutation'
const testing = 'useTestFtpIntegrationMutation'
const url = 'Address of your system (URL)'
const menu = () => within(screen.getByRole('navigation', { name: 'My account' }))
const start = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send a test notice' })

async function openPage(changes: Record<string, unknown> = {}) {
  const customer = buildCustomer({ business: buildBusiness(changes) })
  const app = await open('/integration', query, customer, { claims: business })
  await screen.findByLabelText(url)
  return app
}

/** The result of a test. */
const testResult = (changes: Record<string, unknown> = {}) => ({
  testFtpIntegration: {
    __typename: 'TestFtpIntegrationSuccess',
    test: {
      __typename: 'CallbackTest',
      outcome: 'REFUSED',
      httpStatus: 500,
      duration: 1_240,
      text: 'broken',
      ...changes,
    },
  },
})

describe('the FTP integration', () => {
  test('is in the menu of a business account, with instructions', async () => {
    await openPage()
    expect(menu().getByRole('link', { name: 'FTP instructions', current: 'page' })).toBeTruthy()
    expect(within(screen.getByRole('region', { name: 'Instructions' })).getAllByRole('listitem')).toHaveLength(4)
    expect(field(url).value).toBe('https://shop.example/notices')
  })

  test('leads a private account to the overview, and is not in its menu', async () => {
    const app = renderApp('/integration')
    await app.asked('OverviewPageQuery')
    await expect.poll(() => app.router.state.location.pathname).toBe('/')
    expect(app.pending(query)).toEqual([])
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(screen.queryAllByRole('link', { name: 'FTP instructions' })).toEqual([])
  })

  test('is saved; removing the address ends the integration', async () => {
    const app = await openPage()
    await app.user.selectOptions(field('Format of the notices'), 'CSV')
    await press(app, 'Save')
    expect(await inputOf(app, mutation)).toEqual({
      version: '1',
      callbackUrl: 'https://shop.example/notices',
      callbackFormat: 'CSV',
    })
    const customer = buildCustomer({ version: '2', business: buildBusiness({ callbackFormat: 'CSV' }) })
    await app.answer(mutation, { changeFtpIntegration: { __typename: 'ChangeFtpIntegrationSuccess', customer } })
    expect(await screen.findByText('Your changes are saved.', { exact: true })).toBeTruthy()
    await type(app, url, '')
    await press(app, 'Save')
    expect(await inputOf(app, mutation)).toEqual({ version: '2', callbackUrl: null, callbackFormat: null })
  })

  test('needs a format if it has an address', async () => {
    const app = await openPage({ callbackUrl: null, callbackFormat: null })
    expect(screen.queryByRole('button', { name: 'Send a test notice' })).toBeNull()
    await type(app, url, 'https://shop.example')
    await press(app, 'Save')
    expect(await screen.findByText('Please fill in this field', { exact: true })).toBeTruthy()
    expect(document.activeElement).toBe(field('Format of the notices'))
    expect(app.pending(mutation)).toEqual([])
  })

  test.each([
    ['NOT_A_URL', /^Please enter a complete address/],
    ['NOT_HTTPS', /^The address must start with https:/],
    ['HAS_CREDENTIALS', /^The address must have no user name/],
    ['PORT_NOT_ALLOWED', /^The port must be 443 or 8443/],
    ['HOST_NOT_PUBLIC', /^The address must be reachable from the public internet/],
    ['NEWER_PROBLEM', /^Please check this field/],
  ])('says at the field why an address is refused: %s', async (problem, message) => {
    const app = await openPage()
    await type(app, url, 'http://localhost{Enter}')
    const fields = [{ __typename: 'InvalidFtpField', field: 'CALLBACK_URL', problem }]
    await app.answer(mutation, { changeFtpIntegration: { __typename: 'InvalidFtpIntegration', fields } })
    expect(await screen.findByText(message)).toBeTruthy()
    expect(document.activeElement).toBe(field(url))
  })

  test('asks for the password again after a sign-in that is too old, and keeps what was typed', async () => {
    const app = await openPage()
    const startAgain = vi.spyOn(app.session.signIn, 'startAgain').mockReturnValue(new Promise(() => undefined))
    await type(app, url, 'https://new.example{Enter}')
    await app.answer(mutation, { changeFtpIntegration: { __typename: 'RecentSignInRequired' } })
    expect(await screen.findByText(/^For your security, please sign in again/)).toBeTruthy()
    expect(startAgain).not.toHaveBeenCalled()
    await press(app, 'Sign in again')
    expect(startAgain).toHaveBeenCalledOnce()
    app.unmount()
    const again = await openPage()
    expect(field(url).value).toBe('https://new.example')
    await press(again, 'Save')
    expect(await inputOf(again, mutation)).toMatchObject({ callbackUrl: 'https://new.example' })
  })

  test('says that signing in is not possible, with the form still there', async () => {
    const app = await openPage()
    vi.spyOn(app.session.signIn, 'startAgain').mockRejectedValue(new Error('unavailable'))
    await type(app, url, 'https://new.example{Enter}')
    await app.answer(mutation, { changeFtpIntegration: { __typename: 'RecentSignInRequired' } })
    await press(app, 'Sign in again')
    expect(await screen.findByText(/^Signing in is not possible at the moment/)).toBeTruthy()
    expect(field(url).value).toBe('https://new.example')
  })

  test('of a blocked account can be seen and not changed', async () => {
    await openPage({ status: 'BLOCKED' })
    expect(field(url).matches(':disabled')).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    expect(start().disabled).toBe(true)
    const reason = document.getElementById(start().getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toContain('blocked')
  })
})

describe('the test of the integration', () => {
  test('is in progress until the answer, then shows the status, the time and the text', async () => {
    const app = await openPage()
    await app.user.click(start())
    expect(start().getAttribute('aria-busy')).toBe('true')
    await app.user.click(start())
    expect(app.pending(testing)).toHaveLength(1)
    expect(await inputOf(app, testing)).toEqual({ version: '1' })
    await app.answer(testing, testResult())
    const result = (await screen.findByText('Your system has refused the notice.')).closest('output')
    expect(result?.textContent).toContain('Status 500 after 1.2 seconds')
    expect(result?.textContent).toContain('broken')
  })

  test.each([
    ['ACCEPTED', 'Your system has accepted the notice.'],
    ['REDIRECTED', /^Your system has answered with a redirect/],
    ['NO_PUBLIC_ADDRESS', 'This name does not exist in the public internet.'],
    ['CONNECTION_FAILED', 'We could not connect to your system.'],
    ['NEWER_OUTCOME', 'We could not connect to your system.'],
    ['CERTIFICATE_NOT_VALID', /^The certificate of your system is not valid/],
    ['TIMED_OUT', 'Your system has not answered in time.'],
  ])('says what has happened: %s', async (outcome, text) => {
    const app = await openPage()
    await app.user.click(start())
    await app.answer(testing, testResult({ outcome, httpStatus: null, text: null }))
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText(/^Status/)).toBeNull()
  })

  test.each([
    [{ __typename: 'TooManyCallbackTests', retryAt: '2026-03-01T10:30:00Z' }, /^You have sent too many tests/],
    [{ __typename: 'CallbackTestNotOffered' }, /^A test is not possible here/],
    [{ __typename: 'CallbackNotSet' }, /^The integration has changed in the meantime/],
    [{ __typename: 'BusinessAccountBlocked' }, /^The test could not be sent/],
    [{ __typename: 'NewerResult' }, /^The test could not be sent/],
  ])('says why nothing was sent: %j', async (result, text) => {
    const app = await openPage()
    await app.user.click(start())
    await app.answer(testing, { testFtpIntegration: result })
    expect(await screen.findByText(text)).toBeTruthy()
  })

  test('uses the saved address: a change must be saved first', async () => {
    const app = await openPage()
    await type(app, url, 'https://new.example')
    expect(start().disabled).toBe(true)
    expect(screen.getByText('Save your changes first. The test uses the saved address.', { exact: true })).toBeTruthy()
  })
})
