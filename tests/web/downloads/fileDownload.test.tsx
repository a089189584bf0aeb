import { screen, waitFor } from '@testing-library/react'
import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { SignIn } from '../../../web/auth/SignIn.ts'
import { downloadsPath } from '../../../web/shared/paths.ts'
import { KeptFiles } from '../../../web/shared/fileDownload/KeptFiles.ts'
import { signOut } from '../../../web/shell/signOut.ts'
import { configWith } from '../support/config.ts'
import type { SavedFileHandle } from '../../../web/shared/fileDownload/saveFilePicker.ts'
import { renderApp } from '../support/renderApp.tsx'
import { answerUrl, archive, saved, setUpArchives } from './archiveKit.ts'
import { createBrowserDisk } from './disk.ts'
import { fileSize, startFileServer } from './fileServer.ts'

setUpArchives()
// Each test moves 50 MB.
vi.setConfig({ testTimeout: 120_000 })

let server: Awaited<ReturnType<typeof startFileServer>>
let disk: ReturnType<typeof createBrowserDisk>

beforeEach(async () => {
  server = await startFileServer()
  disk = createBrowserDisk()
})
afterEach(() => server.close())

const failure = 'Error: Your photos could not be downloaded'

/** The list of downloads with a large one. */
async function open(size = fileSize) {
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
async function save() {
  const app = await open()
  await app.user.click(await screen.findByRole('button', { name: 'Save file a.zip' }))
  return app
}

/** How far it is, once something has come. */
async function position(): Promise<string> {
  return (await screen.findByText(/^[1-9][\d.]* \wB of 50\.00 MB$/)).textContent
}

/** All of it has come and is where it was to be. */
function whole(): Promise<HTMLElement> {
  return screen.findByText('Saved', {}, { timeout: 60_000 })
}

/** Whether the browser would ask before the page is left. */
function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** The page goes, as at a reload, and what it held with it. */
function leave(app: Awaited<ReturnType<typeof open>>): void {
  app.unmount()
  disk.leavePage()
}

describe('a large file', () => {
  test('goes where one chooses; paused, it goes on where it stopped', async () => {
    server.portions.push(20)
    const app = await save()
    await answerUrl(app, server.url)
    expect(disk.chosen).toEqual(['a.zip'])
    await position()
    expect(screen.getByRole('progressbar', { name: 'Download of a.zip' })).toBeDefined()
    expect(asksBeforeLeaving()).toBe(true)
    expect(document.activeElement?.textContent).toBe('Pause Download of a.zip')
    await app.press('Pause')
    // What has come is kept.
    expect(await screen.findByText('Paused')).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Resume Download of a.zip')
    expect(asksBeforeLeaving()).toBe(false)
    const [reached, bytes] = [await position(), await keptBytes()]
    // It goes on with the page that one comes back to.
    await app.router.navigate('/no/such/page')
    await screen.findByRole('heading', { name: 'This page does not exist' })
    await app.router.navigate(-1)
    expect(await position()).toBe(reached)
    await app.press('Resume')
    const message = await whole()
    expect(document.activeElement?.contains(message)).toBe(true)
    expect(server.asked).toEqual([undefined, `bytes=${bytes}-`])
    expect(disk.isWhole()).toBe(true)
    expect(asksBeforeLeaving()).toBe(false)
  })

  test('goes on by itself after a lost connection, with a fresh link', async () => {
    server.portions.push(10)
    const app = await save()
    await answerUrl(app, `${server.url}?expired`)
    await position()
    server.breakOff()
    expect(await screen.findByText('Waiting for the connection…')).toBeDefined()
    const bytes = await keptBytes()
    await answerUrl(app, server.url)
    expect(await whole()).toBeDefined()
    expect(server.asked).toEqual([undefined, `bytes=${bytes}-`])
    expect(disk.isWhole()).toBe(true)
  })

  test('begins anew where a server knows no ranges', async () => {
    server.behaviour.knowsRanges = false
    server.portions.push(10)
    const app = await save()
    await answerUrl(app, server.url)
    await position()
    await app.press('Pause')
    await app.press('Resume')
    expect(await whole()).toBeDefined()
    expect(disk.isWhole()).toBe(true)
  })

  test('is not saved when it is another one than was announced', async () => {
    server.behaviour.size = fileSize / 2
    const app = await save()
    await answerUrl(app, server.url)
    expect(await screen.findByText(failure)).toBeDefined()
    expect(disk.hash).toBeNull()
    server.behaviour.size = fileSize
    await app.press('Try again')
    expect(await whole()).toBeDefined()
    expect(disk.isWhole()).toBe(true)
  })

  test('that is gone is said; cancelled, it leaves nothing behind; who chooses no place downloads nothing', async () => {
    server.portions.push(10)
    const app = await save()
    await answerUrl(app, null)
    expect(await screen.findByText(failure)).toBeDefined()
    await app.press('Cancel')
    expect(await screen.findByRole('button', { name: 'Save file a.zip' })).toBe(document.activeElement)
    await waitFor(() => expect(disk.isRemoved).toBe(true))
    expect(asksBeforeLeaving()).toBe(false)
    disk.isDismissed = true
    await app.user.click(screen.getByRole('button', { name: 'Save file a.zip' }))
    await waitFor(() => expect(disk.chosen).toHaveLength(2))
    expect(app.pending('findArchiveUrlQuery')).toEqual([])
    expect(screen.queryByText(failure)).toBeNull()
  })

  test('that cannot be written where it was to be goes to another place, without being downloaded again', async () => {
    disk.isUnplugged = true
    const app = await save()
    await answerUrl(app, server.url)
    const problem = 'The file could not be saved there. Choose another place for it.'
    expect(await screen.findByText(problem)).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Choose another place Download of a.zip')
    disk.isUnplugged = false
    await app.press('Choose another place')
    expect(await whole()).toBeDefined()
    expect(disk.chosen).toEqual(['a.zip', 'a.zip'])
    expect(server.asked).toEqual([undefined])
    expect(disk.isWhole()).toBe(true)
  })

  test('is said to find no room when the browser’s disk is full', async () => {
    const app = await save()
    await app.asked('findArchiveUrlQuery')
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await answerUrl(app, server.url)
    expect(await screen.findByText('There is not enough free space on this device.')).toBeDefined()
    put.mockRestore()
    await app.press('Try again')
    expect(await whole()).toBeDefined()
    expect(disk.isWhole()).toBe(true)
  })

  test('is the browser’s own matter while another tab has it, and where there is no room to keep it', async () => {
    disk.takeElsewhere('a')
    const app = await save()
    await answerUrl(app)
    await waitFor(() => expect(saved.urls).toEqual([saved.url]))
    leave(app)
    const storage = { estimate: async () => ({ quota: 60e6, usage: 20e6 }) }
    Object.defineProperty(navigator, 'storage', { value: storage, configurable: true })
    await answerUrl(await save(), `${saved.url}?again`)
    await waitFor(() => expect(saved.urls).toEqual([saved.url, `${saved.url}?again`]))
    expect(disk.chosen).toEqual([])
    Reflect.deleteProperty(navigator, 'storage')
  })
})

/** How much of the file the browser keeps for an account; null: it knows of none. */
async function keptBytes(accountId = 'account-1'): Promise<number | null> {
  const files = await KeptFiles.open(accountId)
  const bytes = (await files.find('a', fileSize))?.bytes ?? null
  files.close()
  return bytes
}

/** The page, with a download that was paused after some of it; how far it is, in words and in bytes. */
async function pause() {
  server.portions.push(10)
  const app = await save()
  await answerUrl(app, server.url)
  await position()
  await app.press('Pause')
  await screen.findByText('Paused')
  return { app, reached: await position(), bytes: await keptBytes() }
}

describe('a page that is loaded again', () => {
  test('goes on with a paused file once that is allowed, and has nothing of it left in the end', async () => {
    const { app: left, reached, bytes } = await pause()
    leave(left)
    const app = await open()
    expect(await position()).toBe(reached)
    expect(screen.getByText('Paused')).toBeDefined()
    expect(app.pending('findArchiveUrlQuery')).toEqual([])
    disk.permission = 'denied'
    const asked = disk.permissionsAsked
    await app.press('Resume')
    await waitFor(() => expect(disk.permissionsAsked).toBe(asked + 1))
    expect(screen.getByText('Paused')).toBeDefined()
    disk.permission = 'granted'
    await app.press('Resume')
    await answerUrl(app, server.url)
    expect(await whole()).toBeDefined()
    expect(disk.chosen).toEqual(['a.zip'])
    expect(server.asked).toEqual([undefined, `bytes=${bytes}-`])
    expect(disk.isWhole()).toBe(true)
    expect(await keptBytes()).toBeNull()
  })

  test('goes on with a file that it was left in the middle of, where it was kept last', async () => {
    server.portions.push(20)
    const left = await save()
    await answerUrl(left, server.url)
    await vi.waitFor(async () => expect(await keptBytes()).toBeGreaterThan(0), 10_000)
    const bytes = await keptBytes()
    leave(left)
    const app = await open()
    expect(await position()).toMatch(/^1[67]\./)
    await app.press('Resume')
    await answerUrl(app, server.url)
    expect(await whole()).toBeDefined()
    expect(server.asked).toEqual([undefined, `bytes=${bytes}-`])
    expect(disk.isWhole()).toBe(true)
  })

  test('begins anew with a file whose contents are others now', async () => {
    const { app: left, bytes } = await pause()
    leave(left)
    server.behaviour.etag = '"two"'
    const app = await open()
    await app.press('Resume')
    await answerUrl(app, server.url)
    await answerUrl(app, server.url)
    expect(await whole()).toBeDefined()
    expect(server.asked).toEqual([undefined, `bytes=${bytes}-`, undefined])
    expect(disk.isWhole()).toBe(true)
  })

  test('offers nothing of a file of another size', async () => {
    leave((await pause()).app)
    await open(fileSize + 1)
    expect(await screen.findByRole('button', { name: 'Save file a.zip' })).toBeDefined()
    await waitFor(async () => expect(await keptBytes()).toBeNull())
  })
})

describe('what the browser keeps of a file', () => {
  test('goes when it is cancelled, and when one signs out', async () => {
    const { app } = await pause()
    await app.press('Cancel')
    await waitFor(async () => expect(await keptBytes()).toBeNull())
    await waitFor(() => expect(disk.isRemoved).toBe(true))
    leave(app)
    const { environment } = (await pause()).app
    const config = configWith()
    const signIn = new SignIn(config)
    const end = vi.spyOn(signIn, 'end').mockReturnValue(new Promise(() => undefined))
    void signOut({ signIn, environment, config, locale: 'en-GB' })
    await waitFor(() => expect(end).toHaveBeenCalledOnce())
    expect(await keptBytes()).toBeNull()
  })

  test('goes, on whatever page, when somebody else is signed in, and when the file can be had no more', async () => {
    // Only what is written to it is not as a browser has it.
    const handle = (await disk.pick({ suggestedName: 'a.zip' })) as unknown as SavedFileHandle
    const keep = async (accountId: string, expiries: Readonly<Record<string, string | null>>) => {
      const files = await KeptFiles.open(accountId)
      for (const [key, expires] of Object.entries(expiries)) {
        await files.begin({ key, fileName: key, size: fileSize, expires, findUrl: async () => null }, fileSize, handle)
      }
      files.close()
    }
    await keep('account-2', { a: null })
    const { unmount } = renderApp('/no/such/page')
    await waitFor(async () => expect(await keptKeys()).toEqual([]))
    unmount()
    await keep('account-1', { a: '2026-03-02T12:00:00Z', b: new Date(Date.now() + 60_000).toISOString(), c: null })
    renderApp('/no/such/page')
    await waitFor(async () => expect(await keptKeys()).toEqual(['b', 'c']))
  })
})

/** Looked at without a change. */
async function keptKeys(): Promise<string[]> {
  const database = await openDB('keepsake-files')
  const keys = (await database.getAllKeys('files')).map(String)
  database.close()
  return keys.map((key) => key.split(',')[1] ?? '')
}
