import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { answerBook, buildSaved } from '../support/addressBook.ts'
import { renderApp } from '../support/renderApp.tsx'
import { type App, buildOrder, code, homeAddress, loseConnection, orderAnswer } from './orderKit.ts'

const mutation = 'useChangeDeliveryAddressMutation'
const elsewhere = { ...homeAddress, street: 'Damrak', houseNumber: '1' }

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const section = () => within(screen.getByRole('region', { name: 'Delivery address' }))
const field = (name: string | RegExp) => section().getByLabelText<HTMLInputElement>(name)

async function openForm() {
  const app = renderApp(`/orders/${code}`)
  await app.answer('OrderPageQuery', orderAnswer(buildOrder()))
  await screen.findByRole('region', { name: 'Delivery address' })
  await app.user.click(section().getByRole('button', { name: 'Change address' }))
  return app
}

/** Opens the form, types another house number, and saves. */
async function save() {
  const app = await openForm()
  await app.user.clear(field('House number'))
  await app.user.type(field('House number'), '99{Enter}')
  return app
}

function answer(app: App, result: Record<string, unknown>) {
  return app.answer(mutation, { changeDeliveryAddress: result })
}

async function sentVersion(app: App) {
  const { input } = (await app.asked(mutation)).request.variables
  return { version: input.version, houseNumber: input.address.houseNumber }
}

describe('the change of the delivery address', () => {
  test('has not started at first; the form has the address and the focus; Cancel closes it', async () => {
    const app = await openForm()
    expect(document.activeElement).toBe(field('Name'))
    expect(field('Street name').value).toBe('Lindengracht')
    expect(section().getByLabelText<HTMLSelectElement>('Country').value).toBe('NL')
    await app.user.click(section().getByRole('button', { name: 'Cancel' }))
    expect(section().queryByRole('textbox')).toBeNull()
    expect(document.activeElement).toBe(section().getByRole('heading'))
  })

  test('can use a saved address, which is a copy that the customer can change before it is saved', async () => {
    const app = await openForm()
    await app.user.type(field('Name'), '!')
    await app.user.click(section().getByRole('button', { name: 'Use a saved address' }))
    await answerBook(app, [buildSaved(1, { name: 'Jan Holt', houseNumber: '7', country: 'AT', city: 'Wien' })])
    await app.user.click(await screen.findByRole('menuitem', { name: /^Jan Holt/ }))
    expect(field('Name').value).toBe('Jan Holt')
    expect(section().getByLabelText<HTMLSelectElement>('Country').value).toBe('AT')
    expect(document.activeElement).toBe(section().getByRole('button', { name: 'Use a saved address' }))
    expect(app.pending(mutation)).toEqual([])
    await app.user.click(section().getByRole('button', { name: 'Cancel' }))
    expect(section().getByText('Mira Holt')).toBeTruthy()
  })

  test('is in progress until the answer, then shows the new address', async () => {
    const app = await save()
    expect(await sentVersion(app)).toEqual({ version: '1', houseNumber: '99' })
    expect(section().getByText('Change in progress')).toBeTruthy()
    expect(field('House number').readOnly).toBe(true)
    const order = buildOrder({ version: '2', deliveryAddress: { ...homeAddress, houseNumber: '99' } })
    await answer(app, { __typename: 'ChangeDeliveryAddressSuccess', order })
    expect(await section().findByText('The address was changed.')).toBeTruthy()
    expect(section().getByText('Lindengracht 99')).toBeTruthy()
    expect(document.activeElement).toBe(section().getByRole('heading'))
  })

  test('sends nothing while fields are not valid, and moves the focus to the first of them', async () => {
    const app = await openForm()
    await app.user.clear(field('Name'))
    await app.user.clear(field('Street name'))
    await app.user.type(field(/^Phone number/), 'call me')
    await app.user.click(section().getByRole('button', { name: 'Save address' }))
    expect(app.pending(mutation)).toEqual([])
    expect(document.activeElement).toBe(field('Name'))
    expect(section().getByText('Please fill in this field')).toBeTruthy()
    expect(section().getByText('Street name must be valid')).toBeTruthy()
    expect(section().getByText('Phone number must be valid')).toBeTruthy()
    expect(field(/^Phone number/).value).toBe('call me')
  })

  test.each([
    ['HOUSE_NUMBER', 'House number', 'Street number must be valid'],
    ['POSTAL_CODE', 'Postal code', 'Postal Code must be valid'],
    ['CITY', 'City', 'Please check this field'],
  ])('shows that the service refuses the field %s', async (name, label, text) => {
    const app = await save()
    const fields = [{ __typename: 'InvalidAddressField', field: name, problem: 'NOT_VALID' }]
    await answer(app, { __typename: 'InvalidAddress', fields })
    expect(await section().findByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(field(label))
    expect(field('House number').value).toBe('99')
  })

  test('says that the address was not saved if the service refuses a field that is not in the form', async () => {
    const app = await save()
    const fields = [{ __typename: 'InvalidAddressField', field: 'DISTRICT', problem: 'MISSING' }]
    await answer(app, { __typename: 'InvalidAddress', fields })
    expect(await section().findByText('The address could not be saved. Please try again.')).toBeTruthy()
  })

  test.each([
    ['AddressChangeClosed', 'The address can no longer be changed here. It was not changed.'],
    ['DeliveryPriceChanges', /^Delivery to this country has another price/],
    ['OrderNotFound', /^This order is no longer there/],
    ['SomethingNew', 'The address could not be saved. Please try again.'],
  ])('keeps what was typed after the result %s, and says why', async (type, text) => {
    const app = await save()
    await answer(app, { __typename: type, order: buildOrder() })
    expect(await section().findByText(text)).toBeTruthy()
    expect(section().getByRole('alert').contains(document.activeElement)).toBe(true)
    expect(field('House number').value).toBe('99')
  })

  test('keeps what was typed after a failure of the request', async () => {
    const app = await save()
    await app.fail(mutation)
    expect(await section().findByText('The address could not be saved. Please try again.')).toBeTruthy()
    expect(field('House number').value).toBe('99')
  })

  test('after a change in another tab shows the new address; the customer can keep it', async () => {
    const app = await save()
    const order = buildOrder({ version: '2', deliveryAddress: elsewhere })
    await answer(app, { __typename: 'OrderChangedMeanwhile', order })
    expect((await section().findByRole('alert')).textContent).toMatch(
      /^The address has changed in the meantime.*Damrak 1/,
    )
    expect(field('House number').value).toBe('99')
    await app.user.click(section().getByRole('button', { name: 'Keep this address' }))
    expect(section().queryByRole('textbox')).toBeNull()
    expect(section().getByText('Damrak 1')).toBeTruthy()
  })

  test('after a change in another tab can replace the new address; it is sent with the new version', async () => {
    const app = await save()
    const order = buildOrder({ version: '2', deliveryAddress: elsewhere })
    await answer(app, { __typename: 'OrderChangedMeanwhile', order })
    await app.user.click(await section().findByRole('button', { name: 'Use the one I typed' }))
    expect(await sentVersion(app)).toEqual({ version: '2', houseNumber: '99' })
  })

  test('is sent again with the new version if only something else has changed', async () => {
    const app = await save()
    await answer(app, { __typename: 'OrderChangedMeanwhile', order: buildOrder({ version: '2' }) })
    expect(await sentVersion(app)).toEqual({ version: '2', houseNumber: '99' })
    expect(section().queryByText(/^The address has changed in the meantime/)).toBeNull()
  })

  test('is repeated when the connection was lost, as soon as the network is back', async () => {
    const app = await save()
    await loseConnection(app, mutation)
    expect(await section().findByText(/^The address was sent, but the connection was lost/)).toBeTruthy()
    await act(async () => window.dispatchEvent(new Event('online')))
    expect(app.pending(mutation)).toHaveLength(1)
    expect(await sentVersion(app)).toEqual({ version: '1', houseNumber: '99' })
    await answer(app, { __typename: 'ChangeDeliveryAddressSuccess', order: buildOrder({ version: '2' }) })
    expect(await section().findByText('The address was changed.')).toBeTruthy()
  })

  test('can be edited again while there is no answer; then it is not repeated', async () => {
    const app = await save()
    await loseConnection(app, mutation)
    await app.user.click(await section().findByRole('button', { name: 'Back to the form' }))
    expect(field('House number').readOnly).toBe(false)
    const sent = app.pending(mutation).length
    await act(async () => window.dispatchEvent(new Event('online')))
    expect(app.pending(mutation)).toHaveLength(sent)
  })

  test('keeps what was typed while the customer visits another page', async () => {
    const app = await openForm()
    await app.user.type(field(/^Company/), 'Holt & Sons')
    await app.user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Orders' }))
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/orders'))
    await act(() => app.router.navigate(-1))
    expect((await screen.findByLabelText<HTMLInputElement>(/^Company/)).value).toBe('Holt & Sons')
  })

  test('moves a house number that was pasted with the street to its own field', async () => {
    const app = await openForm()
    await app.user.clear(field('House number'))
    await app.user.clear(field('Street name'))
    await app.user.click(field('Street name'))
    await app.user.paste('Prinsengracht 263')
    await app.user.tab()
    expect([field('Street name').value, field('House number').value]).toEqual(['Prinsengracht', '263'])
  })
})
