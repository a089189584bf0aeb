import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { preferences } from '../../../web/app/storage.ts'
import { critical, libraryWith, openLibrary, safe, warning, withoutReminder } from './storageKit.ts'

const day = 24 * 60 * 60 * 1000

beforeEach(() => {
  // Only the date is fake: the space for banners depends on it.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-02T12:00:00Z') })
})

afterEach(() => {
  vi.useRealTimers()
  for (const key of ['keepsake.storageBanner', 'keepsake.confirmation']) preferences.setItem(key, '')
  localStorage.clear()
  sessionStorage.clear()
})

const name = 'Confirm your e-mail address'
const room = () => document.querySelector('[data-room]')?.getAttribute('data-room')
const bannerOf = async () => within(await screen.findByRole('region', { name }))
const expectAbsent = () => expect(screen.queryByRole('region', { name })).toBeNull()

async function openUnconfirmed(storage: object | null = safe, photosCount = 5, mayReceiveMail: boolean | null = false) {
  const app = await openLibrary({ ...withoutReminder, photosCount })
  const { viewer } = libraryWith(storage, photosCount)
  await app.answer('LibraryStorageQuery', { viewer: { ...viewer, mayReceiveMail } })
  return app
}

describe('the banner about an e-mail address that is not confirmed', () => {
  test('says which mails are not sent, and is shown instead of a safe storage status', async () => {
    await openUnconfirmed()
    const banner = await bannerOf()
    expect(banner.getByText(/we can’t remind you before photos are deleted/)).toBeTruthy()
    expect(screen.getAllByRole('region', { name: /Confirm|stored for/ })).toHaveLength(1)
  })

  test.each([
    ['warnings', warning, 'Your photos are stored for another 52 days'],
    ['imminent deletions', critical(9), 'Your photos will be deleted in 9 days'],
  ])('gives way to %s', async (_what, storage, first) => {
    await openUnconfirmed(storage)
    expect(await screen.findByRole('region', { name: first })).toBeTruthy()
    expectAbsent()
  })

  test('is shown while the storage status is unknown', async () => {
    await openUnconfirmed(null)
    await bannerOf()
  })

  test('does not appear if the address is confirmed, or if that is unknown', async () => {
    const confirmed = await openUnconfirmed(safe, 5, true)
    await screen.findByRole('button', { name: /^Storage status/ })
    expectAbsent()
    confirmed.unmount()
    await openUnconfirmed(safe, 5, null)
    await screen.findByRole('button', { name: /^Storage status/ })
    expectAbsent()
  })

  test('has reserved space in an empty library from the second view on, until the address is confirmed', async () => {
    const first = await openUnconfirmed(safe, 0)
    await bannerOf()
    first.unmount()
    const second = await openLibrary({ ...withoutReminder, photosCount: 0 })
    expect(room()).toBe('banner')
    const { viewer } = libraryWith(safe, 0)
    await second.answer('LibraryStorageQuery', {
      viewer: { ...viewer, email: 'mira@example.com', mayReceiveMail: true },
    })
    second.unmount()
    await openLibrary({ ...withoutReminder, photosCount: 0 })
    expect(room()).toBe('false')
  })

  test('when closed, gives way to the storage status, moves the focus, and returns after a week', async () => {
    const app = await openUnconfirmed()
    await app.user.click((await bannerOf()).getByRole('button', { name: 'Close this message' }))
    expect(await screen.findByRole('region', { name: /stored for another/ })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('main'))
    app.unmount()
    vi.setSystemTime(Date.now() + 7 * day - 1000)
    const again = await openUnconfirmed()
    await screen.findByRole('region', { name: /stored for another/ })
    expectAbsent()
    again.unmount()
    vi.setSystemTime(Date.now() + 2000)
    await openUnconfirmed()
    await bannerOf()
  })
})

describe('sending the mail again', () => {
  test.each([
    [{ __typename: 'SendConfirmationMailSuccess', email: 'mira@example.com' }, /sent an e-mail to mira@example.com/],
    [
      { __typename: 'MailLimitReached', retryAt: '2026-12-03T00:00:00Z' },
      /No e-mail was sent.*You can request another from .*3/,
    ],
    [{ __typename: 'MailRefused' }, /We couldn’t deliver an e-mail to mira@example.com/],
    [{ __typename: 'EmailConfirmed' }, /Your address is confirmed/],
  ])('shows the result: %j', async (result, text) => {
    const app = await openUnconfirmed()
    await app.user.click((await bannerOf()).getByRole('button', { name: 'Send the e-mail again' }))
    expect(app.pending('useSendConfirmationMailMutation')[0]?.request.variables).toEqual({ input: { locale: 'en-GB' } })
    await app.answer('useSendConfirmationMailMutation', { sendConfirmationMail: result })
    await waitFor(async () => expect((await bannerOf()).getByRole('status').textContent).toMatch(text))
  })

  test('says that it is unknown whether a mail was sent if the request fails', async () => {
    const app = await openUnconfirmed()
    await app.user.click((await bannerOf()).getByRole('button', { name: 'Send the e-mail again' }))
    await app.fail('useSendConfirmationMailMutation')
    await waitFor(async () =>
      expect((await bannerOf()).getByRole('status').textContent).toMatch(/don’t know whether the e-mail was sent/),
    )
  })
})
