import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { openNewLibrary } from './support/newCustomer.ts'
import { openMail, openMailedLink } from './support/outbox.ts'
import { operate } from './support/product.ts'

const pageOfTheLink = (page: Page) => page.getByRole('heading', { level: 1 })
const news = (page: Page) => page.getByRole('region', { name: 'News and offers', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a customer subscribes by a mailed link, whose page does nothing on load, and unsubscribes by another link', async ({
  page,
}) => {
  const { customer } = await openNewLibrary(page, [], { path: '/settings' })
  const sentTo = news(page).getByText(`We’ve sent a link to ${customer.email}. Open it to confirm your subscription.`)

  await test.step('an address that its owner has not confirmed gets no link', async () => {
    await button(page, 'Subscribe').press('Enter')
    await expect(news(page).getByRole('alert')).toHaveText(/^Please confirm your e-mail address first\./)
    await expectAccessible(page)
    const mailbox = await openMailedLink(page, customer.email, '/identity/link/')
    await button(mailbox, 'Continue').click()
    await expect(pageOfTheLink(mailbox)).toHaveText('Your address is confirmed')
    await mailbox.close()
  })

  await test.step('the settings send a link', async () => {
    await button(page, 'Subscribe').press('Enter')
    await expect(sentTo).toBeVisible()
    await expectAccessible(page)
  })

  const link = await openMailedLink(page, customer.email, '/subscription-confirmation')
  await test.step('opening the link does nothing, and its button confirms', async () => {
    await expect(pageOfTheLink(link)).toHaveText('Confirm your subscription')
    await expect(link.getByText(`${customer.email} will then receive news and offers from Keepsake.`)).toBeVisible()
    await link.reload()
    await expectAccessible(link)
    await page.reload()
    await expect(sentTo).toBeVisible()
    const address = link.url()
    await button(link, 'Subscribe').press('Enter')
    await expect(pageOfTheLink(link)).toHaveText('Success!')
    await expect(
      link.getByText(`${customer.email} has been subscribed to news and offers from Keepsake.`),
    ).toBeVisible()
    await expectAccessible(link)
    await page.reload()
    await expect(news(page).getByText(`You have received news and offers at ${customer.email} since `)).toBeVisible()
    await link.goto(address)
    await button(link, 'Subscribe').press('Enter')
    await expect(pageOfTheLink(link)).toHaveText('This link was already used')
    await expectAccessible(link)
    await link.close()
  })

  await test.step('the link of a newsletter shows a page, whose button unsubscribes; this can be undone', async () => {
    await operate('/dev/mailing/newsletters', { name: `journey-${Date.now()}`, letter: 'yearBook' })
    const mail = await openMailedLink(page, customer.email, '/newsletter/unsubscribe/')
    await expect(pageOfTheLink(mail)).toHaveText('Unsubscribe from news and offers?')
    await expectAccessible(mail)
    await button(mail, 'Unsubscribe').press('Enter')
    await expect(pageOfTheLink(mail)).toHaveText('You are unsubscribed')
    await expectAccessible(mail)
    await page.reload()
    await expect(button(page, 'Subscribe')).toBeVisible()
    await button(mail, 'Subscribe again').press('Enter')
    await expect(pageOfTheLink(mail)).toHaveText('You are subscribed again')
    await expectAccessible(mail)
    await mail.close()
  })

  await test.step('a mail program unsubscribes with one click, without a sign-in', async () => {
    const mail = await openMail(page, customer.email, /photo book/i)
    await expect(mail.getByRole('definition').filter({ hasText: /^List-Unsubscribe=One-Click$/ })).toBeVisible()
    const header = mail.getByRole('definition').filter({ hasText: /^<http.*\/newsletter\/unsubscribe\// })
    const url = (await header.innerText()).slice(1, -1)
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })
    expect(answer.status).toBe(200)
    await page.reload()
    await expect(button(page, 'Subscribe')).toBeVisible()
    await mail.close()
  })
})
