import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { business } from '../invoices/invoiceKit.ts'
import { renderApp } from '../support/renderApp.tsx'
import {
  buildBusiness,
  buildCustomer,
  cleanUp,
  failCustomer,
  field,
  inputOf,
  open,
  press,
  type,
  viewerWith,
  watchSignOut,
} from './settingsKit.ts'

afterEach(cleanUp)

const query = 'SettingsPageQuery'
const mutation = 'useUpdateBusinessDetailsMutation'
const menu = () => within(screen.getByRole('navigation', { name: 'My account' }))
const failure = 'An error occurred loading your settings'
const signedIn = 'You are signed in as anna@keepsake.example.'

async function links() {
  const list = await screen.findByRole('list', { name: 'My settings' })
  return within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
}

const openBusiness = (changes: Record<string, unknown> = {}, person: Record<string, unknown> = {}) =>
  open('/settings/b2b', query, buildCustomer({ business: buildBusiness(changes), ...person }), { claims: business })

describe('the settings', () => {
  test.each([
    ['a private account', '/settings', {}, buildCustomer()],
    ['a business account', '/settings/b2b', { claims: business }, buildCustomer({ business: buildBusiness() })],
  ])('are in the menu of %s, at their own address, and link to their parts', async (_, address, options, customer) => {
    await open(address, query, customer, options)
    expect(await screen.findByText(signedIn, { exact: true })).toBeTruthy()
    expect(menu().getByRole('link', { name: 'My settings', current: 'page' }).getAttribute('href')).toBe(address)
    expect(await links()).toEqual(expect.arrayContaining(['/settings/personal-details', '/settings/addresses/all']))
  })

  test('say that they could not be loaded, with a retry', async () => {
    const app = renderApp('/settings')
    await app.fail(query)
    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    await press(app, 'Try again')
    // The customers service may fail while the gateway works.
    await failCustomer(app, query)
    expect((await screen.findByRole('alert')).textContent).toContain(failure)
    await press(app, 'Try again')
    await app.answer(query, viewerWith(buildCustomer()))
    expect(await screen.findByText(signedIn, { exact: true })).toBeTruthy()
  })

  test('sign out an account that is deleted or marked for deletion', async () => {
    const app = renderApp('/settings')
    const path = watchSignOut(app)
    await app.answer(query, viewerWith(null))
    await expect.poll(path).toBe('/logout')
  })

  test('of private accounts redirect a business account to the settings of business accounts', async () => {
    const app = renderApp('/settings?stripped=true', { claims: business })
    await app.asked(query)
    await expect.poll(() => app.router.state.location.pathname).toBe('/settings/b2b')
    expect(app.router.state.location.search).toBe('?stripped=true')
    expect(await screen.findByRole('heading', { level: 1, name: 'My settings' })).toBeTruthy()
  })

  test('of business accounts redirect a private account to the overview', async () => {
    const app = renderApp('/settings/b2b')
    await app.asked('OverviewPageQuery')
    await expect.poll(() => app.router.state.location.pathname).toBe('/')
    expect(app.pending(query)).toEqual([])
  })
})

describe('the details of a business account', () => {
  test('say what is missing before the account can be validated, and are saved', async () => {
    const app = await openBusiness({ status: 'DEFAULT', company: null, vatId: null }, { phone: null })
    const missing = 'We need this before we can validate your account: Company, VAT ID, and Phone number.'
    const note = await screen.findByText((text) => text.startsWith(missing.slice(0, 40)))
    expect(note.textContent).toContain('Company, VAT ID')
    expect(note.textContent).toContain('Phone number')
    expect(within(note).getByRole('link').getAttribute('href')).toBe('/settings/personal-details')
    await press(app, 'Save')
    expect(app.pending(mutation)).toEqual([])
    expect(document.activeElement).toBe(field('Company'))
    await type(app, 'Company', 'Studio Noord')
    await type(app, 'VAT ID', 'nl 1234.56789 b01{Enter}')
    expect(await inputOf(app, mutation)).toEqual({
      version: '1',
      company: 'Studio Noord',
      vatId: 'nl 1234.56789 b01',
      registrationNumber: '12345678',
    })
    const saved = buildBusiness({ status: 'NEW', company: 'Studio Noord' })
    await app.answer(mutation, {
      updateBusinessDetails: {
        __typename: 'UpdateBusinessDetailsSuccess',
        customer: buildCustomer({ business: saved, version: '2' }),
      },
    })
    expect(await screen.findByText('Your changes are saved.', { exact: true })).toBeTruthy()
    expect(field('VAT ID').value).toBe('NL123456789B01')
    expect(screen.queryByText(/^We need this/)).toBeNull()
  })

  test('show the refusal of a field by the service at this field', async () => {
    const app = await openBusiness()
    await type(app, 'VAT ID', 'NL1{Enter}')
    const fields = [{ __typename: 'InvalidCustomerField', field: 'VAT_ID', problem: 'NOT_VALID' }]
    await app.answer(mutation, { updateBusinessDetails: { __typename: 'InvalidCustomerDetails', fields } })
    expect(await screen.findByText(/^Please enter a VAT ID with its country/)).toBeTruthy()
    expect(document.activeElement).toBe(field('VAT ID'))
    expect(field('VAT ID').value).toBe('NL1')
  })

  test('cannot be changed while the account is blocked, and say why', async () => {
    await openBusiness({ status: 'BLOCKED' })
    expect(await screen.findByText(/^Your business account is blocked, so you can see everything/)).toBeTruthy()
    expect(field('Company').matches(':disabled')).toBe(true)
    expect(field('Company').value).toBe('Studio De Wit')
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
    expect(save.disabled).toBe(true)
    const reason = document.getElementById(save.getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toContain('blocked')
  })

  test.each([
    ['BusinessAccountBlocked', 'Nothing was changed, because your business account is blocked.'],
    ['BusinessAccountRequired', 'Your changes could not be saved. Please try again.'],
    ['NewerResult', 'Your changes could not be saved. Please try again.'],
  ])('keep what was typed after the refusal %s', async (arm, text) => {
    const app = await openBusiness()
    await type(app, 'Company', 'Studio Zuid{Enter}')
    await app.answer(mutation, { updateBusinessDetails: { __typename: arm } })
    expect((await screen.findByText(text, { exact: true })).closest('[role=alert]')).not.toBeNull()
    expect(field('Company').value).toBe('Studio Zuid')
  })
})
