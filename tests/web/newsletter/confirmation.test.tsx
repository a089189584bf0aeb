import { screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'

afterEach(() => localStorage.clear())

const mutation = 'useConfirmSubscriptionMutation'
const link = '/subscription-confirmation?confirmation-token=a%2Bb&email=mira%2Bnews%40example.com'
const button = () => screen.findByRole('button', { name: 'Subscribe' })

async function press(path = link) {
  const app = renderApp(path)
  await app.user.click(await button())
  return app
}

describe('the page of the mailed link', () => {
  test('says what will happen, and makes no request when it is opened', async () => {
    const app = renderApp(link)
    expect(await screen.findByRole('heading', { name: 'Confirm your subscription' })).toBeTruthy()
    expect(screen.getByText(/^mira\+news@example\.com will then receive news and offers from /)).toBeTruthy()
    expect(app.environment.mock.getAllOperations()).toEqual([])
  })

  test('subscribes when its button is pressed, without an access token, and says so', async () => {
    const app = await press(`${link}&stripped=true`)
    const { request } = await app.asked(mutation)
    expect(request.variables).toEqual({ input: { email: 'mira+news@example.com', token: 'a+b' } })
    expect(request.cacheConfig?.metadata).toEqual({ keepalive: false, isAnonymous: true })
    expect((await screen.findByRole('button', { name: 'Subscribe' })).getAttribute('aria-disabled')).toBe('true')
    await app.answer(mutation, {
      confirmNewsletterSubscription: {
        __typename: 'ConfirmNewsletterSubscriptionSuccess',
        email: 'mira+news@example.com',
      },
    })
    expect(await screen.findByRole('heading', { name: 'Success!' })).toBeTruthy()
    expect(screen.getByText(/^mira\+news@example\.com has been subscribed to news and offers from /)).toBeTruthy()
    const { pathname, search } = app.router.state.location
    expect([pathname, search]).toEqual(['/subscription-confirmation-success', '?stripped=true'])
    const { storeFront } = app.session.config.links
    expect(screen.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(storeFront)
  })

  test.each([
    ['USED', 'used', 'This link was already used', /^The link works only once/, 'Continue'],
    ['EXPIRED', 'expired', 'Your subscription wasn’t confirmed', /^The link has expired/, 'Go to my settings'],
    ['UNKNOWN', 'wrong', 'Your subscription wasn’t confirmed', /^The link is incomplete/, 'Go to my settings'],
  ])('after %s, opens a page with the reason and a next step', async (problem, reason, title, text, step) => {
    const app = await press()
    await app.answer(mutation, { confirmNewsletterSubscription: { __typename: 'MailedLinkRefused', problem } })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: step })).toBeTruthy()
    const { pathname, search } = app.router.state.location
    expect([pathname, search]).toEqual(['/subscription-confirmation-error', `?reason=${reason}`])
  })

  test('can be tried again after a failure', async () => {
    const app = await press()
    await app.fail(mutation)
    expect(await screen.findByText(/^We do not know whether your subscription was confirmed/)).toBeTruthy()
    expect(app.router.state.location.pathname).toBe('/subscription-confirmation-error')
    await app.user.click(screen.getByRole('link', { name: 'Try again' }))
    await app.user.click(await button())
    await expect.poll(() => app.pending(mutation)).toHaveLength(1)
    expect(app.pending(mutation)[0]?.request.variables).toEqual({
      input: { email: 'mira+news@example.com', token: 'a+b' },
    })
  })

  test('shows a failure if this client does not know the type of the result', async () => {
    const app = await press()
    await app.answer(mutation, { confirmNewsletterSubscription: { __typename: 'SomethingNew' } })
    expect(await screen.findByText(/^We do not know whether your subscription was confirmed/)).toBeTruthy()
  })

  test.each(['', '?email=mira%40example.com', '?confirmation-token=a', '?confirmation-token=&email='])(
    'says that the link is not complete with the query %j',
    async (query) => {
      const app = renderApp(`/subscription-confirmation${query}`)
      expect(await screen.findByText(/^The link is incomplete/)).toBeTruthy()
      expect(app.environment.mock.getAllOperations()).toEqual([])
    },
  )
})

test('the page about the success does not show an e-mail address from its URL', async () => {
  renderApp('/subscription-confirmation-success?email=evil%40example.com')
  expect(await screen.findByText(/^Your address has been subscribed/)).toBeTruthy()
  expect(document.body.textContent).not.toContain('evil')
})
