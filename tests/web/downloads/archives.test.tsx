import { act, screen, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import { testSession } from '../support/testSession.ts'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { RequestError } from '../../../web/relay/errors.ts'
import { hasArchives, storeRequested } from '../../../web/shared/archives/archiveMemory.ts'
import { downloadsPath } from '../../../web/shared/paths.ts'
import { signOut } from '../../../web/shell/signOut.ts'
import { selected } from '../selection/renderSelecting.ts'
import { openSharedAlbum } from '../shared-album/sharedAlbumKit.ts'
import { configWith } from '../support/config.ts'
import { renderApp } from '../support/renderApp.tsx'
import {
  answerAsked,
  answerEveryList,
  answerList,
  answerUrl,
  archive,
  askForTwo,
  saved,
  setUpArchives,
  tell,
  toasts,
} from './archiveKit.ts'

setUpArchives()

const failure = 'Error: Your photos could not be downloaded'
const account = 'account-1'

describe('several selected photos', () => {
  test('are asked for in one file, whose size the question tells; they stay selected', async () => {
    const app = await askForTwo()
    expect((await app.asked('useDownloadSeveralQuery')).request.variables).toEqual({ ids: ['photo-0', 'photo-1'] })
    const nodes = ['photo-0', 'photo-1'].map((id) => ({ __typename: 'Photo', id, details: { fileSize: 1_572_864 } }))
    await app.answer('useDownloadSeveralQuery', { nodes })
    expect(await screen.findByText('The 2 photos are about 3.00 MB in size.')).toBeDefined()
    await app.press()
    const { input } = (await app.asked('askForArchiveMutation')).request.variables
    expect(input).toEqual({ photoIds: ['photo-0', 'photo-1'], name: null, idempotencyKey: expect.any(String) })
    await answerAsked(app)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(toasts()).toEqual([{ message: 'Preparing download...', timeout: 5_000 }])
    expect((await screen.findByRole('link', { name: 'Show downloads' })).getAttribute('href')).toBe(downloadsPath)
    expect(selected()).toEqual(['photo-0', 'photo-1'])
  })

  test('are downloaded by themselves once the file is there; until then it is shown how far it is', async () => {
    const app = await askForTwo()
    await app.press()
    await answerAsked(app)
    await answerList(app, archive('a', { progress: 0.25 }))
    const indicator = await screen.findByRole('link', { name: 'Preparing download... 25%' })
    expect(indicator.getAttribute('href')).toBe(downloadsPath)
    await tell(app, { key: 'PROGRESS', downloadId: 'a', progress: 0.6 })
    expect(indicator.textContent).toBe('Preparing download... 60%')
    expect(saved.urls).toEqual([])

    await tell(app, { key: 'FINISHED', downloadId: 'a' })
    await answerEveryList(app, archive('a', { state: 'FINISHED', progress: 1, missingCount: 1 }))
    expect((await app.asked('findArchiveUrlQuery')).request.variables).toEqual({ id: 'global-a' })
    await answerUrl(app)
    await waitFor(() => expect(saved).toMatchObject({ urls: [saved.url], names: ['a.zip'] }))
    // In the place of the one that said that it is being made.
    expect(toasts()).toEqual([{ message: 'Downloading photos', timeout: 10_000 }])
    expect(screen.getByText('1 photo is missing from the file: it is no longer there.')).toBeDefined()
    // A browser that lets no page download by itself leaves this.
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Save file' })
    expect([link.href, link.download]).toEqual([saved.url, 'a.zip'])
    expect(screen.queryByRole('link', { name: /^Preparing/ })).toBeNull()
    expect(hasArchives(account)).toBe(false)
  })

  test('are asked for again, the same ones, when the file could not be made', async () => {
    const app = await askForTwo()
    await app.press()
    const { idempotencyKey } = (await app.asked('askForArchiveMutation')).request.variables['input']
    await answerAsked(app)
    await answerEveryList(app, archive('a', { state: 'ERROR' }))
    expect(toasts()).toEqual([{ message: 'Download failed', timeout: 10_000 }])
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    const { input } = (await app.asked('askForArchiveMutation')).request.variables
    expect(input.photoIds).toEqual(['photo-0', 'photo-1'])
    expect(input.idempotencyKey).not.toBe(idempotencyKey)
    await app.fail('askForArchiveMutation')
    expect(toasts()).toContainEqual({ message: failure, timeout: 10_000 })
  })

  test('that cannot be asked for leave the question open; asking again asks for nothing new', async () => {
    const app = await askForTwo()
    await app.press()
    const keyOf = async () => (await app.asked('askForArchiveMutation')).request.variables['input'].idempotencyKey
    const key = await keyOf()
    await app.fail('askForArchiveMutation')
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(failure)
    await app.press()
    expect(await keyOf()).toBe(key)
    await app.answer('askForArchiveMutation', { requestDownload: { __typename: 'PhotosNotFound' } })
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(failure)
    expect(toasts()).toEqual([])
    await app.user.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) ?? document.body)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(hasArchives(account)).toBe(false)
    await app.user.click(await screen.findByRole('button', { name: 'Download' }))
    expect((await screen.findByRole('dialog')).textContent).not.toContain(failure)
  })

  test.each([
    [{ code: 'RATE_LIMITED', retryAfter: 60 }, 'Please try again in a minute.'],
    [{ code: 'RATE_LIMITED', retryAfter: 61 }, 'Please try again in 2 minutes.'],
    [{ code: 'RATE_LIMITED' }, 'Please try again later.'],
  ])('that are too many for now say so, and when to try again: %j', async (details, advice) => {
    const app = await askForTwo()
    const told = `Your photos cannot be downloaded yet: many downloads were asked for in a short time. ${advice}`
    await app.press()
    const refuse = async () => {
      const error = new RequestError('Request failure', { failure: 'graphql', correlationId: 'a', ...details })
      const operation = await app.asked('askForArchiveMutation')
      await act(async () => app.environment.mock.reject(operation, error))
    }
    await refuse()
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(told)
    // The same when it is asked again behind the page.
    await app.press()
    await answerAsked(app)
    await answerEveryList(app, archive('a', { state: 'ERROR' }))
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    await refuse()
    expect(toasts()).toEqual([{ message: told, timeout: 10_000 }])
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await app.asked('askForArchiveMutation')).toBeDefined()
  })

  test('of a shared album are asked for as such, by its name', async () => {
    const app = await openSharedAlbum()
    await app.user.click(await screen.findByRole('button', { name: 'Select' }))
    for (const name of ['Photo photo-1.jpg', 'Photo photo-2.jpg']) {
      await app.user.click(await screen.findByRole('checkbox', { name }))
    }
    await app.user.click(await screen.findByRole('button', { name: 'Download' }))
    await screen.findByRole('dialog', { name: 'Download 2 photos?' })
    await app.user.click(screen.getAllByRole('button', { name: 'Download' }).at(-1) ?? document.body)
    const { input } = (await app.asked('askForArchiveOfSharedAlbumMutation')).request.variables
    expect(input).toMatchObject({ sharedAlbumId: 'norway', photoIds: ['photo-1', 'photo-2'], name: 'Norway' })
  })
})

/** A page that is opened after this tab has asked for photos; null: it is not known whether the services heard it. */
async function reload(downloadId: string | null) {
  const photoIds = ['photo-0', 'photo-1']
  const wanted = { photoIds, sharedAlbumId: null, name: null, key: 'key-1', downloadId, asked: Date.now() }
  storeRequested(account, [wanted])
  const app = renderApp('/no/such/page')
  await app.asked('ArchiveStreamSubscription')
  return app
}

describe('a page that is left while photos are gathered', () => {
  test('goes on when it is loaded again, and downloads them once', async () => {
    const app = await reload('a')
    await tell(app)
    await answerEveryList(app, archive('a', { progress: 0.5 }))
    await screen.findByRole('link', { name: 'Preparing download... 50%' })
    await tell(app, { key: 'FINISHED', downloadId: 'a' })
    await answerEveryList(app, archive('a', { state: 'FINISHED', progress: 1 }))
    await answerUrl(app)
    await waitFor(() => expect(saved.urls).toEqual([saved.url]))
    expect(hasArchives(account)).toBe(false)
    app.unmount()
    const again = renderApp('/no/such/page')
    await screen.findByRole('heading', { name: 'This page does not exist' })
    await waitFor(() => expect(again.pending('LibraryStreamSubscription')).toHaveLength(1))
    expect(again.pending('ArchiveStreamQuery')).toEqual([])
  })

  test('before it was answered, asks the same again', async () => {
    const app = await reload(null)
    const { input } = (await app.asked('askForArchiveMutation')).request.variables
    expect(input).toEqual({ photoIds: ['photo-0', 'photo-1'], name: null, idempotencyKey: 'key-1' })
    await answerAsked(app)
    expect(toasts()).toEqual([{ message: 'Preparing download...', timeout: 5_000 }])
  })

  test('says so when the link cannot be had, and tries again', async () => {
    saved.status = 403
    const app = await reload('a')
    await answerList(app, archive('a', { state: 'FINISHED' }))
    await answerUrl(app)
    await waitFor(() => expect(toasts()).toEqual([{ message: failure, timeout: 10_000 }]))
    expect(saved.urls).toEqual([])
    saved.status = 206
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    await answerUrl(app, `${saved.url}?fresh`)
    await waitFor(() => expect(saved.urls).toEqual([`${saved.url}?fresh`]))
  })
})

function kept(): string[] {
  return [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.includes(account))
}

test('signing out leaves nothing behind of what was asked for', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const app = await reload('a')
  await answerList(app, archive('a', { state: 'FINISHED' }), archive('b'))
  await answerUrl(app)
  await waitFor(() => expect(kept()).toHaveLength(2))
  const signIn = new SignIn(configWith())
  const end = vi.spyOn(signIn, 'end').mockReturnValue(new Promise(() => undefined))
  void signOut(testSession(signIn, app.environment))
  await waitFor(() => expect(end).toHaveBeenCalledOnce())
  expect(kept()).toEqual([])
})

describe('several tabs', () => {
  test('one that was copied waits for the same photos; one of the two downloads them', async () => {
    const one = await reload('a')
    const other = await reload('a')
    await answerList(one, archive('a', { state: 'FINISHED' }))
    await answerList(other, archive('a', { state: 'FINISHED' }))
    await one.asked('findArchiveUrlQuery')
    await answerUrl(one)
    await waitFor(() => expect(saved.urls).toEqual([saved.url]))
    expect(other.pending('findArchiveUrlQuery')).toEqual([])
  })

  test('one that did not ask shows that photos are gathered, and downloads nothing', async () => {
    const app = renderApp('/no/such/page')
    await waitFor(() => expect(app.pending('LibraryStreamSubscription')).toHaveLength(1))
    expect(app.pending('ArchiveStreamQuery')).toEqual([])
    localStorage.setItem(`keepsake.archives.${account}`, String(Date.now()))
    window.dispatchEvent(new StorageEvent('storage', { key: `keepsake.archives.${account}` }))
    await answerList(app, archive('a', { progress: 0.5 }), archive('b', { progress: 0.1 }))
    expect(await screen.findByRole('link', { name: 'Preparing 2 downloads... 30%' })).toBeDefined()
    await tell(app)
    await answerEveryList(app, archive('a', { state: 'FINISHED' }), archive('b', { state: 'ERROR' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Preparing/ })).toBeNull())
    expect(app.pending('findArchiveUrlQuery')).toEqual([])
    expect(toasts()).toEqual([])
  })
})

describe('a lost connection', () => {
  test('is made again from the last event, and what was missed is found when one comes back', async () => {
    const app = await reload('a')
    await tell(app, { cursor: 'at-seven' })
    await answerEveryList(app, archive('a'))
    app.environment.mock.reject(await app.asked('ArchiveStreamSubscription'), new Error('Lost'))
    const stream = await app.asked('ArchiveStreamSubscription')
    expect(stream.request.variables).toEqual({ after: 'at-seven' })
    expect(app.pending('ArchiveStreamQuery')).toEqual([])
    document.dispatchEvent(new Event('visibilitychange'))
    await answerList(app, archive('a', { state: 'FINISHED' }))
    await answerUrl(app)
    await waitFor(() => expect(saved.urls).toEqual([saved.url]))
  })

  test('does no harm to the list: it is asked for again', async () => {
    const app = await reload('a')
    await app.asked('ArchiveStreamQuery')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      await app.fail('ArchiveStreamQuery')
      await vi.advanceTimersByTimeAsync(2_500)
    } finally {
      vi.useRealTimers()
    }
    await answerList(app, archive('a', { progress: 0.5 }))
    expect(await screen.findByRole('link', { name: 'Preparing download... 50%' })).toBeDefined()
  })
})
