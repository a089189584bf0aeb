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
  answerRequest,
  answerEveryList,
  answerList,
  answerUrl,
  archive,
  askForTwo,
  saved,
  setUpArchives,
  sendEvent,
  toasts,
} from './archiveKit.ts'
import { ofFile } from '../support/ofFile.ts'

setUpArchives()

const failure = 'Error: Your photos could not be downloaded'
const account = 'account-1'

describe('several selected photos', () => {
  test('are requested as one file, whose size the dialog shows; the photos stay selected', async () => {
    const app = await askForTwo()
    expect((await app.asked('useDownloadSeveralQuery')).request.variables).toEqual({ ids: ['photo-0', 'photo-1'] })
    const nodes = ['photo-0', 'photo-1'].map((id) => ({ __typename: 'Photo', id, details: { fileSize: 1_572_864 } }))
    await app.answer('useDownloadSeveralQuery', { nodes })
    expect(await screen.findByText('The 2 photos are about 3.00 MB in size.')).toBeDefined()
    await app.press()
    const { input } = (await app.asked('askForArchiveMutation')).request.variables
    expect(input).toEqual({ photoIds: ['photo-0', 'photo-1'], name: null, idempotencyKey: expect.any(String) })
    await answerRequest(app)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(toasts()).toEqual([{ message: 'Preparing download...', timeout: 5_000 }])
    expect((await screen.findByRole('link', { name: 'Show downloads' })).getAttribute('href')).toBe(downloadsPath)
    expect(selected()).toEqual(['photo-0', 'photo-1'])
  })

  test.each([
    ['of one photo is unknown', [1_572_864, null]],
    ['of all photos is 0', [0, 0]],
  ])('have no size in the dialog if the size %s; they can still be requested', async (_, sizes) => {
    const app = await askForTwo()
    const nodes = sizes.map((fileSize, index) => ({ __typename: 'Photo', id: `photo-${index}`, details: { fileSize } }))
    await app.answer('useDownloadSeveralQuery', { nodes })
    expect(screen.queryByText(/in size/)).toBeNull()
    await app.press()
    expect(await app.asked('askForArchiveMutation')).toBeDefined()
  })

  test('show the progress, and download automatically when the file is ready', async () => {
    const app = await askForTwo()
    await app.press()
    await answerRequest(app)
    await answerList(app, archive('a', { progress: 0.25 }))
    const indicator = await screen.findByRole('link', { name: 'Preparing download... 25%' })
    expect(indicator.getAttribute('href')).toBe(downloadsPath)
    await sendEvent(app, { key: 'PROGRESS', downloadId: 'a', progress: 0.6 })
    expect(indicator.textContent).toBe('Preparing download... 60%')
    expect(saved.urls).toEqual([])

    await sendEvent(app, { key: 'FINISHED', downloadId: 'a' })
    await answerEveryList(app, archive('a', { state: 'FINISHED', progress: 1, missingCount: 1 }))
    expect((await app.asked('findArchiveUrlQuery')).request.variables).toEqual({ id: 'global-a' })
    await answerUrl(app)
    await waitFor(() => expect(saved).toMatchObject({ urls: [saved.url], names: ['a.zip'] }))
    // This toast has replaced the one about the preparation.
    expect(toasts()).toEqual([{ message: 'Downloading photos', timeout: 10_000 }])
    expect(screen.getByText('1 photo is missing from the file: it is no longer there.')).toBeDefined()
    // This link is for browsers that block automatic downloads.
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Save file' })
    expect([link.href, link.download]).toEqual([saved.url, 'a.zip'])
    expect(screen.queryByRole('link', { name: /^Preparing/ })).toBeNull()
    expect(hasArchives(account)).toBe(false)
  })

  test('the same photos can be requested again when the archive failed', async () => {
    const app = await askForTwo()
    await app.press()
    const { idempotencyKey } = (await app.asked('askForArchiveMutation')).request.variables['input']
    await answerRequest(app)
    await answerEveryList(app, archive('a', { state: 'ERROR' }))
    expect(toasts()).toEqual([{ message: 'Download failed', timeout: 10_000 }])
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    const { input } = (await app.asked('askForArchiveMutation')).request.variables
    expect(input.photoIds).toEqual(['photo-0', 'photo-1'])
    expect(input.idempotencyKey).not.toBe(idempotencyKey)
    await app.fail('askForArchiveMutation')
    expect(toasts()).toContainEqual({ message: failure, timeout: 10_000 })
    // By now, both photos have been deleted.
    await app.user.click(screen.getAllByRole('button', { name: 'Try again' }).at(-1) ?? document.body)
    await app.answer('askForArchiveMutation', { requestDownload: { __typename: 'PhotosNotFound' } })
    expect(await screen.findByText('2 photos are no longer in your library')).toBeDefined()
    expect(toasts()).toContainEqual({ message: failure, timeout: 10_000 })
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('a failed request keeps the dialog open; the next attempt has the same idempotency key', async () => {
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
  ])('a rate limit is reported with the time of the next attempt: %j', async (details, advice) => {
    const app = await askForTwo()
    const message = `You’ve started many downloads in a short time. ${advice}`
    await app.press()
    const refuse = async () => {
      const error = new RequestError('Request failure', { failure: 'graphql', correlationId: 'a', ...details })
      const operation = await app.asked('askForArchiveMutation')
      await act(async () => app.environment.mock.reject(operation, error))
    }
    await refuse()
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(message)
    // When the retry of a failed archive is refused, a toast has the same message.
    await app.press()
    await answerRequest(app)
    await answerEveryList(app, archive('a', { state: 'ERROR' }))
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    await refuse()
    expect(toasts()).toEqual([{ message: message, timeout: 10_000 }])
    await app.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await app.asked('askForArchiveMutation')).toBeDefined()
  })

  test('photos of a shared album are requested from that album, by its name', async () => {
    const app = await openSharedAlbum()
    await app.user.click(await screen.findByRole('button', { name: 'Select' }))
    for (const name of ['photo-1.jpg', 'photo-2.jpg']) {
      await app.user.click(await screen.findByRole('checkbox', { name: ofFile(name) }))
    }
    await app.user.click(await screen.findByRole('button', { name: 'Download' }))
    await screen.findByRole('dialog', { name: 'Download 2 photos?' })
    await app.user.click(screen.getAllByRole('button', { name: 'Download' }).at(-1) ?? document.body)
    const { input } = (await app.asked('askForArchiveOfSharedAlbumMutation')).request.variables
    expect(input).toMatchObject({ sharedAlbumId: 'norway', photoIds: ['photo-1', 'photo-2'], name: 'Norway' })
  })
})

/** A page opened after this tab has requested an archive. `downloadId` is null if the request may not have arrived. */
async function reload(downloadId: string | null) {
  const photoIds = ['photo-0', 'photo-1']
  const wanted = { photoIds, sharedAlbumId: null, name: null, key: 'key-1', downloadId, asked: Date.now() }
  storeRequested(account, [wanted])
  const app = renderApp('/no/such/page')
  await app.asked('ArchiveStreamSubscription')
  return app
}

describe('a page that is closed while an archive is created', () => {
  test('continues after a reload, and downloads the archive once', async () => {
    const app = await reload('a')
    await sendEvent(app)
    await answerEveryList(app, archive('a', { progress: 0.5 }))
    await screen.findByRole('link', { name: 'Preparing download... 50%' })
    await sendEvent(app, { key: 'FINISHED', downloadId: 'a' })
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

  test('repeats the request after a reload if it was not answered', async () => {
    const app = await reload(null)
    const { input } = (await app.asked('askForArchiveMutation')).request.variables
    expect(input).toEqual({ photoIds: ['photo-0', 'photo-1'], name: null, idempotencyKey: 'key-1' })
    await answerRequest(app)
    expect(toasts()).toEqual([{ message: 'Preparing download...', timeout: 5_000 }])
  })

  test('reports that the file cannot be fetched; Try again requests a new link', async () => {
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

function storedKeys(): string[] {
  return [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key.includes(account))
}

test('signing out removes what the browser stored about requested archives', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory())
  const app = await reload('a')
  await answerList(app, archive('a', { state: 'FINISHED' }), archive('b'))
  await answerUrl(app)
  await waitFor(() => expect(storedKeys()).toHaveLength(2))
  const signIn = new SignIn(configWith())
  const end = vi.spyOn(signIn, 'end').mockReturnValue(new Promise(() => undefined))
  void signOut(testSession(signIn, app.environment))
  await waitFor(() => expect(end).toHaveBeenCalledOnce())
  expect(storedKeys()).toEqual([])
})

describe('several tabs', () => {
  test('after a tab was duplicated, only one of the two tabs downloads the archive', async () => {
    const one = await reload('a')
    const other = await reload('a')
    await answerList(one, archive('a', { state: 'FINISHED' }))
    await answerList(other, archive('a', { state: 'FINISHED' }))
    await one.asked('findArchiveUrlQuery')
    await answerUrl(one)
    await waitFor(() => expect(saved.urls).toEqual([saved.url]))
    expect(other.pending('findArchiveUrlQuery')).toEqual([])
  })

  test('a tab that requested nothing shows the progress, and downloads nothing', async () => {
    const app = renderApp('/no/such/page')
    await waitFor(() => expect(app.pending('LibraryStreamSubscription')).toHaveLength(1))
    expect(app.pending('ArchiveStreamQuery')).toEqual([])
    localStorage.setItem(`keepsake.archives.${account}`, String(Date.now()))
    window.dispatchEvent(new StorageEvent('storage', { key: `keepsake.archives.${account}` }))
    await answerList(app, archive('a', { progress: 0.5 }), archive('b', { progress: 0.1 }))
    expect(await screen.findByRole('link', { name: 'Preparing 2 downloads... 30%' })).toBeDefined()
    await sendEvent(app)
    await answerEveryList(app, archive('a', { state: 'FINISHED' }), archive('b', { state: 'ERROR' }))
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Preparing/ })).toBeNull())
    expect(app.pending('findArchiveUrlQuery')).toEqual([])
    expect(toasts()).toEqual([])
  })
})

describe('a lost connection', () => {
  test('resumes from the last event, and finds missed changes when the page is visible again', async () => {
    const app = await reload('a')
    await sendEvent(app, { cursor: 'at-seven' })
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

  test('a failed list of archives is requested again', async () => {
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
