import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { press } from './support/keyboard.ts'
import { openLibraryOf } from './support/newCustomer.ts'
import { expectNoShifts, watchShifts } from './support/shifts.ts'

test('by keyboard only: page through the saved projects, open one in the editor, and come back', async ({ page }) => {
  const shifts = await watchShifts(page)
  await openLibraryOf(page, 'anna@keepsake.example', '/saved-projects')
  await expect(page.getByText('Projects 1 to 10 of 23')).toBeVisible()
  await expectNoShifts(shifts)
  await press(page, page.getByRole('link', { name: 'Next page' }))
  await expect(page.getByText('Projects 11 to 20 of 23')).toBeFocused()
  await expect(page).toHaveURL(/\/saved-projects\?page=2$/)
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  const title = (await heading.textContent()) ?? ''
  await press(page, page.getByRole('link', { name: `Continue ${title}`, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: 'Your project' })).toBeVisible()
  await expect(page.getByText(title, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(heading).toHaveText(title)
  await page.goto('/saved-projects?page=99')
  await expect(page.getByText('Projects 21 to 23 of 23')).toBeVisible()
  await expect(page).toHaveURL(/\?page=3$/)
})

test('by keyboard only: delete the only saved project, and undo it', async ({ page }) => {
  await openLibraryOf(page, 'ben@keepsake.example', '/saved-projects')
  const project = page.getByRole('heading', { level: 2, name: 'Summer in Brittany' })
  await press(page, page.getByRole('button', { name: 'Delete Summer in Brittany' }))
  const dialog = page.getByRole('alertdialog', { name: 'Delete the project Summer in Brittany?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectAccessible(page)
  await press(page, dialog.getByRole('button', { name: 'Delete project' }))
  await expect(page.getByRole('heading', { name: 'No saved projects' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to the shop' })).toBeVisible()
  // The toast stays for 10 s.
  await press(page, page.getByRole('button', { name: 'Undo' }))
  await expect(project).toBeVisible()
})
