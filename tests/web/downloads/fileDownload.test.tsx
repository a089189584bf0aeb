import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { answerUrl, saved } from './archiveKit.ts'
import { disk, keptBytes, leave, save, server, setUpFiles, shownProgress, untilSaved } from './fileDownloadKit.ts'
import { fileSize } from './fileServer.ts'

setUpFiles()

const failure = 'Error: Your photos could not be downloaded'

/** True if the browser would ask before the page is closed. */
function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

describe('a large file', () => {
  test('is saved at the chosen place; after a pause its download continues from the same byte', async () => {
    server.portions.push(20)
    const app = await save()
    await answerUrl(app, server.url)
    expect(disk.chosen).toEqual(['a.zip'])
    await shownProgress()
    expect(screen.getByRole('progressbar', { name: 'Download of a.zip' })).toBeDefined()
    expect(asksBeforeLeaving()).toBe(true)
    expect(document.activeElement?.textContent).toBe('Pause Download of a.zip')
    await app.press('Pause')
    // The received part is kept.
    expect(await screen.findByText('Paused')).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Resume Download of a.zip')
    expect(asksBeforeLeaving()).toBe(false)
    const [reached, bytes] = [await shownProgress(), await keptBytes()]
    // The download can be resumed after the user has left the page and come back.
    await app.router.navigate('/no/such/page')
    await screen.findByRole('heading', { name: 'This page does not exist' })
    await app.router.navigate(-1)
    expect(await shownProgress()).toBe(reached)
    await app.press('Resume')
    const message = await untilSaved()
    expect(document.activeElement?.contains(message)).toBe(true)
    expect(server.asked).toEqual([undefined, `bytes=${bytes}-`])
    expect(disk.isWhole()).toBe(true)
    expect(asksBeforeLeaving()).toBe(false)
  })

  test('resumes after a lost connection, with a fresh link', async () => {
    server.portions.push(10)
    const app = await save()
    await answerUrl(app, `${server.url}?expired`)
    await shownProgress()
    server.breakOff()
    expect(await screen.findByText('Waiting for the connection…')).toBeDefined()
    const bytes = await keptBytes()
    await answerUrl(app, server.url)
    expect(await untilSaved()).toBeDefined()
    expect(server.asked).toEqual([undefined, `bytes=${bytes}-`])
    expect(disk.isWhole()).toBe(true)
  })

  test('starts from byte 0 when the server does not support ranges', async () => {
    server.behaviour.knowsRanges = false
    server.portions.push(10)
    const app = await save()
    await answerUrl(app, server.url)
    await shownProgress()
    await app.press('Pause')
    await app.press('Resume')
    expect(await untilSaved()).toBeDefined()
    expect(disk.isWhole()).toBe(true)
  })

  test('is not saved when its size differs from the size in the list', async () => {
    server.behaviour.size = fileSize / 2
    const app = await save()
    await answerUrl(app, server.url)
    expect(await screen.findByText(failure)).toBeDefined()
    expect(disk.hash).toBeNull()
    server.behaviour.size = fileSize
    await app.press('Try again')
    expect(await untilSaved()).toBeDefined()
    expect(disk.isWhole()).toBe(true)
  })

  test('reports a file that no longer exists; cancelling removes the received part; a dismissed save dialog downloads nothing', async () => {
    server.portions.push(10)
    const app = await save()
    await answerUrl(app, null)
    expect(await screen.findByText(failure)).toBeDefined()
    const removed = vi.spyOn(window, 'removeEventListener')
    await app.press('Cancel')
    // While a page has a `beforeunload` listener, browsers do not keep the page for the Back button. So the listener
    // must go.
    expect(removed.mock.calls.map(([type]) => type)).toContain('beforeunload')
    expect(await screen.findByRole('button', { name: 'Save file a.zip' })).toBe(document.activeElement)
    await waitFor(() => expect(disk.isRemoved).toBe(true))
    expect(asksBeforeLeaving()).toBe(false)
    disk.isDismissed = true
    await app.user.click(screen.getByRole('button', { name: 'Save file a.zip' }))
    await waitFor(() => expect(disk.chosen).toHaveLength(2))
    expect(app.pending('findArchiveUrlQuery')).toEqual([])
    expect(screen.queryByText(failure)).toBeNull()
  })

  test('can be saved at another place, without a second download, when the first place cannot be written to', async () => {
    disk.isUnplugged = true
    const app = await save()
    await answerUrl(app, server.url)
    const problem = 'The file could not be saved there. Choose another place for it.'
    expect(await screen.findByText(problem)).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Choose another place Download of a.zip')
    disk.isUnplugged = false
    await app.press('Choose another place')
    expect(await untilSaved()).toBeDefined()
    expect(disk.chosen).toEqual(['a.zip', 'a.zip'])
    expect(disk.savedAt).toBe(2)
    expect(server.asked).toEqual([undefined])
    expect(disk.isWhole()).toBe(true)
  })

  test('reports that the device has no space when the browser’s storage is full', async () => {
    const app = await save()
    await app.asked('findArchiveUrlQuery')
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError')
    })
    await answerUrl(app, server.url)
    expect(await screen.findByText('There is not enough free space on this device.')).toBeDefined()
    put.mockRestore()
    await app.press('Try again')
    expect(await untilSaved()).toBeDefined()
    expect(disk.isWhole()).toBe(true)
  })

  test('is downloaded by the browser itself when another tab is downloading it, or when storage is short', async () => {
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
