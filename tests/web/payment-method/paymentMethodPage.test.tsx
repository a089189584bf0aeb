import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { assign, cleanUp, installNavigation } from '../print-order/printKit.ts'
import { buildCustomer, viewerWith } from '../settings/settingsKit.ts'
import { renderApp } from '../support/renderApp.tsx'

const path = '/settings/payment-method'
const query = 'PaymentMethodPageQuery'
const adding = 'useAddMethodMutation'
const completing = 'useSetupOutcomeMutation'
const removing = 'removeMethodMutation'

const card = {
  __typename: 'PaymentMethod',
  id: 'card',
  kind: 'CARD',
  brand: 'Visa',
  lastDigits: '4242',
  validUntil: '2028-02-29',
  state: 'USABLE',
}

function answerWith(own: Record<string, unknown> = {}) {
  const paymentMethods = { stored: null, removing: [], allowedKinds: ['CARD', 'DIRECT_DEBIT'], canChange: true, ...own }
  return { viewer: { __typename: 'Viewer', paymentMethods } }
}

async function open(own: Record<string, unknown> = {}, address = path) {
  const app = renderApp(address)
  await app.answer(query, answerWith(own))
  await screen.findByRole('heading', { level: 2 })
  return app
}

type App = Awaited<ReturnType<typeof open>>

beforeEach(installNavigation)
afterEach(() => {
  cleanUp()
  for (const { id } of currentToasts()) closeToast(id)
})

const button = (name: string) => screen.getByRole('button', { name })
const noButton = (name: string) => expect(screen.queryByRole('button', { name })).toBeNull()
const signingInAgain = (app: App) =>
  vi.spyOn(app.session.signIn, 'startAgain').mockReturnValue(new Promise(() => undefined))
const removal = (arm: object) => ({ removePaymentMethod: arm })

async function confirmRemoval(app: App) {
  await app.user.click(button('Remove'))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Visa ending in 4242?' }))
  await app.user.click(dialog.getByRole('button', { name: 'Remove payment method' }))
  return dialog
}

describe('the page of the payment method', () => {
  test('shows the stored method, and has no field', async () => {
    await open({ stored: card })
    expect(screen.getByRole('heading', { name: 'Visa ending in 4242' })).toBeTruthy()
    expect(screen.getByText('Valid until February 2028', { exact: true })).toBeTruthy()
    expect(document.querySelectorAll('main input, main textarea, main select')).toHaveLength(0)
    expect([button('Replace'), button('Remove')]).toHaveLength(2)
  })

  test('gives a method of an unknown kind a general name, and says when it has expired', async () => {
    await open({ stored: { ...card, kind: 'wallet', brand: null, lastDigits: null, state: 'EXPIRED' } })
    expect(screen.getByRole('heading', { level: 2, name: 'Payment method' })).toBeTruthy()
    expect(screen.getByText(/^Expired after February 2028\./)).toBeTruthy()
  })

  test('says that nothing is stored, and which kinds can be stored', async () => {
    await open()
    expect(screen.getByRole('heading', { name: 'No payment method saved' })).toBeTruthy()
    expect(screen.getByText('You can save: Card or Direct debit', { exact: true })).toBeTruthy()
    noButton('Remove')
  })

  test('offers no button if the brand allows nothing', async () => {
    await open({ allowedKinds: [] })
    noButton('Add a payment method')
    expect(screen.getByText(/^Your account can save no payment method\./)).toBeTruthy()
  })

  test('of a blocked business account can be read and not changed', async () => {
    await open({ stored: card, canChange: false })
    for (const name of ['Replace', 'Remove']) noButton(name)
    expect(screen.getByText(/^Your business account is blocked/)).toBeTruthy()
  })

  test('says that the shop stores no payment methods', async () => {
    const app = renderApp(path)
    await app.answer(query, { viewer: { __typename: 'Viewer', paymentMethods: null } })
    expect(await screen.findByText(/^Payment methods cannot be saved here\./)).toBeTruthy()
  })

  test('says that it could not be loaded, with a retry', async () => {
    const app = renderApp(path)
    await app.fail(query)
    expect((await screen.findByRole('alert')).textContent).toContain('An error occurred loading your payment method')
    await app.user.click(button('Try again'))
    await app.answer(query, answerWith())
    expect(await screen.findByRole('heading', { name: 'No payment method saved' })).toBeTruthy()
  })

  test('names a removed method that the provider has not deleted yet', async () => {
    await open({ stored: card, removing: [{ ...card, id: 'gone', lastDigits: '1111', state: 'REMOVING' }] })
    expect(screen.getByText(/^Visa ending in 1111 is no longer used\./)).toBeTruthy()
  })

  test('is linked from the settings', async () => {
    const app = renderApp('/settings')
    await app.answer('SettingsPageQuery', viewerWith(buildCustomer()))
    expect((await screen.findByRole('link', { name: /^Payment method/ })).getAttribute('href')).toBe(path)
  })
})

const start = async (app: App, arm: object) => {
  await app.user.click(button('Add a payment method'))
  await app.answer(adding, { startPaymentMethodSetup: arm })
}

describe('adding a payment method', () => {
  test('opens the page of the payment provider in this window', async () => {
    const app = await open()
    await app.user.click(button('Add a payment method'))
    expect((await app.asked(adding)).request.variables).toEqual({ input: { locale: 'en-GB' } })
    const pageUrl = 'https://pay.example/1'
    await app.answer(adding, { startPaymentMethodSetup: { __typename: 'StartPaymentMethodSetupSuccess', pageUrl } })
    expect(assign.mock.calls).toEqual([[pageUrl]])
    expect(button('Add a payment method').getAttribute('aria-disabled')).toBe('true')
    // The customer goes back, and the browser shows the page as it was left.
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
    expect(button('Add a payment method').getAttribute('aria-disabled')).not.toBe('true')
  })

  test('asks for the password first if the sign-in is not recent, and then continues by itself', async () => {
    const app = await open()
    const again = signingInAgain(app)
    await start(app, { __typename: 'RecentSignInRequired' })
    await expect.poll(() => again.mock.calls.length).toBe(1)
    app.unmount()
    const returned = await open()
    expect((await returned.asked(adding)).request.variables).toEqual({ input: { locale: 'en-GB' } })
    returned.unmount()
    // Only once: another visit of the page starts nothing.
    expect((await open()).pending(adding)).toEqual([])
  })

  test.each([
    ['PaymentProviderUnavailable', 'The payment provider does not answer at the moment. Please try again later.'],
    ['TooManyPaymentMethodSetups', 'You have started this too often. Please try again in an hour.'],
    ['PaymentMethodNotAllowed', 'Your account can save no payment method at the moment.'],
    ['BusinessAccountBlocked', 'Nothing was changed, because your business account is blocked.'],
    ['SomethingNew', 'The page of the payment provider could not be opened. Please try again.'],
  ])('says why it was not started: %s', async (__typename, message) => {
    const app = await open()
    await start(app, { __typename })
    expect((await screen.findByText(message, { exact: true })).closest('[role=alert]')).not.toBeNull()
    expect(assign).not.toHaveBeenCalled()
    expect(button('Add a payment method').getAttribute('aria-disabled')).not.toBe('true')
  })

  test('says that it failed, and can be repeated', async () => {
    const app = await open()
    await app.user.click(button('Add a payment method'))
    await app.fail(adding)
    expect(await screen.findByText(/^The page of the payment provider could not be opened\./)).toBeTruthy()
    await app.user.click(button('Add a payment method'))
    await app.asked(adding)
    expect(screen.queryByText(/^The page of the payment provider could not be opened\./)).toBeNull()
  })
})

const completed = (outcome: string | null) => ({
  completePaymentMethodSetup: { __typename: 'CompletePaymentMethodSetupSuccess', outcome },
})

const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
const comeBack = (own: Record<string, unknown> = {}) => open(own, `${path}?setup=s1`)

describe('coming back from the payment provider', () => {
  test('asks for the outcome, and shows the method', async () => {
    const app = await comeBack()
    expect(status()).toContain('Asking the payment provider…')
    expect((await app.asked(completing)).request.variables).toEqual({ input: { setup: 's1' } })
    await app.answer(completing, completed('STORED'))
    await app.answer(query, answerWith({ stored: card }))
    expect(screen.getByRole('heading', { name: 'Visa ending in 4242' })).toBeTruthy()
    expect(status()).toContain('Your payment method is saved.')
  })

  test.each([
    ['REFUSED', 'The payment method was refused. Nothing has changed.'],
    ['CANCELLED', 'You have cancelled. Nothing has changed.'],
    ['EXPIRED', 'You ran out of time at the payment provider. Nothing has changed.'],
    ['SUPERSEDED', 'You have saved another payment method since. We kept that one.'],
    ['UNFINISHED', 'You have not finished at the payment provider. Nothing has changed.'],
  ])('says that the outcome is %s, even after a reload', async (outcome, message) => {
    for (const visit of ['first', 'reload']) {
      const app = await comeBack({ stored: card })
      await app.answer(completing, completed(outcome))
      expect([visit, status()]).toEqual([visit, expect.arrayContaining([message])])
      app.unmount()
    }
  })

  test('can ask again while the bank still checks', async () => {
    const app = await comeBack()
    await app.answer(completing, completed('PENDING'))
    expect(status()).toContainEqual(expect.stringMatching(/^Your bank is still checking/))
    await app.user.click(button('Ask again'))
    await app.answer(completing, completed('STORED'))
    await app.answer(query, answerWith({ stored: card }))
    expect(status()).toContain('Your payment method is saved.')
  })

  test.each([
    ['a failed request', null, 'We couldn’t find out what happened to your payment method.'],
    [
      'a provider that does not answer',
      { __typename: 'PaymentProviderUnavailable' },
      'The payment provider does not answer at the moment. Please try again later.',
    ],
  ])('can ask again after %s', async (_what, arm, message) => {
    const app = await comeBack()
    if (arm) await app.answer(completing, { completePaymentMethodSetup: arm })
    else await app.fail(completing)
    expect(status()).toContainEqual(expect.stringContaining(message))
    await app.user.click(button('Ask again'))
    await app.answer(completing, completed('CANCELLED'))
    expect(status()).toContain('You have cancelled. Nothing has changed.')
  })

  test('with the setup of another account stores nothing and says so', async () => {
    const app = await comeBack()
    await app.answer(completing, { completePaymentMethodSetup: { __typename: 'PaymentMethodSetupNotFound' } })
    expect(status()).toContain('This address does not belong to your account. Nothing has changed.')
    noButton('Ask again')
  })

  test('to the URL of an earlier setup does not say that a removed method is saved', async () => {
    const app = await comeBack()
    await app.answer(completing, completed('STORED'))
    await app.answer(query, answerWith())
    expect(status().join('')).not.toContain('Your payment method is saved.')
  })
})

const success = (isConfirmed: boolean) =>
  removal({ __typename: 'RemovePaymentMethodSuccess', removedPaymentMethodId: 'card', isConfirmed })

describe('removing the payment method', () => {
  test('asks first, with the focus on Cancel', async () => {
    const app = await open({ stored: card })
    await app.user.click(button('Remove'))
    const dialog = within(await screen.findByRole('alertdialog'))
    await expect.poll(() => document.activeElement).toBe(dialog.getByRole('button', { name: 'Cancel' }))
    await app.user.keyboard('{Enter}')
    await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
    expect(app.pending(removing)).toEqual([])
  })

  test('removes it, and the URL no longer names an earlier setup', async () => {
    const app = await open({ stored: card }, `${path}?setup=s1`)
    await app.answer(completing, completed('CANCELLED'))
    await confirmRemoval(app)
    expect((await app.asked(removing)).request.variables).toEqual({ input: { paymentMethodId: 'card' } })
    await app.answer(removing, success(true))
    expect(await screen.findByRole('heading', { name: 'No payment method saved' })).toBeTruthy()
    expect(currentToasts().map(({ message }) => message)).toEqual(['Payment method removed'])
    await expect.poll(() => app.router.state.location.search).toBe('')
  })

  test('never says removed while the provider has not confirmed it', async () => {
    const app = await open({ stored: card })
    await confirmRemoval(app)
    await app.answer(removing, success(false))
    await app.answer(query, answerWith({ removing: [{ ...card, state: 'REMOVING' }] }))
    expect(await screen.findByText(/has not confirmed yet that it has deleted it\.$/)).toBeTruthy()
    expect(currentToasts()).toEqual([])
  })

  test('asks for the password first if the sign-in is not recent, and then asks again', async () => {
    const app = await open({ stored: card })
    const again = signingInAgain(app)
    await confirmRemoval(app)
    await app.answer(removing, removal({ __typename: 'RecentSignInRequired' }))
    await expect.poll(() => again.mock.calls.length).toBe(1)
    app.unmount()
    const returned = await open({ stored: card })
    expect(await screen.findByRole('alertdialog', { name: 'Remove Visa ending in 4242?' })).toBeTruthy()
    expect(returned.pending(removing)).toEqual([])
  })

  test.each([
    ['a failed request', null, 'The payment method was not removed. Please try again.'],
    [
      'a blocked account',
      { __typename: 'BusinessAccountBlocked' },
      'Nothing was changed, because your business account is blocked.',
    ],
    ['an unknown result', { __typename: 'SomethingNew' }, 'The payment method was not removed. Please try again.'],
  ])('keeps the dialog open after %s', async (_what, arm, message) => {
    const app = await open({ stored: card })
    const dialog = await confirmRemoval(app)
    if (arm) await app.answer(removing, removal(arm))
    else await app.fail(removing)
    expect(await dialog.findByText(message, { exact: true })).toBeTruthy()
    expect(currentToasts()).toEqual([])
  })

  test('counts as done if the method was removed elsewhere', async () => {
    const app = await open({ stored: card })
    await confirmRemoval(app)
    await app.answer(removing, removal({ __typename: 'PaymentMethodNotFound' }))
    await app.answer(query, answerWith())
    expect(await screen.findByRole('heading', { name: 'No payment method saved' })).toBeTruthy()
  })
})
