import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { currentToasts } from '../../../web/ui/toasts.ts'
import { business } from '../invoices/invoiceKit.ts'
import { renderApp } from '../support/renderApp.tsx'
import {
  buildAddress,
  buildBusiness,
  buildCustomer,
  cleanUp,
  field,
  inputOf,
  loseConnection,
  open,
  press,
  toasts,
  viewerWith,
  withAddresses,
} from './settingsKit.ts'

afterEach(cleanUp)

const query = 'AddressesPageQuery'
const path = '/settings/addresses/all'
const remove = /^Delete Anna de Wit, Lindengracht 2, Amsterdam$/

async function items() {
  const list = await screen.findByRole('list', { name: 'Addresses' })
  return within(list).getAllByRole('listitem')
}

const streets = async () => (await items()).map((item) => /Lindengracht (\d)/.exec(item.textContent ?? '')?.[1])

async function openList(numbers = [1, 2, 3], changes = {}, options = {}) {
  const app = await open(path, query, withAddresses(numbers, changes), options)
  await items()
  return app
}

describe('the address book', () => {
  test('shows the default address first, and links to the forms', async () => {
    await openList()
    const [first, second] = await items()
    expect(within(first ?? document.body).getByText('Default address', { exact: true })).toBeTruthy()
    expect(within(second ?? document.body).queryByText('Default address')).toBeNull()
    const change = within(second ?? document.body).getByRole('link', { name: /^Change/ })
    expect(change.getAttribute('href')).toBe('/settings/address/address-2')
    expect(screen.getByRole('link', { name: 'New address' }).getAttribute('href')).toBe('/settings/new-address')
  })

  test('of a business account links to the forms of business accounts', async () => {
    await openList([1], { business: buildBusiness() }, { claims: business })
    expect(screen.getByRole('link', { name: /^Change/ }).getAttribute('href')).toBe('/settings/b2b/address/address-1')
    expect(screen.getByRole('link', { name: 'New address' }).getAttribute('href')).toBe('/settings/b2b/new-address')
  })

  test('without addresses says so and leads to the form', async () => {
    await open(path, query, withAddresses([]))
    expect(await screen.findByRole('heading', { name: 'No addresses yet' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'New address' }).getAttribute('href')).toBe('/settings/new-address')
  })

  test('removes a deleted address at once; Undo brings it back', async () => {
    const app = await openList()
    await press(app, remove)
    expect(await streets()).toEqual(['1', '3'])
    expect(document.activeElement?.getAttribute('data-address')).toBe('address-3')
    expect(await inputOf(app, 'deleteAddressMutation')).toEqual({ addressId: 'address-2' })
    const customer = withAddresses([1, 3])
    const deleted = { __typename: 'DeleteAddressSuccess', canRestore: true, customer }
    await app.answer('deleteAddressMutation', { deleteAddress: deleted })
    expect(toasts()).toEqual(['Address deleted'])
    await press(app, 'Undo')
    expect(await inputOf(app, 'restoreAddressMutation')).toEqual({ addressId: 'address-2' })
    const restored = {
      __typename: 'RestoreAddressSuccess',
      address: buildAddress(2),
      customer: withAddresses([1, 2, 3]),
    }
    await app.answer('restoreAddressMutation', { restoreAddress: restored })
    expect(await streets()).toEqual(['1', '2', '3'])
    expect(toasts()).toContain('The address is back')
  })

  test.each([
    ['AddressNotFound', 'The address can no longer be restored.', false],
    ['TooManyAddresses', 'You have the maximum number of addresses. Delete one to save another.', false],
    ['NewerResult', 'The address could not be restored.', true],
  ])('says why an address could not be restored: %s', async (arm, text, canRetry) => {
    const app = await openList()
    await press(app, remove)
    const deleted = { __typename: 'DeleteAddressSuccess', canRestore: true, customer: withAddresses([1, 3]) }
    await app.answer('deleteAddressMutation', { deleteAddress: deleted })
    await press(app, 'Undo')
    await app.answer('restoreAddressMutation', { restoreAddress: { __typename: arm } })
    const toast = currentToasts().find(({ message }) => message === text)
    expect(toast?.action !== undefined).toBe(canRetry)
    expect(toast).toBeDefined()
  })

  test('shows an address again whose deletion has failed', async () => {
    const app = await openList()
    await press(app, remove)
    await loseConnection(app, 'deleteAddressMutation')
    expect(await streets()).toEqual(['1', '2', '3'])
    expect(toasts()).toEqual(['The address could not be deleted. Please try again.'])
  })

  test('counts an address that was deleted elsewhere as deleted, without Undo', async () => {
    const app = await openList()
    await press(app, remove)
    await app.answer('deleteAddressMutation', { deleteAddress: { __typename: 'AddressNotFound' } })
    expect(await streets()).toEqual(['1', '3'])
    expect(currentToasts().map(({ action }) => action)).toEqual([undefined])
  })

  test('moves the new default address to the top, and the focus with it', async () => {
    const app = await openList()
    await press(app, /^Make default Anna de Wit, Lindengracht 3/)
    expect(await inputOf(app, 'setDefaultAddressMutation')).toEqual({ addressId: 'address-3' })
    await app.answer('setDefaultAddressMutation', {
      setDefaultAddress: {
        __typename: 'SetDefaultAddressSuccess',
        address: buildAddress(3, { isDefault: true }),
        customer: withAddresses([3, 1, 2]),
      },
    })
    expect(await streets()).toEqual(['3', '1', '2'])
    expect(document.activeElement?.getAttribute('data-address')).toBe('address-3')
    expect(toasts()).toEqual(['Default address changed'])
  })

  test('of a blocked account can be seen and not changed', async () => {
    await openList([1, 2], { business: buildBusiness({ status: 'BLOCKED' }) }, { claims: business })
    expect(screen.getByText(/^Your business account is blocked, so you can see everything/)).toBeTruthy()
    const buttons = (await items()).flatMap((item) => within(item).getAllByRole<HTMLButtonElement>('button'))
    expect(buttons.map(({ disabled }) => disabled)).toEqual(buttons.map(() => true))
    expect(buttons).toHaveLength(5)
    expect(screen.queryByRole('link', { name: 'New address' })).toBeNull()
  })
})

async function openNewForm(options = {}) {
  const app = await open('/settings/new-address', 'NewAddressPageQuery', buildCustomer(), options)
  await screen.findByLabelText('Street name')
  return app
}

async function fill(app: Awaited<ReturnType<typeof openNewForm>>) {
  await app.user.selectOptions(field('Country'), 'NL')
  await app.user.type(field('Name'), 'Anna')
  await app.user.type(field('Postal code'), '1015 KH')
  await app.user.type(field('City'), 'Amsterdam')
  // The number after the street name moves to its own field.
  await app.user.type(field('Street name'), 'Main Street 12')
  await app.user.tab()
}

describe('a new address', () => {
  const mutation = 'useAddAddressMutation'

  test('is added with its number in its own field, and leads to all addresses', async () => {
    const app = await openNewForm()
    await fill(app)
    expect([field('Street name').value, field('House number').value]).toEqual(['Main Street', '12'])
    await app.user.click(screen.getByRole('checkbox', { name: 'Use as my default address' }))
    await press(app, 'Save address')
    expect(await inputOf(app, mutation)).toMatchObject({
      address: { street: 'Main Street', houseNumber: '12', country: 'NL', region: null },
      isDefault: true,
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    await app.answer(mutation, { addAddress: { __typename: 'AddAddressSuccess', customer: withAddresses([1]) } })
    await expect.poll(() => app.router.state.location.pathname).toBe(path)
    expect(toasts()).toEqual(['Address saved'])
    expect(sessionStorage.length).toBe(0)
  })

  test('is not added twice: a repeated request has the same id, even after a reload', async () => {
    const app = await openNewForm()
    await fill(app)
    await press(app, 'Save address')
    const first = await inputOf(app, mutation)
    await loseConnection(app, mutation)
    expect(await screen.findByText('Your changes could not be saved. Please try again.', { exact: true })).toBeTruthy()
    app.unmount()
    const again = await openNewForm()
    expect(field('Street name').value).toBe('Main Street')
    await press(again, 'Save address')
    expect(await inputOf(again, mutation)).toEqual(first)
  })

  test('has the fields of its country; the region is chosen, and is cleared when the country changes', async () => {
    const app = await openNewForm()
    await app.user.selectOptions(field('Country'), 'IT')
    await app.user.selectOptions(field(/^Province/), 'RM')
    expect(field(/^Province/).value).toBe('RM')
    await app.user.selectOptions(field('Country'), 'GB')
    expect(screen.queryByLabelText(/^Province/)).toBeNull()
    expect(field('House name or number')).toBeTruthy()
    await app.user.selectOptions(field('Country'), 'IT')
    expect(field(/^Province/).value).toBe('')
  })

  test('shows a wrong phone number when the customer leaves the field', async () => {
    const app = await openNewForm()
    await app.user.selectOptions(field('Country'), 'NL')
    await app.user.type(field(/^Phone number/), '061234')
    await app.user.tab()
    await expect.poll(() => screen.queryByText('Phone number must be valid', { exact: true })).not.toBeNull()
    await app.user.type(field(/^Phone number/), '5678')
    expect(screen.queryByText('Phone number must be valid')).toBeNull()
  })

  test('shows each refusal of the service at its field; the first such field has the focus', async () => {
    const app = await openNewForm()
    await fill(app)
    await press(app, 'Save address')
    const fields = ['POSTAL_CODE', 'STREET'].map((name) => ({
      __typename: 'InvalidAddressField',
      field: name,
      problem: 'NOT_VALID',
    }))
    await app.answer(mutation, { addAddress: { __typename: 'InvalidAddress', fields } })
    expect(await screen.findByText('Street name must be valid', { exact: true })).toBeTruthy()
    expect(screen.getByText('Postal Code must be valid', { exact: true })).toBeTruthy()
    expect(document.activeElement).toBe(field('Street name'))
  })

  test('is not added to a full address book', async () => {
    const app = await openNewForm()
    await fill(app)
    await press(app, 'Save address')
    await app.answer(mutation, { addAddress: { __typename: 'TooManyAddresses' } })
    expect(await screen.findByText(/^You have the maximum number of addresses/)).toBeTruthy()
  })

  test('is forgotten when the customer cancels', async () => {
    const app = await openNewForm()
    await app.user.type(field('Name'), 'Anna')
    await app.user.click(screen.getByRole('link', { name: 'Cancel' }))
    await expect.poll(() => app.router.state.location.pathname).toBe(path)
    expect(sessionStorage.length).toBe(0)
  })
})

const answerOf = (address: unknown, customer: unknown = buildCustomer()) => ({
  node: address,
  ...viewerWith(customer),
})

async function openForm() {
  const app = renderApp('/settings/address/address-2')
  await app.answer('AddressPageQuery', answerOf(buildAddress(2)))
  await screen.findByLabelText('Street name')
  return app
}

async function save() {
  const app = await openForm()
  await app.user.clear(field('House number'))
  await app.user.type(field('House number'), '99{Enter}')
  return app
}

describe('the change of an address', () => {
  const mutation = 'useChangeAddressMutation'
  test('is saved with the version that the customer saw, and leads to all addresses', async () => {
    const app = await save()
    expect(await inputOf(app, mutation)).toMatchObject({
      addressId: 'address-2',
      version: '1',
      address: { houseNumber: '99' },
    })
    const address = buildAddress(2, { version: '2' })
    await app.answer(mutation, { changeAddress: { __typename: 'ChangeAddressSuccess', address } })
    await expect.poll(() => app.router.state.location.pathname).toBe(path)
  })

  test('after a change on another device shows both versions, and the customer chooses one', async () => {
    const app = await save()
    const postal = { ...buildAddress(2).postal, street: 'Damrak' }
    const current = buildAddress(2, { version: '5', postal })
    await app.answer(mutation, { changeAddress: { __typename: 'AddressChangedMeanwhile', address: current } })
    const alert = (await screen.findByText(/^This has changed in the meantime/)).closest('[role=alert]')
    expect(alert?.textContent).toContain('Damrak 2')
    expect([field('Street name').value, field('House number').value]).toEqual(['Lindengracht', '99'])
    await press(app, 'Save what I typed')
    expect(await inputOf(app, mutation)).toMatchObject({
      version: '5',
      address: { street: 'Lindengracht', houseNumber: '99' },
    })
    const later = { ...current, version: '6', postal: { ...postal, street: 'Rokin' } }
    await app.answer(mutation, { changeAddress: { __typename: 'AddressChangedMeanwhile', address: later } })
    await press(app, 'Keep what is saved')
    expect([field('Street name').value, field('House number').value]).toEqual(['Rokin', '2'])
  })

  test('says that the address was deleted meanwhile', async () => {
    const app = await save()
    await app.answer(mutation, { changeAddress: { __typename: 'AddressNotFound' } })
    expect(await screen.findByText(/^This address has been deleted in the meantime/)).toBeTruthy()
  })

  test('is not possible for an address that does not exist', async () => {
    const app = renderApp('/settings/address/unknown')
    await app.answer('AddressPageQuery', answerOf(null))
    await app.answer('FindByAddressQuery', { addressedNode: null })
    expect(await screen.findByRole('heading', { name: 'Address not found' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'All addresses' }).getAttribute('href')).toBe(path)
  })
})

describe('the routes of addresses', () => {
  test.each([
    ['/settings/new-address', { claims: business }, '/settings/b2b/new-address'],
    ['/settings/b2b/new-address', {}, '/settings/new-address'],
    ['/settings/address/a%2Fb', { claims: business }, '/settings/b2b/address/a%2Fb'],
    ['/settings/b2b/address/a', {}, '/settings/address/a'],
    ['/settings/address/', {}, path],
    ['/settings/b2b/address/', { claims: business }, path],
  ])('lead from %s of %j to the page of this kind of account', async (from, options, to) => {
    const app = renderApp(from, options)
    await expect.poll(() => app.router.state.location.pathname).toBe(to)
  })
})
