import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { startConnectedApp } from './support/connectedApp.ts'
import { photo } from './support/library.ts'
import { addPhotos, registerWithoutBrowser } from './support/newCustomer.ts'
import { submitSignIn } from './support/session.ts'

const path = '/settings/connected-apps'

test('by keyboard only: a customer lets an app of another origin read the photos, and disconnects it', async ({
  page,
  context,
}) => {
  const app = await startConnectedApp(0)
  const signedIn = await registerWithoutBrowser()
  await addPhotos(signedIn, [await photo('frame.jpg')])
  let tokens: { readonly access: string; readonly refresh: string } | undefined

  await test.step('the app asks, and the page says what it may do', async () => {
    await app.askForAccess(page)
    await submitSignIn(page, signedIn.customer.email, signedIn.customer.password)
    await expect(page.getByRole('heading', { name: `Let ${app.name} use your account?` })).toBeVisible()
    await expect(page.locator('.allowed li')).toHaveText([
      'see your name and your e-mail address',
      'see and download your photos and albums',
    ])
    await expectAccessible(page)
    await tabTo(page, page.getByRole('button', { name: 'Allow', exact: true }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: app.name })).toBeVisible()
  })

  await test.step('the page of the app gets tokens, which read the photos and no orders', async () => {
    const { status, body } = await app.exchangeCode(page)
    expect(status).toBe(200)
    tokens = { access: body.access_token ?? '', refresh: body.refresh_token ?? '' }
    const photos = await app.query(page, tokens.access, '{ viewer { library { photosCount } } }')
    expect(photos.body).toEqual({ data: { viewer: { library: { photosCount: 1 } } } })
    const orders = await app.query(page, tokens.access, '{ viewer { orders(first: 1) { totalCount } } }')
    expect(orders.body.errors?.[0]?.extensions).toMatchObject({ code: 'FORBIDDEN', scope: 'orders:read' })
    const renewed = await app.refresh(page, tokens.refresh)
    expect(renewed.status).toBe(200)
    tokens = { access: renewed.body.access_token ?? '', refresh: renewed.body.refresh_token ?? tokens.refresh }
  })

  const settings = await context.newPage()
  await test.step('the settings show the app, and disconnect it after a question', async () => {
    await settings.goto('/settings')
    await tabTo(settings, settings.getByRole('link', { name: /^Connected apps/ }))
    await settings.keyboard.press('Enter')
    await expect(settings).toHaveURL((url) => url.pathname === path)
    await expect(settings.getByRole('heading', { name: app.name })).toBeVisible()
    await expectAccessible(settings)
    await tabTo(settings, settings.getByRole('button', { name: `Disconnect ${app.name}` }))
    await settings.keyboard.press('Enter')
    await expect(settings.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expectAccessible(settings)
    await tabTo(settings, settings.getByRole('button', { name: 'Disconnect', exact: true }))
    await settings.keyboard.press('Enter')
    await expect(settings.getByText(`${app.name} is disconnected.`)).toBeVisible()
    await expect(settings.getByRole('heading', { name: 'No app is connected to your account.' })).toBeVisible()
    await expectAccessible(settings)
  })

  await test.step('the app gets no further tokens, and would have to ask again', async () => {
    const refused = await app.refresh(page, tokens?.refresh ?? '')
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
    await app.askForAccess(page)
    await expect(page.getByRole('heading', { name: `Let ${app.name} use your account?` })).toBeVisible()
    await page.getByRole('button', { name: 'Do not allow' }).click()
    await expect(page).toHaveURL((url) => url.searchParams.get('error') === 'access_denied')
  })
  app.close()
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(target).toBeFocused({ timeout: 50 })
  }).toPass()
}
