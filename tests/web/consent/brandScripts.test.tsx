import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { scriptsOf } from '../../../web/shared/consent/brandScripts.ts'
import { renderApp } from '../support/renderApp.tsx'

const decide = (digits: string) => {
  document.cookie = `cookie-consent=${digits}; path=/`
}
const forget = () => {
  document.cookie = 'cookie-consent=; path=/; max-age=0'
}
const received = {
  consentScript: 'https://consent.test/loader.js',
  feedbackScript: 'https://feedback.test/{id}.js',
  feedbackWidgets: { 'en-GB': 'keepsake-en' },
}
const consentUrl = received.consentScript
const feedbackUrl = 'https://feedback.test/keepsake-en.js'

/** The URLs of the scripts that the page has loaded, in order. */
function loadedUrls(): string[] {
  return [...document.querySelectorAll<HTMLScriptElement>('head script[src*=".test/"]')].map(({ src }) => src)
}

const reload = vi.fn()

beforeEach(() => {
  forget()
  reload.mockClear()
  vi.stubGlobal('location', Object.assign(new URL(location.href), { reload }))
})
afterEach(() => {
  forget()
  for (const script of document.querySelectorAll('head script[src*=".test/"]')) script.remove()
  history.replaceState(null, '')
  vi.unstubAllGlobals()
})

/** Opens a page, and waits until its notices have loaded. */
async function open(path: string) {
  const app = renderApp(path, { received })
  await screen.findByRole('heading', { level: 1, name: 'Cookies and privacy' })
  return app
}

describe('the scripts of the brand', () => {
  test('load only after the visitor has allowed what they need, each once', async () => {
    const app = await open('/settings/cookies')
    await app.router.navigate('/settings')
    await screen.findByRole('region', { name: 'Cookies and privacy' })
    expect(loadedUrls()).toEqual([])
    const decisions: unknown[] = []
    const note = (event: Event) => decisions.push(event instanceof CustomEvent && event.detail)
    addEventListener('cookie-consent', note)
    await app.user.click(screen.getByRole('button', { name: 'Accept all' }))
    removeEventListener('cookie-consent', note)
    expect(decisions).toEqual([{ analytics: true, marketing: true }])
    await waitFor(() => expect(loadedUrls()).toEqual([consentUrl, feedbackUrl]))
    const [first] = document.querySelectorAll<HTMLScriptElement>('head script[src*=".test/"]')
    expect([first?.async, first?.referrerPolicy]).toEqual([true, 'no-referrer'])
    await app.router.navigate('/settings/cookies')
    expect(loadedUrls()).toEqual([consentUrl, feedbackUrl])
    expect(reload).not.toHaveBeenCalled()
  })

  test.each([
    ['00', '', []],
    ['01', '', [consentUrl]],
    ['10', '', [consentUrl, feedbackUrl]],
    ['11', '?stripped=true', []],
  ])('after the decision %s, at the address /settings/cookies%s: %j', async (digits, query, expected) => {
    decide(digits)
    await open(`/settings/cookies${query}`)
    await waitFor(() => expect(loadedUrls()).toEqual(expected))
  })

  test('make the page load again when the visitor withdraws the consent for them; the form then says that the choice is saved', async () => {
    decide('11')
    const app = await open('/settings/cookies')
    await waitFor(() => expect(loadedUrls()).toEqual([consentUrl, feedbackUrl]))
    expect(screen.queryByText('Your choice is saved.')).toBeNull()
    await app.user.click(screen.getByRole('checkbox', { name: /^Marketing/ }))
    await app.user.click(screen.getByRole('button', { name: 'Save choice' }))
    expect(reload).not.toHaveBeenCalled()
    await app.user.click(screen.getByRole('checkbox', { name: /^Analytics/ }))
    await app.user.click(screen.getByRole('button', { name: 'Save choice' }))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
    app.unmount()
    await open('/settings/cookies')
    expect(screen.getByText('Your choice is saved.')).toBeTruthy()
  })

  test('make the page load again when the consent for them was withdrawn in another tab', async () => {
    decide('10')
    await open('/settings/cookies')
    await waitFor(() => expect(loadedUrls()).toEqual([consentUrl, feedbackUrl]))
    decide('00')
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  })
})

describe('the question about cookies', () => {
  test('says that analytics includes feedback, only if the brand has a widget in the locale', async () => {
    decide('00')
    const { unmount } = await open('/settings/cookies')
    expect(screen.getByRole('checkbox', { name: /^Analytics.*Also shows a button for your feedback\.$/ })).toBeTruthy()
    unmount()
    renderApp('/settings/cookies')
    expect(await screen.findByRole('checkbox', { name: /^Analytics.*your photos\.$/ })).toBeTruthy()
  })
})

test.each([
  [{}, 'en-GB', null, null],
  [received, 'nl-NL', consentUrl, null],
  [received, 'en-GB', consentUrl, feedbackUrl],
  [{ ...received, feedbackWidgets: { 'en-GB': 'a/b' } }, 'en-GB', consentUrl, 'https://feedback.test/a%2Fb.js'],
  [{ consentScript: 5, feedbackScript: {}, feedbackWidgets: null }, 'en-GB', null, null],
])('the config %j in %s has the scripts %s and %s', (config, locale, consent, feedback) => {
  expect(scriptsOf({ received: config }, locale)).toEqual({ consent, feedback })
})
