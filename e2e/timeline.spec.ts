import { expect, test, type Page } from '@playwright/test'
import { photo } from './support/library.ts'
import { addPhotos, registerInBrowser, type SignedIn } from './support/newCustomer.ts'
import { operate } from './support/product.ts'
import { wheelTo } from './support/scrolling.ts'
import { watchShifts } from './support/shifts.ts'

/** A new customer with 2,000 photos over 200 months, and 200 more in August 2020. */
async function openLargeLibrary(page: Page): Promise<SignedIn> {
  const signedIn = await registerInBrowser(page)
  await addPhotos(signedIn, [await photo('last of august.jpg', { taken: '2020:08:31 23:00:00' })])
  const { accountId } = signedIn
  await operate('/dev/photos/synthetic', { accountId, count: 2_000 })
  await operate('/dev/photos/synthetic', { accountId, count: 200, month: '2020-08' })
  return signedIn
}

function title(page: Page, month: string) {
  return page.getByRole('heading', { name: month, exact: true })
}

test('a large library: sort, go back, open a link to a month, load more, see a deletion, without layout shifts', async ({
  page,
  context,
}) => {
  const { token } = await openLargeLibrary(page)
  const shifts = await watchShifts(page)
  const asked: string[] = []
  page.on('request', (request) => {
    const body = request.url().endsWith('/graphql') ? (request.postData() ?? '') : ''
    if (body.includes('CollectionPageQuery')) asked.push(body)
  })

  await test.step('a link to a month opens it without loading the months before', async () => {
    await page.goto('/my-photos/photos#2020-08')
    await expect(title(page, 'August 2020')).toBeInViewport()
    await expect(page.getByRole('link', { name: /^Photo / }).first()).toBeVisible()
    expect(asked.length).toBeLessThan(25)
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_500)
  })

  const august = page.getByRole('region', { name: 'August 2020' })
  await test.step('a photo deleted in another tab disappears, and the visible photos stay in place', async () => {
    const first = august.getByRole('link', { name: /^Photo / }).first()
    await expect(first).toBeVisible()
    const photoId = await first.getAttribute('data-photo')
    const count = august.getByText(/^\d+ photos$/)
    const before = Number.parseInt((await count.textContent()) ?? '', 10)
    const other = await context.newPage()
    await expect(async () => {
      const answer = await other.request.post('/graphql', {
        headers: { authorization: `Bearer ${token}` },
        data: {
          query: 'mutation ($input: DeletePhotosInput!) { deletePhotos(input: $input) { __typename } }',
          variables: { input: { photoIds: [photoId] } },
        },
      })
      expect(await answer.json()).toEqual({ data: { deletePhotos: { __typename: 'DeletePhotosSuccess' } } })
    }).toPass()
    await expect(page.locator(`[data-photo="${photoId}"]`)).toHaveCount(0)
    await expect(title(page, 'August 2020')).toBeInViewport()
    await expect(count).toHaveText(`${before - 1} photos`)
  })

  await test.step('+N adds photos, and after the third press further photos load automatically', async () => {
    for (let press = 1; press <= 3; press += 1) {
      const more = august.getByRole('button', { name: /^Show [\d,]+ more, August 2020/ })
      await expect(more).toBeEnabled()
      const before = await more.textContent()
      await more.click()
      await expect(more).not.toHaveText(before ?? '')
    }
    const before = (await shifts()).total
    await expect(async () => {
      await wheelTo(page, title(page, 'July 2020'), 600)
      await expect(page.getByRole('button', { name: /^Show [\d,]+ more, August 2020/ })).toHaveCount(0, {
        timeout: 1_000,
      })
    }).toPass()
    expect((await shifts()).total - before, 'what moved by itself').toBeLessThanOrEqual(0.01)
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2_500)
  })

  await test.step('another sort order starts at the top, and Back restores the previous one', async () => {
    await page.goto('/my-photos/photos')
    const months = page.locator('h2[id^="title-"]')
    await expect(months.first()).toBeVisible()
    const newest = (await months.first().textContent()) ?? ''
    await page.mouse.wheel(0, 3_000)
    await page.getByRole('button', { name: /Sort by/ }).click()
    await page.getByRole('menuitemradio', { name: 'Oldest first' }).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'dateTaken-asc')
    await expect(months.first()).not.toHaveText(newest)
    await expect(months.first()).toBeInViewport()
    await expect(page.getByText('Sorted by: Oldest first')).toBeAttached()
    await page.reload()
    await expect(months.first()).not.toHaveText(newest)
    await page.goBack()
    await expect(page.getByRole('button', { name: /Sort by/ })).toContainText('Newest first')
  })
})
