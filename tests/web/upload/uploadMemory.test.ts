import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetUploads } from '../../../web/pages/library/upload/forgetUploads.ts'
import { UploadDatabase } from '../../../web/pages/library/upload/uploadDatabase.ts'
import type { UploadMemory } from '../../../web/pages/library/upload/uploadMemory.ts'
import type { UploadQueue } from '../../../web/pages/library/upload/uploadQueue.ts'
import { TestBrowser } from './browserStorage.ts'
import { StorageServer } from './storageServer.ts'
import { itemNamed, photo, queueOn, until, untilSettled } from './support.ts'

let server: StorageServer
let browser: TestBrowser
let queues: UploadQueue[] = []

beforeEach(async () => {
  server = await StorageServer.start()
  browser = new TestBrowser()
  queues = []
})

afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(queues.map((queue) => queue.close()))
  await server.stop()
})

interface Page {
  readonly queue: UploadQueue
  readonly memory: UploadMemory
}

async function openPage(accountId = 'account-1', options: { maxContent?: number } = {}): Promise<Page> {
  const memory = browser.openPage(accountId, options)
  await memory.settled()
  const token = `token-of-${accountId}`
  server.tokens.add(token)
  const queue = queueOn(server, { accountId, memory, accessToken: async () => token })
  queues.push(queue)
  return { queue, memory }
}

async function leave({ queue, memory }: Page): Promise<void> {
  await memory.settled()
  await queue.close()
  queues.splice(queues.indexOf(queue), 1)
}

/** Opens a page and adds three photos. Leaves the page when a part of the first and nothing of the others is sent. */
async function leaveInTheMiddle(accountId = 'account-1', options: { maxContent?: number } = {}): Promise<void> {
  const page = await openPage(accountId, options)
  server.cuts.push(100_000)
  page.queue.add([photo('half.jpg', 300_000)])
  page.queue.start()
  await until(page.queue, () => server.patches.length === 1)
  server.gate = new Promise(() => {})
  page.queue.add([photo('second.jpg'), photo('third.jpg')])
  page.queue.start()
  await until(page.queue, ({ items }) => items.every(({ uploadUrl }) => uploadUrl !== null))
  await leave(page)
  server.gate = null
}

describe('after a reload', () => {
  test('the next page offers unfinished uploads, and continues from the last received byte', async () => {
    await leaveInTheMiddle()
    const creations = server.requests('POST').length
    const { queue } = await openPage()
    await queue.findUnfinished()
    expect(queue.getSnapshot()).toMatchObject({ unfinished: 3, items: [] })
    await queue.continueUnfinished()
    const snapshot = await untilSettled(queue)
    expect(snapshot).toMatchObject({ unfinished: 0, counts: { added: 3 } })
    expect(server.requests('POST')).toHaveLength(creations)
    expect(server.patches.map(({ offset }) => offset)).toContain('100000')
    const url = itemNamed(snapshot, 'half.jpg').uploadUrl ?? ''
    expect(await server.bytesOf(url)).toBe('half.jpg'.padEnd(300_000, '.'))
  })

  test('continues in the order in which the photos were chosen', async () => {
    const page = await openPage()
    server.gate = new Promise(() => {})
    const names = Array.from({ length: 12 }, (_, number) => `${number}.jpg`)
    page.queue.add(names.map((name) => photo(name)))
    page.queue.start()
    await leave(page)
    const { queue } = await openPage()
    await queue.continueUnfinished()
    expect(queue.getSnapshot().items.map(({ name }) => name)).toEqual(names)
  })

  test('finished uploads are not offered', async () => {
    const page = await openPage()
    page.queue.add([photo('one.jpg')])
    page.queue.start()
    await untilSettled(page.queue)
    await leave(page)
    const { queue } = await openPage()
    await queue.findUnfinished()
    expect(queue.getSnapshot().unfinished).toBe(0)
  })

  test('photos that were not started, cancelled or refused are not offered', async () => {
    const page = await openPage()
    server.gate = new Promise(() => {})
    page.queue.add([photo('cancelled.jpg')])
    page.queue.start()
    await until(page.queue, () => server.patches.length === 1)
    page.queue.cancelAll()
    server.gate = null
    page.queue.add([photo('bad.jpg', 'refuse:DAMAGED_FILE')])
    page.queue.start()
    await until(page.queue, ({ counts }) => counts.failed === 1)
    page.queue.add([photo('chosen.jpg')])
    await leave(page)
    const { queue } = await openPage()
    await queue.findUnfinished()
    expect(queue.getSnapshot().unfinished).toBe(0)
  })

  test('failed uploads that may succeed are offered', async () => {
    const page = await openPage()
    server.failures = 100
    page.queue.add([photo('one.jpg')])
    page.queue.start()
    await untilSettled(page.queue)
    await leave(page)
    server.failures = 0
    const { queue } = await openPage()
    await queue.continueUnfinished()
    expect((await untilSettled(queue)).counts.added).toBe(1)
  })

  test('an outcome that storage decided after the page was closed is found', async () => {
    const page = await openPage()
    server.answersToLose = 1
    page.queue.add([photo('one.jpg')])
    page.queue.start()
    await until(page.queue, () => server.decisions === 1)
    await leave(page)
    const { queue } = await openPage()
    await queue.continueUnfinished()
    expect((await untilSettled(queue)).counts.added + page.queue.getSnapshot().counts.added).toBe(1)
    expect(server.patches).toHaveLength(1)
  })

  test('discarding removes uploads in the browser and on the server', async () => {
    await leaveInTheMiddle()
    const { queue } = await openPage()
    await queue.discardUnfinished()
    await expect.poll(() => server.requests('DELETE')).toHaveLength(3)
    const next = await openPage()
    await next.queue.findUnfinished()
    expect(next.queue.getSnapshot().unfinished).toBe(0)
  })

  test('uploads that have expired on the server are sent again', async () => {
    await leaveInTheMiddle()
    await server.forgetUploads()
    const { queue } = await openPage()
    await queue.continueUnfinished()
    expect((await untilSettled(queue)).counts.added).toBe(3)
  })

  test('files too large to store must be chosen again, and then continue from the same byte', async () => {
    await leaveInTheMiddle('account-1', { maxContent: 200_000 })
    const { queue } = await openPage()
    await queue.continueUnfinished()
    const snapshot = await untilSettled(queue)
    expect(snapshot.counts).toMatchObject({ added: 2, failed: 1 })
    expect(itemNamed(snapshot, 'half.jpg').failure).toBe('CHOOSE_AGAIN')
    queue.add([photo('half.jpg', 300_000)])
    expect((await untilSettled(queue)).counts).toMatchObject({ added: 3, failed: 0 })
    expect(server.patches.at(-1)?.offset).toBe('100000')
  })

  test('uploads of any account are dropped after a week without activity', async () => {
    const page = await openPage('account-2')
    const old = { ...photoRecord('old.jpg'), id: 'old' }
    const time = Date.now
    Date.now = () => time() - 8 * 24 * 3_600_000
    page.memory.remember([old])
    await page.memory.settled()
    Date.now = time
    page.memory.remember([{ ...photoRecord('new.jpg'), id: 'new' }])
    await leave(page)
    await openPage('account-1')
    expect(await browser.openPage('account-2').countUnfinished()).toBe(1)
  })
})

const record = (id: string, size: number) => ({ ...photoRecord(id, size), id })

/** Closes the page. Returns the ids of the unfinished uploads whose content is still stored. */
async function storedAfterClosing(memory: UploadMemory): Promise<string[]> {
  await memory.close()
  const unfinished = await browser.openPage().claimUnfinished()
  return unfinished.filter(({ content }) => content !== null).map(({ upload }) => upload.id)
}

describe('the contents of files', () => {
  test('are kept while there is space, and ended uploads free their space', async () => {
    // All uploads get the same time, so only their positions keep them in order.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    const memory = browser.openPage('account-1', { maxContent: 300 })
    memory.remember([record('ended', 200), record('no space', 101), record('fits', 100)])
    await memory.settled()
    memory.forget(['ended', 'no space'])
    memory.remember([record('too large', 201), record('in its place', 200)])
    expect(await storedAfterClosing(memory)).toEqual(['fits', 'in its place'])
  })

  test('free their space when another page has taken over their upload, and the upload ends there', async () => {
    const left = browser.openPage('account-1', { maxContent: 100 })
    left.remember([record('claimed', 100)])
    await left.close()
    const memory = browser.openPage('account-1', { maxContent: 0 })
    expect((await memory.claimUnfinished()).map(({ content }) => content?.size)).toEqual([100])
    memory.forget(['claimed'])
    memory.remember([record('too large', 101), record('in its place', 100)])
    expect(await storedAfterClosing(memory)).toEqual(['in its place'])
  })

  test('take at most a quarter of the free space', async () => {
    const storage = { estimate: async () => ({ quota: 1_000, usage: 200 }) }
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { storage }))
    const memory = browser.openPage()
    memory.remember([record('too large', 201), record('a quarter', 200)])
    expect(await storedAfterClosing(memory)).toEqual(['a quarter'])
    vi.unstubAllGlobals()
  })

  test('are not copied for an upload that ends before its turn to be copied', async () => {
    const memory = browser.openPage('account-1', { maxContent: 100 })
    memory.remember([record('ended', 100), record('running', 100)])
    memory.forget(['ended'])
    expect(await storedAfterClosing(memory)).toEqual(['running'])
  })

  test('are removed with their records after a week', async () => {
    const time = Date.now
    Date.now = () => time() - 8 * 24 * 3_600_000
    const memory = browser.openPage()
    memory.remember([record('old', 100)])
    await memory.close()
    Date.now = time
    await browser.openPage().close()
    const database = await UploadDatabase.open(browser.indexedDB)
    expect([await database.list('account-1'), await database.content('account-1', 'old')]).toEqual([[], null])
  })
})

describe('two accounts in one browser', () => {
  test('an account is not offered the uploads of another, and cannot continue them', async () => {
    await leaveInTheMiddle('account-1')
    const stranger = await openPage('account-2')
    await stranger.queue.findUnfinished()
    expect(stranger.queue.getSnapshot().unfinished).toBe(0)
    await stranger.queue.continueUnfinished()
    await stranger.queue.discardUnfinished()
    expect(stranger.queue.getSnapshot().items).toEqual([])
    expect(server.seen.filter(({ token }) => token === 'token-of-account-2')).toEqual([])
    const owner = await openPage('account-1')
    await owner.queue.findUnfinished()
    expect(owner.queue.getSnapshot().unfinished).toBe(3)
  })

  test('an account whose id starts with the id of another account sees no uploads of that account', async () => {
    await leaveInTheMiddle('account-10')
    expect(await browser.openPage('account-1').countUnfinished()).toBe(0)
    expect(await browser.openPage('account-').countUnfinished()).toBe(0)
  })
})

describe('signing out', () => {
  test('removes the account’s stored uploads, and keeps those of other accounts', async () => {
    await leaveInTheMiddle('account-1')
    const other = browser.openPage('account-2')
    other.remember([{ ...photoRecord('other.jpg'), id: 'other' }])
    await other.close()
    await forgetUploads('account-1', browser.indexedDB)
    const database = await UploadDatabase.open(browser.indexedDB)
    expect(await database.list('account-1')).toEqual([])
    expect(await database.list('account-2')).toHaveLength(1)
    expect(await database.content('account-2', 'other')).not.toBeNull()
    expect(await browser.openPage('account-1').claimUnfinished()).toEqual([])
  })
})

describe('two tabs', () => {
  test('uploads of an open tab are neither offered nor continued in another tab', async () => {
    const first = await openPage()
    const { promise, resolve: open } = Promise.withResolvers<void>()
    server.gate = promise
    first.queue.add([photo('one.jpg'), photo('two.jpg')])
    first.queue.start()
    await until(first.queue, () => server.patches.length === 2)
    await first.memory.settled()
    const second = await openPage()
    await second.queue.findUnfinished()
    expect(second.queue.getSnapshot().unfinished).toBe(0)
    await second.queue.continueUnfinished()
    expect(second.queue.getSnapshot().items).toEqual([])
    open()
    expect((await untilSettled(first.queue)).counts.added).toBe(2)
    expect(server.requests('POST')).toHaveLength(2)
  })

  test('when two tabs resume at the same moment, each upload runs in only one of them', async () => {
    await leaveInTheMiddle()
    const pages = [await openPage(), await openPage()]
    await Promise.all(pages.map(({ queue }) => queue.findUnfinished()))
    expect(pages.map(({ queue }) => queue.getSnapshot().unfinished)).toEqual([3, 3])
    const before = server.patches.length
    await Promise.all(pages.map(({ queue }) => queue.continueUnfinished()))
    await Promise.all(pages.map(({ queue }) => untilSettled(queue)))
    expect(pages.map(({ queue }) => queue.getSnapshot().items.length).toSorted((one, other) => one - other)).toEqual([
      0, 3,
    ])
    expect(server.patches.length - before).toBe(3)
  })

  test('when one tab resumes, the other tab stops offering to resume', async () => {
    await leaveInTheMiddle()
    const [first, second] = [await openPage(), await openPage()]
    await second.queue.findUnfinished()
    expect(second.queue.getSnapshot().unfinished).toBe(3)
    await first.queue.continueUnfinished()
    await until(second.queue, ({ unfinished }) => unfinished === 0)
    await untilSettled(first.queue)
    expect(first.queue.getSnapshot().counts.added).toBe(3)
  })

  test('when a tab closes, its unfinished uploads are offered in the tab that stays open', async () => {
    const staying = await openPage()
    await leaveInTheMiddle()
    await staying.queue.findUnfinished()
    expect(staying.queue.getSnapshot().unfinished).toBe(3)
  })
})

function photoRecord(name: string, content: string | number = name) {
  const file = photo(name, content)
  const { size, type, lastModified } = file
  const start = {
    state: 'queued',
    bytesSent: 0,
    isWaiting: false,
    failure: null,
    uploadUrl: null,
    imageId: null,
    keptUntil: null,
    hasPicture: true,
    album: null,
    albumState: null,
  } as const
  return { name, size, type, lastModified, file, ...start }
}
