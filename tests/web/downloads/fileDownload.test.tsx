import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { downloadsPath } from '../../../web/shared/paths.ts'
import { renderApp } from '../support/renderApp.tsx'
import { answerUrl, archive, setUpArchives } from './archiveKit.ts'
import { createDisk, fileSize, startFileServer } from './fileServer.ts'

setUpArchives()

let server: Awaited<ReturnType<typeof startFileServer>>
let disk: ReturnType<typeof createDisk>

beforeEach(async () => {
  server = await startFileServer()
  disk = createDisk()
  vi.stubGlobal('showSaveFilePicker', disk.pick)
})
afterEach(() => server.close())

const mebibytes = (count: number) => count * 1024 * 1024

/** The list of downloads with a large one, whose file was asked for. */
async function save() {
  const app = renderApp(downloadsPath)
  const details = { state: 'FINISHED', progress: 1, name: 'Norway', photosCount: 3, created: null, expires: null }
  const edges = [{ cursor: '1', node: archive('a', { ...details, size: fileSize }) }]
  const pageInfo = { hasNextPage: false, endCursor: '1' }
  await app.answer('DownloadsPageQuery', { viewer: { __typename: 'Viewer', downloads: { edges, pageInfo } } })
  await app.user.click(await screen.findByRole('button', { name: 'Save file a.zip' }))
  const press = (name: string) => app.user.click(screen.getByRole('button', { name: `${name} Download of a.zip` }))
  return { ...app, press }
}

/** Whether the browser would ask before the page is left. */
function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

test('a large file goes where one chooses; paused, it goes on where it stopped', async () => {
  server.portions.push(20)
  const app = await save()
  expect(disk.chosen).toEqual(['a.zip'])
  await answerUrl(app, server.url)
  await waitFor(() => expect(disk.bytes).toBe(mebibytes(20)))
  expect(screen.getByRole('progressbar', { name: 'Download of a.zip' })).toBeDefined()
  expect(asksBeforeLeaving()).toBe(true)
  expect(document.activeElement?.textContent).toBe('Pause Download of a.zip')
  await app.press('Pause')
  expect(document.activeElement?.textContent).toBe('Resume Download of a.zip')
  expect(screen.getByText('20.00 MB of 50.00 MB')).toBeDefined()
  expect(screen.getByText('Paused')).toBeDefined()
  // It goes on with the page that one comes back to.
  await app.router.navigate('/no/such/page')
  await screen.findByRole('heading', { name: 'This page does not exist' })
  expect(asksBeforeLeaving()).toBe(true)
  await app.router.navigate(-1)
  await screen.findByText('20.00 MB of 50.00 MB')
  await app.press('Resume')
  const saved = await screen.findByText('Saved')
  expect(document.activeElement?.contains(saved)).toBe(true)
  expect(server.asked).toEqual([undefined, `bytes=${mebibytes(20)}-`])
  expect(disk.isWhole()).toBe(true)
  expect(asksBeforeLeaving()).toBe(false)
})

test('after a lost connection it goes on by itself, with a fresh link', async () => {
  server.portions.push(10)
  const app = await save()
  await answerUrl(app, `${server.url}?expired`)
  await waitFor(() => expect(disk.bytes).toBe(mebibytes(10)))
  server.breakOff()
  expect(await screen.findByText('Waiting for the connection…')).toBeDefined()
  await answerUrl(app, server.url)
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(server.asked).toEqual([undefined, `bytes=${mebibytes(10)}-`])
  expect(disk.isWhole()).toBe(true)
})

test('where a server knows no ranges it begins anew', async () => {
  server.behaviour.knowsRanges = false
  server.portions.push(10)
  const app = await save()
  await answerUrl(app, server.url)
  await waitFor(() => expect(disk.bytes).toBe(mebibytes(10)))
  await app.press('Pause')
  await app.press('Resume')
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(disk.isWhole()).toBe(true)
})

test('another file than the one that was announced is not saved', async () => {
  server.behaviour.size = fileSize / 2
  const app = await save()
  await answerUrl(app, server.url)
  expect(await screen.findByText('Error: Your photos could not be downloaded')).toBeDefined()
  expect(disk.isClosed).toBe(false)
  server.behaviour.size = fileSize
  await app.press('Try again')
  expect(await screen.findByText('Saved')).toBeDefined()
  expect(disk.isWhole()).toBe(true)
})

test('a full disk is said, and so is a file that is gone', async () => {
  disk.isFull = true
  const app = await save()
  await answerUrl(app, server.url)
  expect(await screen.findByText('Error: Your photos could not be downloaded')).toBeDefined()
  await app.press('Cancel')
  await app.user.click(await screen.findByRole('button', { name: 'Save file a.zip' }))
  await answerUrl(app, null)
  expect(await screen.findByText('Error: Your photos could not be downloaded')).toBeDefined()
})

test('cancelled, it leaves nothing behind; who chooses no place downloads nothing', async () => {
  server.portions.push(10)
  const app = await save()
  await answerUrl(app, server.url)
  await waitFor(() => expect(disk.bytes).toBe(mebibytes(10)))
  await app.press('Cancel')
  expect(await screen.findByRole('button', { name: 'Save file a.zip' })).toBe(document.activeElement)
  await waitFor(() => expect(disk.isRemoved).toBe(true))
  expect(asksBeforeLeaving()).toBe(false)
  disk.isDismissed = true
  await app.user.click(screen.getByRole('button', { name: 'Save file a.zip' }))
  expect(disk.chosen).toHaveLength(2)
  expect(app.pending('findArchiveUrlQuery')).toEqual([])
  expect(screen.queryByText('Error: Your photos could not be downloaded')).toBeNull()
})
