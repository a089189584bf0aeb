import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { locks } from 'node:worker_threads'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { type ShownToast, currentToasts } from '../../../web/ui/toasts.ts'
import { box, open } from '../selection/renderSelecting.ts'
import type { renderApp } from '../support/renderApp.tsx'

type App = ReturnType<typeof renderApp>

/** An archive as the gateway returns it. */
export function archive(downloadId: string, details: Record<string, unknown> = {}) {
  return {
    __typename: 'Download',
    id: `global-${downloadId}`,
    downloadId,
    state: 'STARTED',
    progress: 0,
    missingCount: 0,
    ...details,
  }
}

/** The links that the page followed (`urls` and `names`), and the URL and status of the server that has the file. */
export const saved = { urls: [] as string[], names: [] as string[], url: '', status: 206 }

function follow(event: MouseEvent): void {
  if (!(event.target instanceof HTMLAnchorElement) || !event.target.hasAttribute('download')) return
  saved.urls.push(event.target.href)
  saved.names.push(event.target.download)
  event.preventDefault()
}

/** Starts each test with empty storage. Records links instead of following them, because jsdom cannot navigate. */
export function setUpArchives(): void {
  const server = createServer((_request, response) => {
    response.writeHead(saved.status, { 'access-control-allow-origin': '*', 'access-control-allow-headers': 'range' })
    response.end('x')
  })
  beforeEach(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    // A server that listens on a port has an address of this kind.
    saved.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/blobs/archive`
    Object.assign(saved, { urls: [], names: [], status: 206 })
    document.addEventListener('click', follow)
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
    vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => setTimeout(() => callback(0), 0))
    vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  })
  afterEach(() => {
    server.close()
    document.removeEventListener('click', follow)
    Reflect.deleteProperty(navigator, 'locks')
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** Answers the list of archives, which is requested whenever an archive may have started or ended. */
export function answerList(app: App, ...archives: readonly ReturnType<typeof archive>[]) {
  return app.answer('ArchiveStreamQuery', { viewer: { downloads: { edges: archives.map((node) => ({ node })) } } })
}

/** Answers every pending request for the list. The start of the live events requests the list once more. */
export async function answerEveryList(app: App, ...archives: readonly ReturnType<typeof archive>[]) {
  await answerList(app, ...archives)
  while (app.pending('ArchiveStreamQuery').length > 0) await answerList(app, ...archives)
}

let position = 1

/** Sends an event of an archive; without `event`, only the position of the stream. */
export function sendEvent(app: App, event: Record<string, unknown> = {}) {
  position += 1
  const nothing = { key: null, downloadId: null, progress: null }
  return app.send('ArchiveStreamSubscription', { archiveEvents: { ...nothing, cursor: `at-${position}`, ...event } })
}

/** Answers the request for a link to the file. */
export function answerUrl(app: App, url: string | null = saved.url) {
  return app.answer('findArchiveUrlQuery', { node: { __typename: 'Download', id: 'global-a', url } })
}

/** Selects photo-0 and photo-1 in the timeline, and opens the download dialog. */
export async function askForTwo() {
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Select' }))
  await app.user.click(box(0))
  await app.user.click(box(1))
  await app.user.click(await screen.findByRole('button', { name: 'Download' }))
  await screen.findByRole('dialog', { name: 'Download 2 photos?' })
  const press = () => app.user.click(screen.getAllByRole('button', { name: 'Download' }).at(-1) ?? document.body)
  return { ...app, press }
}

/** Answers that the archive `a` is being created. */
export function answerRequest(app: App) {
  return app.answer('askForArchiveMutation', {
    requestDownload: { __typename: 'RequestDownloadSuccess', download: { id: 'global-a', downloadId: 'a' } },
  })
}

/** The texts of the toasts and how long they stay, in ms. */
export function toasts(): readonly Pick<ShownToast, 'message' | 'timeout'>[] {
  return currentToasts().map(({ message, timeout }) => ({ message, timeout }))
}
