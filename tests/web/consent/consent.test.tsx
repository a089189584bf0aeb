import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { consentCookieDomain, encodeConsent, readConsent } from '../../../schema/rules/cookieConsent.ts'
import { months } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'

const consentOf = () => readConsent(document.cookie)
const forget = () => {
  document.cookie = 'cookie-consent=; path=/; max-age=0'
}
const question = () => screen.queryByRole('region', { name: 'Cookies and privacy' })
/** The bodies that were sent to the analytics service. */
let sent: unknown[] = []

beforeEach(() => {
  forget()
  sent = []
  Object.assign(navigator, {
    sendBeacon: (path: string, body: Blob) => {
      void body.text().then((text) => sent.push([path, JSON.parse(text)]))
      return true
    },
  })
})
afterEach(() => {
  forget()
  Reflect.deleteProperty(navigator, 'globalPrivacyControl')
  vi.restoreAllMocks()
})

async function open(path = '/my-photos/photos') {
  const app = renderApp(path)
  if (path === '/my-photos/photos') await app.answer('TimelinePageQuery', months())
  return app
}

async function ask(path?: string) {
  const app = await open(path)
  const banner = await screen.findByRole('region', { name: 'Cookies and privacy' })
  return { app, banner: within(banner) }
}

describe('the question about cookies', () => {
  test.each([
    ['Accept all', { analytics: true, marketing: true }],
    ['Reject all', { analytics: false, marketing: false }],
  ])('is answered by %s, and does not come back', async (name, consent) => {
    const { app, banner } = await ask()
    expect(consentOf()).toBeNull()
    await app.user.click(banner.getByRole('button', { name }))
    expect([consentOf(), question()]).toEqual([consent, null])
    await app.router.navigate('/settings')
    expect(question()).toBeNull()
  })

  test('lets the visitor choose single purposes, which are off by default', async () => {
    const { app, banner } = await ask()
    await app.user.click(banner.getByRole('button', { name: 'Choose' }))
    const [analytics, marketing] = banner.getAllByRole<HTMLInputElement>('checkbox')
    expect([analytics?.checked, marketing?.checked]).toEqual([false, false])
    await app.user.click(banner.getByRole('checkbox', { name: /^Analytics/ }))
    await app.user.click(banner.getByRole('button', { name: 'Save choice' }))
    expect([consentOf(), question()]).toEqual([{ analytics: true, marketing: false }, null])
  })

  test('has two equal buttons, a link to the privacy statement, and leaves the focus where it is', async () => {
    const { app, banner } = await ask()
    const [reject, accept] = ['Reject all', 'Accept all'].map((name) => banner.getByRole('button', { name }))
    expect(reject?.className).toBe(accept?.className)
    const link = banner.getByRole('link', { name: 'Privacy statement' })
    expect(link.getAttribute('href')).toBe(app.session.config.links.privacy)
    expect(document.activeElement?.closest('[aria-labelledby]')).toBeNull()
  })

  test('is not asked on the page that has the same form, which it would cover', async () => {
    const app = await open('/settings/cookies')
    await screen.findByRole('button', { name: 'Save choice' })
    expect(question()).toBeNull()
    await app.router.navigate('/settings')
    expect(await screen.findByRole('region', { name: 'Cookies and privacy' })).toBeTruthy()
  })

  test('is not asked in stripped mode, nor of a browser with Global Privacy Control', async () => {
    const app = await open('/my-photos/photos?stripped=true')
    await app.answer('TimelinePageQuery', months())
    await screen.findByRole('main')
    expect(question()).toBeNull()
    app.unmount()
    Object.assign(navigator, { globalPrivacyControl: true })
    await open()
    await screen.findByRole('main')
    expect(question()).toBeNull()
  })

  test('closes when another tab has answered', async () => {
    await ask()
    document.cookie = 'cookie-consent=01; path=/'
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(question()).toBeNull())
  })

  test('if the browser stores no cookies, says that nothing is counted', async () => {
    const { app, banner } = await ask()
    vi.spyOn(Document.prototype, 'cookie', 'set').mockImplementation(() => undefined)
    await app.user.click(banner.getByRole('button', { name: 'Choose' }))
    await app.user.click(banner.getByRole('button', { name: 'Save choice' }))
    expect(banner.getByRole('alert').textContent).toMatch(/Nothing is counted\.$/)
  })
})

const view = (page: string) => ['/measurements', { brand: 'keepsake', measurements: [{ kind: 'pageView', page }] }]

describe('page views', () => {
  test('are counted without ids from the moment at which analytics is allowed', async () => {
    const { app, banner } = await ask()
    expect(sent).toEqual([])
    await app.user.click(banner.getByRole('button', { name: 'Accept all' }))
    await app.router.navigate('/my-photos/albums/QWxidW06MQ?sort=asc#month')
    await waitFor(() => expect(sent).toEqual([view('/my-photos/photos'), view('/my-photos/albums/:albumId')]))
    await app.router.navigate('/no-such-page')
    await app.router.navigate('/settings/cookies')
    await app.user.click(await screen.findByRole('checkbox', { name: /^Analytics/ }))
    await app.user.click(screen.getByRole('button', { name: 'Save choice' }))
    await app.router.navigate('/orders')
    expect(sent.slice(2)).toEqual([view('/settings/cookies')])
    expect(consentOf()).toEqual({ analytics: false, marketing: true })
  })
})

test('a browser without beacons shows its pages, and counts nothing', async () => {
  Reflect.deleteProperty(navigator, 'sendBeacon')
  document.cookie = 'cookie-consent=11; path=/'
  await open('/settings/cookies')
  expect(await screen.findByRole('checkbox', { name: /^Analytics/, checked: true })).toBeTruthy()
})

describe('the cookie settings', () => {
  test('show the decision, and the settings lead to them', async () => {
    document.cookie = 'cookie-consent=01; path=/'
    const app = renderApp('/settings/cookies')
    expect(await screen.findByRole('checkbox', { name: /^Marketing/, checked: true })).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: /^Analytics/, checked: false })).toBeTruthy()
    await app.user.click(screen.getByRole('checkbox', { name: /^Marketing/ }))
    await app.user.click(screen.getByRole('button', { name: 'Save choice' }))
    expect(screen.getByText('Your choice is saved.')).toBeTruthy()
    expect(consentOf()).toEqual({ analytics: false, marketing: false })
  })
})

test.each([
  ['www.keepsake.example', 'keepsake.example'],
  ['account.keepsake.example', 'keepsake.example'],
  ['my.shop.keepsake.example', 'shop.keepsake.example'],
  ['photos.keepsake.example', 'photos.keepsake.example'],
  ['my.www.keepsake.example', 'www.keepsake.example'],
  ['lumina.localhost', 'lumina.localhost'],
  ['my.localhost', 'my.localhost'],
  ['account.example', 'account.example'],
  ['localhost', null],
  ['127.0.0.1', null],
  ['[::1]', null],
])('at %s the domain of the cookie is %s', (host, domain) => {
  expect(consentCookieDomain(host)).toBe(domain)
})

test.each([
  ['a=1; cookie-consent=10', '10'],
  ['cookie-consent=01;b=2', '01'],
  ['cookie-consent=2', null],
  ['cookie-consent=111', null],
  ['xcookie-consent=11', null],
  ['', null],
])('the cookies %j mean %s', (cookies, digits) => {
  const consent = readConsent(cookies)
  expect(consent && encodeConsent(consent)).toBe(digits)
})
