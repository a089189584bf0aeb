import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { press } from './support/keyboard.ts'
import { toast } from './support/library.ts'
import { openNewLibrary } from './support/newCustomer.ts'

function card(page: Page, name: string) {
  return page.getByRole('link', { name: new RegExp(`^${name}, `) })
}

/** Opens a dialog from the menu of an album. */
async function choose(page: Page, name: string, entry: 'Rename' | 'Delete'): Promise<void> {
  await press(page, page.getByRole('button', { name: `Options for ${name}` }))
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused()
  if (entry === 'Delete') await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: entry })).toBeFocused()
  await page.keyboard.press('Enter')
}

async function create(page: Page, name: string): Promise<void> {
  await press(page, page.getByRole('button', { name: 'New album' }))
  await expect(page.getByRole('textbox', { name: 'Album name' })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/my-photos\/albums\/[^/]+$/)
  await page.goBack()
  await expect(card(page, name)).toBeVisible()
}

test('albums by keyboard only, in two windows, wide and narrow: create, rename, delete', async ({ page, context }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openNewLibrary(page, [], { path: '/my-photos/albums' })
  await expect(page.getByRole('heading', { name: 'You have no albums yet' })).toBeVisible()
  await expectAccessible(page)

  await press(page, page.getByRole('button', { name: 'New album' }))
  const question = page.getByRole('dialog', { name: 'Create new album' })
  await expect(question.getByPlaceholder('Untitled album')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByText('Please give your album a name')).toBeVisible()
  await page.keyboard.type('a;b')
  await page.keyboard.press('Enter')
  await expect(question.getByText('Name not valid')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'New album' })).toBeFocused()
  await create(page, 'Norway')
  await expect(page.getByRole('link', { name: /^Albums\s*1$/ })).toBeVisible()

  const narrow = await context.newPage()
  await narrow.setViewportSize({ width: 390, height: 844 })
  await narrow.goto('/my-photos/albums')
  await expect(card(narrow, 'Norway')).toBeVisible()
  await create(page, 'Garden')
  await expect(card(narrow, 'Garden')).toBeVisible()
  await expect(narrow.getByRole('link', { name: /^Albums\s*2$/ })).toBeVisible()
  await expectAccessible(narrow)
  // No element is wider than the window.
  expect(await narrow.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await choose(page, 'Norway', 'Rename')
  await expect(page.getByRole('textbox', { name: 'Album name' })).toBeFocused()
  await page.keyboard.type('Lofoten')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Options for Lofoten' })).toBeFocused()
  await expect(card(narrow, 'Lofoten')).toBeVisible()
  await expect(card(narrow, 'Norway')).toBeHidden()

  // One window renames the album, the other deletes it.
  await choose(narrow, 'Garden', 'Rename')
  await expect(narrow.getByRole('textbox', { name: 'Album name' })).toBeFocused()
  await choose(page, 'Garden', 'Delete')
  const warning = page.getByRole('alertdialog', { name: 'Delete the album Garden?' })
  await expect(warning.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Garden album deleted')).toBeVisible()
  await expect(card(page, 'Lofoten')).toBeFocused()
  await expect(narrow.locator('[data-album]')).toHaveCount(1)
  await narrow.keyboard.type('Orchard')
  await narrow.keyboard.press('Enter')
  await expect(narrow.getByRole('alert')).toContainText('This album is no longer there.')
  await narrow.keyboard.press('Escape')
  await expect(card(narrow, 'Lofoten')).toBeFocused()

  await choose(narrow, 'Lofoten', 'Delete')
  await expect(narrow.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await narrow.keyboard.press('Tab')
  await narrow.keyboard.press('Enter')
  await expect(toast(narrow, 'Lofoten album deleted')).toBeVisible()
  await expect(narrow.getByRole('button', { name: 'New album' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'You have no albums yet' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'You have no albums yet' })).toBeVisible()
})
