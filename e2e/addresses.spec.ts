import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { press, reach } from './support/keyboard.ts'
import { openNewLibrary } from './support/newCustomer.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })

/** Types into a field, which is reached by Tab. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await reach(page, field(page, label))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Chooses a country by typing its name in the menu. */
async function chooseCountry(page: Page, country: string): Promise<void> {
  const menu = field(page, 'Country')
  await reach(page, menu)
  await page.keyboard.type(country)
  await expect(menu.locator('option:checked')).toHaveText(country)
}

/** The fields are in the order of the form, and the lines as they are on a parcel. */
const addresses = [
  {
    country: 'Netherlands',
    fields: [
      ['Name', 'Mira Holt'],
      ['Street name', 'Lindengracht'],
      ['House number', '12'],
      ['Postal code', '1015 KH'],
      ['City', 'Amsterdam'],
    ],
    lines: ['Mira Holt', 'Lindengracht 12', '1015 KH Amsterdam', 'Netherlands'],
  },
  {
    country: 'France',
    fields: [
      ['Name', 'Mira Holt'],
      ['House number', '10'],
      ['Street name', 'rue de Rivoli'],
      ['Postal code', '75001'],
      ['City', 'Paris'],
    ],
    lines: ['Mira Holt', '10 rue de Rivoli', '75001 Paris', 'France'],
  },
  {
    country: 'United Kingdom',
    fields: [
      ['Name', 'Mira Holt'],
      ['House name or number', 'Rose Cottage'],
      ['Street name', 'Mill Lane'],
      ['City', 'Ludlow'],
      ['Postal code', 'SY8 1AA'],
    ],
    lines: ['Mira Holt', 'Rose Cottage Mill Lane', 'Ludlow SY8 1AA', 'United Kingdom'],
  },
] as const

test('by keyboard only: keep addresses in three countries, change one, make one the default, delete one and undo it', async ({
  page,
}) => {
  const items = page.getByRole('list', { name: 'Addresses', exact: true }).getByRole('listitem')
  const [amsterdam, paris, ludlow] = [
    items.filter({ hasText: 'Amsterdam' }),
    items.filter({ hasText: 'Paris' }),
    items.filter({ hasText: 'Ludlow' }),
  ]

  await test.step('the settings lead to an empty address book', async () => {
    await openNewLibrary(page, [], { path: '/settings' })
    const link = page.getByRole('main').getByRole('link', { name: /^Addresses/ })
    await expect(link).toBeVisible()
    await expectAccessible(page)
    await press(page, link)
    await expect(page.getByRole('heading', { name: 'No addresses yet', exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the form names each field that is wrong, and moves the focus to the first', async () => {
    await press(page, page.getByRole('link', { name: 'New address', exact: true }))
    await chooseCountry(page, 'Netherlands')
    await press(page, page.getByRole('button', { name: 'Save address', exact: true }))
    await expect(field(page, 'Name')).toBeFocused()
    await expect(field(page, 'Name')).toHaveAccessibleDescription('Please fill in this field')
    await expect(field(page, 'Street name')).toHaveAccessibleDescription('Street name must be valid')
    await expect(field(page, 'House number')).toHaveAccessibleDescription('Street number must be valid')
    await expectAccessible(page)
    await page.keyboard.type('Mira Holt')
    await type(page, 'Street name', 'Lindengracht 12')
    await reach(page, field(page, 'House number'))
    await expect(field(page, 'House number'), 'the number has moved to its own field').toHaveValue('12')
    await type(page, 'Postal code', '10119')
    await type(page, 'City', 'Amsterdam')
    await page.keyboard.press('Enter')
    await expect(field(page, 'Postal code')).toBeFocused()
    await expect(field(page, 'Postal code')).toHaveAccessibleDescription('Postal Code must be valid')
    await press(page, page.getByRole('link', { name: 'Cancel', exact: true }))
    await expect(page.getByRole('heading', { name: 'No addresses yet', exact: true })).toBeVisible()
  })

  for (const { country, fields, lines } of addresses) {
    await test.step(`an address in ${country} has its own form`, async () => {
      await press(page, page.getByRole('link', { name: 'New address', exact: true }))
      await chooseCountry(page, country)
      const required = page
        .getByRole('main')
        .locator('label')
        .filter({ hasNotText: /optional|default/ })
      await expect(required).toHaveText(['Country', ...fields.map(([label]) => label)])
      for (const [label, text] of fields) await type(page, label, text)
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      const saved = items.filter({ hasText: country })
      await expect(saved.locator('address > *')).toHaveText([...lines])
    })
  }

  await test.step('the first address is the default, until another address is made the default', async () => {
    await expect(items).toHaveCount(3)
    await expect(items.first()).toContainText('Amsterdam')
    await expect(items.first().getByText('Default address', { exact: true })).toBeVisible()
    await press(page, ludlow.getByRole('button', { name: /^Make default/ }))
    await expect(items.first()).toContainText('Ludlow')
    await expect(ludlow.getByText('Default address', { exact: true })).toBeVisible()
    await expect(amsterdam.getByText('Default address', { exact: true })).toBeHidden()
    await expect(ludlow.getByRole('link', { name: /^Change/ })).toBeFocused()
  })

  await test.step('a change that was typed survives a reload, and is saved', async () => {
    await press(page, paris.getByRole('link', { name: /^Change/ }))
    await type(page, 'House number', '99')
    await page.reload()
    await expect(field(page, 'House number')).toHaveValue('99')
    await expectAccessible(page)
    await press(page, page.getByRole('button', { name: 'Save address', exact: true }))
    await expect(paris.getByText('99 rue de Rivoli', { exact: true })).toBeVisible()
  })

  await test.step('a deleted address disappears at once, and Undo brings it back', async () => {
    await press(page, paris.getByRole('button', { name: /^Delete/ }))
    await expect(page.getByText('Address deleted', { exact: true })).toBeVisible()
    await expect(items).toHaveCount(2)
    await expect(items.getByRole('link').and(page.locator(':focus'))).toHaveAccessibleName(/^Change Mira Holt/)
    await page.keyboard.press('F6')
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(paris.getByText('99 rue de Rivoli', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('another visit shows the same', async () => {
    await page.reload()
    await expect(items).toHaveCount(3)
    await expect(items.first()).toContainText('Ludlow')
    await expect(paris.getByText('99 rue de Rivoli', { exact: true })).toBeVisible()
  })
})
