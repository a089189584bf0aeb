import { expect, type Page } from '@playwright/test'

/**
 * Opens the newest mail with this subject to an e-mail address, in a page of its own. Waits for the mail, because it
 * may be sent after the page has answered.
 */
export async function openMail(page: Page, email: string, subject: string | RegExp): Promise<Page> {
  const mailbox = await page.context().newPage()
  const mail = mailbox.getByRole('listitem').filter({ hasText: email }).filter({ hasText: subject })
  await expect(async () => {
    await mailbox.goto('/dev/outbox')
    await mail.first().getByRole('link').click({ timeout: 1_000 })
  }).toPass({ timeout: 60_000 })
  return mailbox
}

/** Opens the newest mail with this link to an e-mail address, and then the link, in a page of its own. */
export async function openMailedLink(page: Page, email: string, link: string): Promise<Page> {
  const mailbox = await page.context().newPage()
  await expect(async () => {
    await mailbox.goto('/dev/outbox')
    const mails = mailbox.getByRole('listitem').filter({ hasText: email })
    for (let index = 0; index < (await mails.count()); index += 1) {
      await mails.nth(index).getByRole('link').click()
      const found = mailbox.getByRole('link', { name: link }).first()
      if (await found.isVisible()) return found.click()
      await mailbox.goBack()
    }
    throw new Error(`no mail with ${link}`)
  }).toPass({ timeout: 60_000 })
  return mailbox
}
