import { createIntl } from 'react-intl'
import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SignIn } from '../../../web/auth/SignIn.ts'
import messages from '../../../web/locales/en-GB.json'
import { AlbumUploads } from '../../../web/pages/library/upload/AlbumUploads.ts'
import { retryAlbums } from '../../../web/pages/library/upload/retryAlbums.ts'
import type { UploadQueue } from '../../../web/pages/library/upload/uploadQueue.ts'
import { receiptLines } from '../../../web/pages/library/upload/uploadTexts.ts'
import { configWith } from '../support/config.ts'
import { soon } from '../support/soon.ts'
import { testSession } from '../support/testSession.ts'
import { TestBrowser } from '../upload/browserStorage.ts'
import { StorageServer } from '../upload/storageServer.ts'
import { photo, queueOn, until, untilSettled } from '../upload/support.ts'

const album = { id: 'norway', name: 'Norway' }
const intl = createIntl({ locale: 'en-GB', messages })

let server: StorageServer
let leaving: (() => unknown)[] = []

beforeEach(async () => {
  server = await StorageServer.start()
})

afterEach(async () => {
  for (const leave of leaving) await leave()
  leaving = []
  await server.stop()
})

/** A page that uploads files. The test controls the answers of the gateway. */
async function openPage(browser = new TestBrowser()) {
  const memory = browser.openPage()
  await memory.settled()
  const queue = queueOn(server, { memory })
  const environment = createMockEnvironment()
  const end = new AlbumUploads(testSession(new SignIn(configWith()), environment), queue).start()
  const leave = async () => {
    end()
    await memory.settled()
    await queue.close()
  }
  leaving.push(leave)
  const asked = (name: string) =>
    vi.waitFor(() => {
      const found = environment.mock.getAllOperations().find(({ request }) => request.node.operation.name === name)
      if (!found) throw new Error(`${name} was not requested. Uploads: ${describe(queue)}`)
      return found
    }, soon)

  /** Answers which of the uploads are in the library. */
  async function answerPhotos(isThere: (index: number) => boolean = () => true) {
    const operation = await asked('AlbumUploadsQuery')
    const imageIds: readonly string[] = operation.request.variables['imageIds']
    const uploadedPhotos = imageIds.map((id, index) =>
      isThere(index) ? { __typename: 'Photo', __isNode: 'Photo', id: `photo-${id}` } : null,
    )
    environment.mock.resolve(operation, { data: { viewer: { library: { id: 'library', uploadedPhotos } } } })
    return imageIds
  }

  /** Answers the mutation that adds photos. Returns the ids of the album and the photos. */
  async function answerAddition(isShared = false) {
    const operation = await asked('addChunkMutation')
    const { albumId, photoIds } = operation.request.variables['input']
    const success = {
      __typename: 'AddPhotosToAlbumSuccess',
      addedIds: photoIds,
      remainingIds: [],
      album: { __typename: 'Album', id: albumId, photosCount: 1, updated: '2026-03-02T12:00:00Z', cover: null },
    }
    const addPhotosToAlbum = isShared ? { __typename: 'AlbumIsShared' } : success
    environment.mock.resolve(operation, { data: { addPhotosToAlbum } })
    return { albumId, photoIds }
  }

  return { queue, environment, leave, answerPhotos, answerAddition }
}

/** The current state of each upload, and all requests so far, for the message of a failure. */
function describe(queue: UploadQueue): string {
  const { items } = queue.getSnapshot()
  const states = items.map(({ name, state, isWaiting, bytesSent, failure, albumState }) =>
    [name, state, isWaiting ? 'waiting' : '', `${bytesSent} bytes`, failure, albumState].join(' '),
  )
  const requests = server.seen.map(({ method, path, offset }) => [method, path, offset].join(' '))
  return `${states.join(', ')}. Requests: ${requests.join(', ')}`
}

function upload(queue: UploadQueue, ...files: File[]) {
  queue.add(files, 0, album)
  queue.start()
}

const receipt = (queue: UploadQueue) => receiptLines(queue.getSnapshot(), intl)

test('photos uploaded for an album are added as soon as they are in the library, and the receipt says so', async () => {
  const { queue, answerPhotos, answerAddition } = await openPage()
  upload(queue, photo('one.jpg'))
  // The photo's renditions are still being made.
  await answerPhotos(() => false)
  expect(queue.getSnapshot()).toMatchObject({ isRunning: true, counts: { added: 1 }, albumCounts: { pending: 1 } })
  const [imageId] = await answerPhotos()
  expect(await answerAddition()).toEqual({ albumId: 'norway', photoIds: [`photo-${imageId}`] })
  await untilSettled(queue)
  expect(receipt(queue)).toEqual(['1 photo was added to your library.', '1 photo is in Norway.'])
})

test('a photo that was already in the library is added to the album, too', async () => {
  const { queue, answerPhotos, answerAddition } = await openPage()
  upload(queue, photo('one.jpg', 'same'))
  await answerPhotos()
  await answerAddition()
  await untilSettled(queue)
  upload(queue, photo('again.jpg', 'same'))
  await answerPhotos()
  await answerAddition()
  await untilSettled(queue)
  expect(queue.getSnapshot().counts).toMatchObject({ added: 1, duplicate: 1 })
  expect(receipt(queue)).toContain('2 photos are in Norway.')
})

test('a failure to add photos is shown, with a retry', async () => {
  const { queue, answerPhotos, answerAddition } = await openPage()
  upload(queue, photo('one.jpg'))
  await answerPhotos()
  await answerAddition(true)
  await until(queue, ({ albumCounts }) => albumCounts.failed === 1)
  expect(receipt(queue)).toEqual([
    '1 photo was added to your library.',
    '1 photo is in your library, but could not be added to Norway.',
  ])
  retryAlbums(queue)
  await answerPhotos()
  await answerAddition()
  await untilSettled(queue)
  expect(receipt(queue)).toContain('1 photo is in Norway.')
})

test('when the page is closed after the upload, the next opened page adds the photos to the album', async () => {
  const browser = new TestBrowser()
  const first = await openPage(browser)
  upload(first.queue, photo('one.jpg'))
  await until(first.queue, ({ albumCounts }) => albumCounts.pending === 1)
  await first.leave()
  const next = await openPage(browser)
  await next.queue.findUnfinished()
  expect(next.queue.getSnapshot().unfinished).toBe(1)
  const requests = server.seen.length
  await next.queue.continueUnfinished()
  await next.answerPhotos()
  expect(server.seen).toHaveLength(requests)
  expect((await next.answerAddition()).albumId).toBe('norway')
  await untilSettled(next.queue)
  expect(receipt(next.queue)).toContain('1 photo is in Norway.')
  expect(server.requests('POST')).toHaveLength(1)
})
