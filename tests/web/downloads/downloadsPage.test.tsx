import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { storeRequested } from '../../../web/shared/archives/archiveMemory.ts'
import { downloadsPath } from '../../../web/shared/paths.ts'
import { renderApp } from '../support/renderApp.tsx'
import {
  answerEveryList,
  answerList,
  answerUrl,
  archive,
  saved,
  setUpArchives,
  sendEvent,
  toasts,
} from './archiveKit.ts'

setUpArchives()

const day = 24 * 3_600_000

/** A finished archive that is kept for three more days. */
function download(downloadId: string, details: Record<string, unknown> = {}) {
  return archive(downloadId, {
    state: 'FINISHED',
    progress: 1,
    name: null,
    photosCount: 3,
    size: 2_621_440,
    created: '2026-03-02T12:00:00Z',
    expires: new Date(Date.now() + 2.5 * day).toISOString(),
    ...details,
  })
}

function numbered(from: number, count: number) {
  return Array.from({ length: count }, (_, index) => download(`d${from + index}`, { name: `Number ${from + index}` }))
}

function list(downloads: readonly ReturnType<typeof download>[], hasNextPage = false) {
  const edges = downloads.map((node) => ({ cursor: node.id, node }))
  const pageInfo = { hasNextPage, endCursor: edges.at(-1)?.cursor ?? null }
  return { viewer: { __typename: 'Viewer', downloads: { edges, pageInfo } } }
}

async function openPage(downloads: readonly ReturnType<typeof download>[], hasNextPage = false) {
  const app = renderApp(downloadsPath)
  await app.answer('DownloadsPageQuery', list(downloads, hasNextPage))
  if (downloads.length > 0) await screen.findAllByRole('heading', { level: 2 })
  return app
}

/** The texts of the list items, in order. */
function items(): string[] {
  return within(screen.getByRole('main'))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
}

describe('the page of downloads', () => {
  test('is in the menu, and has a title, a link to the menu, and a skeleton', async () => {
    const app = renderApp(downloadsPath)
    expect(await screen.findByRole('heading', { level: 1, name: 'Downloads' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Downloads', current: 'page' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Menu' }).getAttribute('href')).toBe('/#menu')
    expect(within(screen.getByRole('main')).getByText('Loading')).toBeDefined()
    expect(document.title).toMatch(/^Downloads/)
    await app.answer('DownloadsPageQuery', list([]))
    expect(await screen.findByRole('heading', { name: 'No downloads' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Go to your photos' }).getAttribute('href')).toBe('/my-photos/photos')
  })

  test('shows the name, content, progress and expiry of each archive', async () => {
    await openPage([
      download('running', { state: 'STARTED', progress: 0.4, size: null, expires: null }),
      download('album', { name: 'Norway', missingCount: 2 }),
      download('broken', { state: 'ERROR', size: null, expires: null, photosCount: null }),
      download('over', { expires: new Date(Date.now() - day).toISOString() }),
    ])
    const [running, album, broken, over] = items()
    expect(running).toMatch(/^3 photos02 Mar 2026.*Preparing download\.\.\. 40%$/)
    expect(album).toMatch(/^Norway3 photos · 2\.50\u00a0MB · 02 Mar 2026/)
    expect(album).toContain('2 photos are missing from the file: they are no longer there.Available for 3 more days')
    expect(album).toContain('Save file album.zip')
    expect(broken).toMatch(/^Photos02 Mar 2026.*Download failedSelect the photos again to download them\.$/)
    expect(over).toMatch(/No longer available$/)
    expect(screen.getAllByRole('button', { name: /Save file/ })).toHaveLength(1)
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('40')
  })

  test('requests a fresh link for each download, and reports a failure', async () => {
    const app = await openPage([download('a')])
    expect(app.pending('findArchiveUrlQuery')).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Save file a.zip' }))
    await answerUrl(app)
    await waitFor(() => expect(saved).toMatchObject({ urls: [saved.url], names: ['a.zip'] }))
    expect(await screen.findByText('The download of a.zip has started.')).toBeDefined()
    await app.user.click(screen.getByRole('button', { name: 'Save file a.zip' }))
    await answerUrl(app, null)
    expect(await screen.findByText('Error: Your photos could not be downloaded')).toBeDefined()
    expect(saved.urls).toHaveLength(1)
  })

  test('shows live events: the progress and the end of an archive, and archives that other devices request', async () => {
    const started = { state: 'STARTED', size: null, expires: null }
    const app = await openPage([download('a', { ...started, progress: 0.1 })])
    await answerList(app, archive('a', { progress: 0.1 }))
    await sendEvent(app, { key: 'PROGRESS', downloadId: 'a', progress: 0.7 })
    expect(items()[0]).toContain('Preparing download... 70%')
    // This tab requested neither archive, so it shows them and downloads nothing.
    await app.answer('DownloadsPageQuery', list([download('a', { ...started, progress: 0.7 })]))
    await sendEvent(app, { key: 'STARTED', downloadId: 'b' })
    await answerEveryList(app, archive('b'), archive('a', { state: 'FINISHED', progress: 1 }))
    await app.answer(
      'DownloadsPageQuery',
      list([download('b', { ...started, progress: 0, name: 'Norway' }), download('a')]),
    )
    const [first, second] = items()
    expect(first).toMatch(/^Norway.*Preparing download\.\.\. 0%$/)
    expect(second).toContain('Save file a.zip')
    expect(saved.urls).toEqual([])
  })

  test('offers a retry for a failed archive; pressing it also closes the toast that offers the same retry', async () => {
    const photoIds = ['photo-0', 'photo-1']
    const wanted = { photoIds, sharedAlbumId: null, name: null, key: 'key-1', downloadId: 'a', asked: Date.now() }
    storeRequested('account-1', [wanted])
    const app = await openPage([download('a', { state: 'ERROR', size: null, expires: null })])
    await answerList(app, archive('a', { state: 'ERROR' }))
    await app.answer('DownloadsPageQuery', list([download('a', { state: 'ERROR', size: null, expires: null })]))
    expect(toasts()).toEqual([{ message: 'Download failed', timeout: 10_000 }])
    await app.user.click(await screen.findByRole('button', { name: 'Try again 3 photos' }))
    expect(toasts()).toEqual([])
    const { input } = (await app.asked('askForArchiveMutation')).request.variables
    expect(input.photoIds).toEqual(photoIds)
  })

  test('reports that the list could not be loaded; the retry sends a new request', async () => {
    const app = renderApp(downloadsPath)
    await app.fail('DownloadsPageQuery')
    const message = 'Unable to display downloads. Please refresh the page or try again later.'
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    // The downloads service may fail while the gateway works.
    await app.answer('DownloadsPageQuery', { viewer: { __typename: 'Viewer', downloads: null } })
    expect((await screen.findByRole('alert')).textContent).toContain(message)
    await app.user.click(screen.getByRole('button', { name: 'Try again' }))
    await app.answer('DownloadsPageQuery', list([download('a')]))
    expect(await screen.findByRole('button', { name: 'Save file a.zip' })).toBeDefined()
  })

  test('shows 20 archives; a button loads more and moves focus to the first new archive', async () => {
    const app = await openPage(numbered(0, 20), true)
    await app.user.click(screen.getByRole('button', { name: 'Show more downloads' }))
    expect((await app.asked('DownloadsListPaginationQuery')).request.variables).toEqual({
      first: 20,
      after: 'global-d19',
    })
    await app.answer('DownloadsListPaginationQuery', list(numbered(20, 2)))
    expect(document.activeElement?.textContent).toBe('Number 20')
    expect(screen.queryByRole('button', { name: 'Show more downloads' })).toBeNull()
    expect(items()).toHaveLength(22)
  })
})
