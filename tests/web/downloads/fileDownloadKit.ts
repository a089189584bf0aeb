import { screen } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { downloadsPath } from '../../../web/shared/paths.ts'
import { PartialFiles } from '../../../web/shared/fileDownload/PartialFiles.ts'
import { renderApp } from '../support/renderApp.tsx'
import { answerUrl, archive, setUpArchives } from './archiveKit.ts'
import { createBrowserDisk } from './disk.ts'
import { fileSize, startFileServer } from './fileServer.ts'

/** Who sends the file of a test, and where it goes. */
export let server: Awaited<ReturnType<typeof startFileServer>>
export let disk: ReturnType<typeof createBrowserDisk>

/** A server and a disk for each test, of which each moves 50 MB. */
export function setUpFiles(): void {
  setUpArchives()
  vi.setConfig({ testTimeout: 120_000 })
  beforeEach(async () => {
    server = await startFileServer()
    disk = createBrowserDisk()
  })
  afterEach(() => server.close())
}

/** The list of downloads with a large one. */
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

/** The same, and its file was asked for. */
export async function save() {
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Save file a.zip' }))
  return app
}

/** How far it is, once something has come. */
export async function position(): Promise<string> {
  return (await screen.findByText(/^[1-9][\d.]* \wB of 50\.00 MB$/)).textContent
}

/** All of it has come and is where it was to be. */
export function whole(): Promise<HTMLElement> {
  return screen.findByText('Saved', {}, { timeout: 60_000 })
}

/** The page goes, as at a reload, and what it held with it. */
export function leave(app: Awaited<ReturnType<typeof open>>): void {
  app.unmount()
  disk.leavePage()
}

/** How much of the file the browser keeps for an account; null: it knows of none. */
export async function keptBytes(accountId = 'account-1'): Promise<number | null> {
  const files = await PartialFiles.open(accountId)
  const bytes = (await files.find('a', fileSize))?.bytes ?? null
  files.close()
  return bytes
}

/** The page, with a download that was paused after some of it; how far it is, in words and in bytes. */
export async function pause() {
  server.portions.push(10)
  const app = await save()
  await answerUrl(app, server.url)
  await position()
  await app.press('Pause')
  await screen.findByText('Paused')
  return { app, reached: await position(), bytes: await keptBytes() }
}
