import { screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { downloadsPath } from '../../../web/shared/paths.ts'
import { PartialFiles } from '../../../web/shared/fileDownload/PartialFiles.ts'
import { renderApp } from '../support/renderApp.tsx'
import { answerUrl, archive, setUpArchives } from './archiveKit.ts'
import { createBrowserDisk } from './disk.ts'
import { fileSize, startFileServer } from './fileServer.ts'

/** The server that has a test's file, and the disk that the file is saved to. */
export let server: Awaited<ReturnType<typeof startFileServer>>
export let disk: ReturnType<typeof createBrowserDisk>

/** Gives each test a server and a disk. The timeout is long, because a test transfers 50 MB. */
export function setUpFiles(): void {
  setUpArchives()
  vi.setConfig({ testTimeout: 120_000 })
  beforeEach(async () => {
    server = await startFileServer()
    disk = createBrowserDisk()
  })
  afterEach(() => server.close())
}

/** Opens the downloads page with one large archive. */
export async function open(size = fileSize) {
  const app = renderApp(downloadsPath)
  const details = { state: 'FINISHED', progress: 1, name: 'Norway', photosCount: 3, created: null, expires: null }
  const edges = [{ cursor: '1', node: archive('a', { ...details, size }) }]
  const pageInfo = { hasNextPage: false, endCursor: '1' }
  await app.answer('DownloadsPageQuery', { viewer: { __typename: 'Viewer', downloads: { edges, pageInfo } } })
  const press = async (name: string) =>
    app.user.click(await screen.findByRole('button', { name: `${name} Download of a.zip` }))
  return { ...app, press }
}

/** Opens the page and presses Save file. */
export async function save() {
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Save file a.zip' }))
  return app
}

/** The text of the progress. Waits until bytes have arrived. */
export async function shownProgress(): Promise<string> {
  return (await screen.findByText(/^[1-9][\d.]* \wB of 50\.00 MB$/)).textContent
}

/** Waits until the file is saved. */
export function untilSaved(): Promise<HTMLElement> {
  return screen.findByText('Saved', {}, { timeout: 60_000 })
}

/** Leaves the page like a reload, which releases the page's locks. */
export function leave(app: Awaited<ReturnType<typeof open>>): void {
  app.unmount()
  disk.leavePage()
}

/** How many bytes of the file are stored for an account; null if none. */
export async function keptBytes(accountId = 'account-1'): Promise<number | null> {
  const files = await PartialFiles.open(accountId)
  const bytes = (await files.find('a', fileSize))?.bytes ?? null
  files.close()
  return bytes
}

/** Pauses a download after part of it. Returns the progress as text and in bytes. */
export async function pause() {
  server.portions.push(10)
  const app = await save()
  await answerUrl(app, server.url)
  await shownProgress()
  await app.press('Pause')
  await screen.findByText('Paused')
  return { app, reached: await shownProgress(), bytes: await keptBytes() }
}
