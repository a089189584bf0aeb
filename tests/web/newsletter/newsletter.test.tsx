import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { newsletterConsentVersion } from '../../../schema/rules/newsletterConsent.ts'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => localStorage.clear())

const email = 'anna@keepsake.example'
const subscribing = 'useNewsletterChangeSubscribeMutation'
const unsubscribing = 'useNewsletterChangeUnsubscribeMutation'
const confirmedAt = '2026-03-01T09:00:00.000Z'

function viewerWith(newsletter: object | null) {
  const customer = { __typename: 'Customer', id: 'customer', business: null }
  return { __typename: 'Viewer', email, customer, newsletter }
}

const inState = (state: string) =>
  viewerWith({ state, email, confirmedAt: state === 'SUBSCRIBED' ? confirmedAt : null })
const subscribed = (state: string) => ({
  subscribeToNewsletter: { __typename: 'SubscribeToNewsletterSuccess', viewer: inState(state) },
})
const unsubscribed = {
  unsubscribeFromNewsletter: { __typename: 'UnsubscribeFromNewsletterSuccess', viewer: inState('UNSUBSCRIBED') },
}

async function openSettings(state: string) {
  const app = renderApp('/settings')
  await app.answer('SettingsPageQuery', { viewer: inState(state) })
  const part = within(await screen.findByRole('region', { name: 'News and offers' }))
  return { ...app, part, press: async (name: string) => app.user.click(part.getByRole('button', { name })) }
}

describe('news and offers in the settings', () => {
  test('say what the customer agrees to, and send the version and the language of this text', async () => {
    const { part, press, asked, answer } = await openSettings('NONE')
    expect(part.getByRole('status').textContent).toMatch(/may send me news and offers by e-mail/)
    await press('Subscribe')
    const { request } = await asked(subscribing)
    expect(request.variables).toEqual({ input: { locale: 'en-GB', textVersion: newsletterConsentVersion } })
    await answer(subscribing, subscribed('PENDING'))
    expect(part.getByRole('status').textContent).toBe(
      `We’ve sent a link to ${email}. Open it to confirm your subscription.`,
    )
    expect(document.activeElement).toBe(part.getByRole('button', { name: 'Send the link again' }))
  })

  test('end a pending subscription', async () => {
    const { part, press, answer } = await openSettings('PENDING')
    await press('Cancel the subscription')
    await answer(unsubscribing, unsubscribed)
    expect(document.activeElement).toBe(part.getByRole('button', { name: 'Subscribe' }))
  })

  test('say since when the customer is subscribed, and unsubscribe', async () => {
    const { part, press, answer } = await openSettings('SUBSCRIBED')
    expect(part.getByRole('status').textContent).toBe(
      `You have received news and offers at ${email} since 1 March 2026.`,
    )
    await press('Unsubscribe')
    await answer(unsubscribing, unsubscribed)
    expect(part.getByRole('button', { name: 'Subscribe' })).toBeTruthy()
  })

  test.each([
    [
      { __typename: 'MailLimitReached', retryAt: '2026-03-02T00:00:00.000Z' },
      /^We’ve already sent the link several times/,
    ],
    [{ __typename: 'EmailUnconfirmed' }, /^Please confirm your e-mail address first/],
    [{ __typename: 'SomethingNew' }, /^We couldn’t change your subscription/],
  ])('say why nothing was changed after %j', async (result, text) => {
    const { part, press, answer } = await openSettings('NONE')
    await press('Subscribe')
    await answer(subscribing, { subscribeToNewsletter: result })
    expect(part.getByRole('alert').textContent).toMatch(text)
    expect(part.getByRole('button', { name: 'Subscribe' })).toBeTruthy()
  })

  test('keep the state after a failure, and can be tried again', async () => {
    const { part, press, fail, pending } = await openSettings('SUBSCRIBED')
    await press('Unsubscribe')
    await fail(unsubscribing)
    expect(part.getByRole('alert').textContent).toMatch(/^We couldn’t change your subscription/)
    await press('Unsubscribe')
    await expect.poll(() => pending(unsubscribing)).toHaveLength(1)
  })

  test('are not shown if the service does not have them', async () => {
    const app = renderApp('/settings')
    await app.answer('SettingsPageQuery', { viewer: viewerWith(null) })
    expect(await screen.findByText(`You are signed in as ${email}.`, { exact: true })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'News and offers' })).toBeNull()
  })
})

test('the version of the consent is recorded with a digest of its texts in all languages', () => {
  const texts = readdirSync('web/locales')
    .filter((file) => file.endsWith('.json'))
    .toSorted()
    .map((file) => JSON.parse(readFileSync(`web/locales/${file}`, 'utf8'))['newsletter.consent'])
  const digest = createHash('sha256').update(JSON.stringify(texts)).digest('base64url')
  // When the texts change, change the version too, and copy the digest that this test prints.
  expect([newsletterConsentVersion, digest]).toEqual(['2026-11-29', 'ZcnMc402G9PLG7Rszjw1A_H1G6KfzR48KAIENBwFA1k'])
})
