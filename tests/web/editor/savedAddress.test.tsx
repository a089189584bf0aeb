import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { answerBook, bookQuery, buildSaved } from '../support/addressBook.ts'
import { answerQuote, field, inputOf, open, placeButton, type } from './orderKit.ts'

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

const amsterdam = buildSaved(1, { isDefault: true })
const berlin = buildSaved(2, {
  name: 'Jan Holt',
  organization: 'Holt GmbH',
  street: 'Unter den Linden',
  houseNumber: '5',
  postalCode: '10117',
  city: 'Berlin',
  country: 'DE',
  phone: '+49 30 1234567',
})
const vienna = buildSaved(3, { isDefault: true, city: 'Wien', postalCode: '1010', country: 'AT' })

// Loads the code of the list in advance: otherwise the list would appear later, outside of `act`.
beforeAll(async () => void (await import('../../../web/shared/address/book/SavedAddressPopover.tsx')))

const opener = () => screen.getByRole('button', { name: 'Use a saved address' })
const list = () => screen.findByRole('dialog', { name: 'Addresses' })
const streetField = () => screen.getByLabelText<HTMLInputElement>('Street name')
const country = () => screen.getByLabelText<HTMLSelectElement>('Country').value

describe('the delivery address of a new order', () => {
  test('is at first the default address, which the order keeps as a copy', async () => {
    const app = await open()
    await answerBook(app, [berlin, amsterdam])
    await expect.poll(() => streetField().value).toBe('Lindengracht')
    expect(field('House number').value).toBe('12')
    expect(country()).toBe('NL')
    await answerQuote(app)
    await app.user.click(placeButton())
    expect(await inputOf(app, 'usePlacePrintOrderMutation')).toMatchObject({
      address: { name: 'Mira Holt', street: 'Lindengracht', houseNumber: '12', postalCode: '1015 KH', country: 'NL' },
    })
  })

  test('keeps what was typed before the saved addresses were loaded', async () => {
    const app = await open()
    await app.asked(bookQuery)
    type('City', 'Leeds')
    // Typing has cancelled the request for the address book.
    expect(app.pending(bookQuery)).toEqual([])
    expect(streetField().value).toBe('')
    expect(field('City').value).toBe('Leeds')
  })

  test('stays empty while the customer is in a field and is about to type', async () => {
    const app = await open()
    await app.asked(bookQuery)
    await app.user.click(field('Name'))
    await answerBook(app, [amsterdam])
    expect(field('Name').value).toBe('')
  })

  test('is kept after a reload, even if the customer has emptied it, and the address book is not read', async () => {
    const first = await open()
    await answerBook(first, [amsterdam])
    await expect.poll(() => streetField().value).toBe('Lindengracht')
    for (const name of ['Name', 'Street name', 'House number', 'Postal code', 'City']) type(name, '')
    fireEvent.change(screen.getByLabelText('Country'), { target: { value: 'GB' } })
    await act(async () => first.unmount())
    const again = await open()
    await answerQuote(again)
    expect(field('Name').value).toBe('')
    expect(again.pending(bookQuery)).toEqual([])
  })

  test('is not the default address if we do not deliver to its country; the list says why', async () => {
    const app = await open()
    await answerBook(app, [vienna, buildSaved(1)])
    expect(streetField().value).toBe('')
    expect(country()).toBe('GB')
    await app.user.click(opener())
    const dialog = await list()
    expect(within(dialog).getAllByRole('menuitem')).toHaveLength(1)
    expect(dialog.textContent).toContain(
      'Your addresses in these countries are not shown, because we do not deliver this order there: Austria.',
    )
  })

  test('can be typed if the address book fails', async () => {
    const app = await open()
    await app.fail(bookQuery)
    expect(screen.queryByRole('alert')).toBeNull()
    type('Name', 'Mira')
    expect(field('Name').value).toBe('Mira')
  })
})

describe('the list of saved addresses', () => {
  test('by keyboard: fills the chosen address into all fields, says so, and returns the focus', async () => {
    const app = await open()
    await answerBook(app, [amsterdam, berlin])
    await expect.poll(() => streetField().value).toBe('Lindengracht')
    await act(async () => opener().focus())
    await app.user.keyboard('{ArrowDown}')
    await answerBook(app, [amsterdam, berlin])
    const dialog = await list()
    const items = within(dialog).getAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Default addressMira HoltLindengracht 121015 KH AmsterdamNetherlands',
      'Jan HoltHolt GmbHUnter den Linden 510117 BerlinGermany+49 30 1234567',
    ])
    await expect.poll(() => document.activeElement).toBe(items[0])
    await app.user.keyboard('{ArrowDown}{Enter}')
    expect(document.activeElement).toBe(opener())
    expect(streetField().value).toBe('Unter den Linden')
    expect(field('Company (optional)').value).toBe('Holt GmbH')
    expect(field('Phone number (optional)').value).toBe('+49 30 1234567')
    expect(country()).toBe('DE')
    expect(screen.getByText('Filled in: Jan Holt, Unter den Linden 5, Berlin')).toBeTruthy()
  })

  test('closes with Escape, and changes nothing', async () => {
    const app = await open()
    await answerBook(app, [amsterdam])
    await expect.poll(() => streetField().value).toBe('Lindengracht')
    type('City', 'Utrecht')
    await app.user.click(opener())
    await list()
    await app.user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(opener())
    expect(field('City').value).toBe('Utrecht')
  })

  test('says that it failed, and tries again', async () => {
    const app = await open()
    await app.fail(bookQuery)
    await app.user.click(opener())
    expect(await screen.findByText('Loading your addresses…')).toBeTruthy()
    await app.fail(bookQuery)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Your addresses could not be loaded. You can also type the address.')
    await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await answerBook(app, [berlin])
    await expect.poll(() => document.activeElement?.textContent).toContain('Jan Holt')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('without addresses leads to the address book; what was typed is there again afterwards', async () => {
    const app = await open()
    await answerBook(app, [])
    type('Name', 'Mira')
    await app.user.click(opener())
    const dialog = await list()
    expect(within(dialog).getByText('You have no saved addresses yet.')).toBeTruthy()
    await app.user.click(within(dialog).getByRole('link', { name: 'Go to my addresses' }))
    await expect.poll(() => app.router.state.location.pathname).toBe('/settings/addresses/all')
    await act(async () => app.unmount())
    await open()
    expect(field('Name').value).toBe('Mira')
  })

  test('says that the address book has more addresses', async () => {
    const app = await open()
    await answerBook(app, [amsterdam], true)
    await app.user.click(opener())
    expect((await list()).textContent).toContain('You have more addresses than are shown here.')
  })

  test('is asked for again when it opens, and when the customer comes back to the window', async () => {
    const app = await open()
    type('Name', 'Mira')
    await app.user.click(opener())
    await answerBook(app, [amsterdam])
    expect(within(await list()).getAllByRole('menuitem')).toHaveLength(1)
    const later = Date.now() + 11_000
    vi.spyOn(Date, 'now').mockReturnValue(later)
    await act(async () => void dispatchEvent(new Event('focus')))
    await answerBook(app, [amsterdam, berlin])
    expect(within(await list()).getAllByRole('menuitem')).toHaveLength(2)
  })
})
