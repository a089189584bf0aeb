import { type Browser, type Page, expect, test } from '@playwright/test'
import { forwardKey } from './support/direction.ts'
import { expectAccessible } from './support/accessibility.ts'
import { photo, shows, toast } from './support/library.ts'
import { addPhotos, registerInBrowser, registerWithoutBrowser } from './support/newCustomer.ts'
import { operate } from './support/product.ts'
import { settledScrollPosition } from './support/scrolling.ts'
import { deletePhotos, leave, makeAlbum, withPhotosOf, share } from './support/sharedAlbum.ts'

/** A new customer with these photos (each with its name and its capture minute), in a window of this width. */
async function enter(browser: Browser, width: number, photos: Readonly<Record<string, number>>) {
  const context = await browser.newContext({ viewport: { width, height: 844 } })
  const page = await context.newPage()
  const signedIn = await registerInBrowser(page)
  const files = Object.entries(photos).map(([name, minute]) =>
    photo(name, { seed: minute, taken: `2021:03:02 10:0${minute}:00` }),
  )
  await addPhotos(signedIn, await Promise.all(files))
  return { page, signedIn }
}

function tile(page: Page, fileName: string) {
  return page.getByRole('grid').getByRole('link', { description: fileName, exact: true })
}

async function openAlbum(page: Page, name: string): Promise<void> {
  await page.goto('/my-photos/albums')
  await page.getByRole('link', { name: new RegExp(`^${name}, `) }).press('Enter')
  await expect(page).toHaveURL(/\/my-photos\/shared-albums\/[^/]+$/)
  await expect(page.getByRole('region', { name: 'Shared albums are no longer supported' })).toBeVisible()
}

/** Sorts the oldest first, so that the named photos come after the synthetic ones, below the visible part. */
async function sortByDateTaken(page: Page): Promise<void> {
  // On a phone the menu of the album has the sort orders.
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Oldest first' }).press('Enter')
  await expect(page).toHaveURL(/sort=dateTaken-asc/)
}

/** Scrolls until a photo is rendered: photos far from the window are not in the document. */
async function scrollTo(page: Page, fileName: string): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await expect(tile(page, fileName)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await tile(page, fileName).scrollIntoViewIfNeeded()
}

/** Opens the confirmation dialog for the whole album, by keyboard only. */
async function askToDelete(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  // On a phone the sort orders come before this entry.
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: entry })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
}

/** Opens the owner's album in two windows: the owner's and a participant's. A second participant has no window. */
async function openBothSides(browser: Browser) {
  const [anna, ben, cara] = await Promise.all([
    enter(browser, 1440, { 'hers 1.jpg': 1, 'hers 2.jpg': 3 }),
    enter(browser, 390, { 'his 1.jpg': 0, 'his 2.jpg': 2 }),
    registerWithoutBrowser(),
  ])
  // With these photos, the participant's page is long enough to scroll.
  await operate('/dev/photos/synthetic', { accountId: ben.signedIn.accountId, count: 40, month: '2020-08' })
  const [owner, participant, other] = await Promise.all([
    withPhotosOf(anna.signedIn),
    withPhotosOf(ben.signedIn),
    withPhotosOf(cara),
  ])
  const albumId = await makeAlbum(owner, 'Norway')
  await share(albumId, owner, [participant, other])
  return { owner, participant, other, albumId, hers: anna.page, his: ben.page }
}

test('a shared album for owner and participant: browse, download, leave, lose access while open, delete for everyone', async ({
  browser,
}) => {
  const { owner, participant, other, albumId, hers, his } = await openBothSides(browser)

  await test.step('the owner sees the participants', async () => {
    await openAlbum(hers, 'Norway')
    await expect(hers.getByText('44 photos', { exact: true })).toBeVisible()
    await expect(hers.getByRole('grid').getByRole('link').first()).toBeVisible()
    await expectAccessible(hers)
    const people = hers.getByRole('button', { name: '2 participants' })
    await people.press('Enter')
    const dialog = hers.getByRole('dialog', { name: 'Shared with 2 people' })
    for (const { customer } of [participant, other]) await expect(dialog.getByText(customer.email)).toBeVisible()
    await expectAccessible(hers)
    await hers.keyboard.press('Escape')
    await expect(people).toBeFocused()
  })

  await test.step('a photo that the owner deletes is only in the trash of the owner, who can restore it', async () => {
    await deletePhotos(owner, owner.photoIds.slice(0, 1))
    await expect(hers.getByText('43 photos', { exact: true })).toBeVisible()
    await his.goto('/my-photos/trash')
    await expect(his.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
    await hers.goto('/my-photos/trash')
    const trashed = hers.getByRole('list', { name: 'Photos in the trash' }).getByRole('checkbox')
    await expect(trashed).toHaveCount(1)
    await trashed.press(' ')
    await hers.getByRole('button', { name: 'Restore' }).press('Enter')
    await expect(toast(hers, 'Photo restored')).toBeVisible()
    await expect(his.getByRole('heading', { name: 'The trash is empty' })).toBeVisible()
    await openAlbum(hers, 'Norway')
    await expect(hers.getByText('44 photos', { exact: true })).toBeVisible()
  })

  await test.step('a participant sees the owner and may download; disabled actions say why', async () => {
    await openAlbum(his, 'Norway')
    await expect(his.getByText(`Shared by ${owner.customer.email}`)).toBeVisible()
    await sortByDateTaken(his)
    expect(await his.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await his.getByRole('button', { name: 'Select', exact: true }).press('Enter')
    await his.getByRole('grid').getByRole('checkbox').first().press(' ')
    const toolbar = his.getByRole('toolbar')
    await expect(toolbar).toBeVisible()
    await expectAccessible(his)
    for (const name of ['Copy to album', 'Delete', 'Order prints']) {
      const button = toolbar.getByRole('button', { name, exact: true })
      await button.press('Enter')
      await expect(button).toHaveAccessibleDescription('Unavailable for shared albums')
    }
    await toolbar.getByRole('button', { name: 'Download', exact: true }).press('Enter')
    await expect(his.getByRole('dialog')).toBeVisible()
    await his.keyboard.press('Escape')
    await expect(his.getByRole('dialog')).toBeHidden()
    await his.keyboard.press('Escape')
    await expect(toolbar).toBeHidden()
  })

  await test.step('the participant steps through his and the owner’s photos, and returns to his position in the album', async () => {
    await scrollTo(his, 'hers 1.jpg')
    const place = await settledScrollPosition(his)
    expect(place).toBeGreaterThan(0)
    await tile(his, 'hers 1.jpg').press('Enter')
    await shows(his, 'hers 1.jpg')
    await his.keyboard.press('i')
    await expect(his.getByRole('complementary').getByText(owner.customer.email)).toBeVisible()
    await expectAccessible(his)
    await his.keyboard.press('i')
    await expect(his.getByRole('complementary')).toBeHidden()
    for (const name of ['his 2.jpg', 'hers 2.jpg']) {
      await his.keyboard.press(forwardKey)
      await shows(his, name)
    }
    await expect(his.getByRole('button', { name: 'Delete' })).toHaveAttribute('aria-disabled', 'true')
    await his.keyboard.press('Escape')
    await expect(tile(his, 'hers 2.jpg')).toBeFocused()
    await expect.poll(() => his.evaluate(() => window.scrollY)).toBe(place)
  })

  await test.step('the participant leaves, and keeps his photos in his library; the owner sees this at once', async () => {
    await askToDelete(his, 'Leave album')
    await his.keyboard.press('Tab')
    await his.keyboard.press('Enter')
    await expect(toast(his, 'You have left the album Norway')).toBeVisible()
    await expect(his.getByRole('heading', { name: 'Shared with you' })).toBeHidden()
    await expect(his.getByRole('link', { name: /^Albums\s*0$/ })).toBeVisible()
    // A wider window also shows the tabs that are not open. On a phone, there is no room for them.
    await his.setViewportSize({ width: 768, height: 844 })
    await expect(his.getByRole('link', { name: /^Photos\s*42$/ })).toBeVisible()
    await his.setViewportSize({ width: 390, height: 844 })
    await expect(hers.getByText('2 photos', { exact: true })).toBeVisible()
    await expect(hers.getByRole('button', { name: '1 participant' })).toBeVisible()
    await expect(hers.getByRole('grid').getByRole('link', { name: /^Photo / })).toHaveCount(2)
  })

  await test.step('the participant rejoins, and leaves in another window while a photo of the owner is open', async () => {
    await share(albumId, owner, [participant])
    await expect(hers.getByRole('button', { name: '2 participants' })).toBeVisible()
    await expect(hers.getByText('44 photos', { exact: true })).toBeVisible()
    await his.getByRole('link', { name: /^Norway, / }).press('Enter')
    await scrollTo(his, 'hers 1.jpg')
    await tile(his, 'hers 1.jpg').press('Enter')
    await shows(his, 'hers 1.jpg')
    await leave(albumId, participant)
    await expect(his.getByRole('alert').getByRole('heading', { name: 'This album is no longer shared' })).toBeVisible()
    await expectAccessible(his)
    await his.getByRole('alert').getByRole('link', { name: 'My albums' }).press('Enter')
    await expect(his).toHaveURL(/\/my-photos\/albums$/)
  })

  await test.step('the owner deletes the album for everyone, including those who have it open', async () => {
    await share(albumId, owner, [participant])
    await his.getByRole('link', { name: /^Norway, / }).press('Enter')
    await expect(his.getByText(`Shared by ${owner.customer.email}`)).toBeVisible()
    await askToDelete(hers, 'Delete album')
    await expectAccessible(hers)
    await hers.keyboard.press('Tab')
    await hers.keyboard.press('Enter')
    await expect(toast(hers, 'Norway album deleted')).toBeVisible()
    await expect(hers.getByRole('link', { name: /^Albums\s*0$/ })).toBeVisible()
    await expect(hers.getByRole('link', { name: /^Photos\s*2$/ })).toBeVisible()
    await expect(his.getByRole('heading', { name: 'This album is no longer shared with you' })).toBeVisible()
    await expectAccessible(his)
    await his.goto('/my-photos/photos')
    await expect(tile(his, 'his 1.jpg')).toBeVisible()
  })
})
