import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { signInAs } from '../support/session.ts'
import { critical, libraryWith, openLibrary, openWith, warning, withoutReminder } from './storageKit.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const title = 'Your photos will be deleted in 9 days'
const reminder = () => screen.findByRole('dialog', { name: title })
const findStatusButton = () => screen.findByRole('button', { name: /^Storage status/ })

async function expectNone() {
  await findStatusButton()
  expect(screen.queryByRole('dialog')).toBeNull()
}

describe('the reminder of photos that are about to be deleted', () => {
  test('opens automatically, once per session', async () => {
    const app = await openWith(critical(9))
    const dialog = await reminder()
    expect(dialog.textContent).toContain('Order by 02 Aug 2027 to keep them for another 18 months.')
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await app.router.navigate('/')
    await app.router.navigate('/my-photos/albums')
    await expectNone()
    app.unmount()
    const again = await openWith(critical(8))
    await expectNone()
    again.unmount()
    sessionStorage.clear()
    await openWith(critical(9))
    expect(await reminder()).toBeTruthy()
  })

  test('opens for each account that signs in', async () => {
    const app = await openWith(critical(9))
    await reminder()
    app.unmount()
    const other = await openLibrary()
    signInAs({ sub: 'account-2', email: 'ben@keepsake.example' })
    await other.answer('LibraryStorageQuery', libraryWith(critical(9)))
    expect(await reminder()).toBeTruthy()
  })

  test.each([
    ['while the deletion is further away', warning, {}],
    ['with the reactivation feature off', critical(9), withoutReminder],
    ['in stripped mode', critical(9), { path: '/my-photos/albums?stripped' }],
    ['in a library without photos', critical(9), { photosCount: 0 }],
  ])('does not open %s', async (_, storage, options) => {
    await openWith(storage, options)
    await expectNone()
    expect(sessionStorage.length).toBe(0)
  })

  test('waits for the next page if another dialog is open', async () => {
    const app = await openLibrary()
    await app.user.click(await screen.findByRole('button', { name: 'New album' }))
    await screen.findByRole('dialog', { name: 'Create new album' })
    await app.answer('LibraryStorageQuery', libraryWith(critical(9)))
    await waitFor(() => expect(document.body.textContent).toContain('9 days left'))
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await app.router.navigate('/my-photos/photos')
    expect(await reminder()).toBeTruthy()
  })

  test('never opens when the browser’s storage cannot be written to', async () => {
    const app = await openLibrary()
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await app.answer('LibraryStorageQuery', libraryWith(critical(9)))
    await expectNone()
  })
})

test('in stripped mode, the storage status has no link to the shop', async () => {
  await openWith(critical(9), { path: '/my-photos/albums?stripped' })
  await findStatusButton()
  expect(screen.queryByRole('link', { name: /^Order now/ })).toBeNull()
})
