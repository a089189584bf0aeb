import { expect, test } from 'vitest'
import { StorageRoom } from '../../../web/pages/library/upload/storageRoom.ts'
import type { UploadItem } from '../../../web/pages/library/upload/uploadTypes.ts'

const usage = { usedBytes: 0, quotaBytes: 100 }

function item(change: Partial<UploadItem>): UploadItem {
  return {
    id: 'id',
    name: 'photo.jpg',
    size: 60,
    type: 'image/jpeg',
    lastModified: 0,
    file: null,
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
    ...change,
  }
}

test.each(['failed', 'cancelled'] as const)(
  'a file that had %s before storage was asked takes space once it is retried',
  (state) => {
    const room = new StorageRoom()
    room.update(usage, [item({ state })])
    expect(room.left([item({ state })])).toBe(100)
    expect(room.left([item({ state: 'queued' })])).toBe(40)
  },
)

test('a file whose transfer had started when storage was asked is not subtracted again', () => {
  const room = new StorageRoom()
  const uploading = item({ state: 'uploading', uploadUrl: 'https://example.com/storage/files/1' })
  room.update({ ...usage, usedBytes: 60 }, [uploading])
  expect(room.left([uploading])).toBe(40)
})

test('a file of which the library has a copy takes no space', () => {
  const room = new StorageRoom()
  room.update(usage, [item({})])
  expect(room.left([item({ state: 'duplicate' })])).toBe(100)
})

test('without a quota, all files fit', () => {
  const room = new StorageRoom()
  room.update(null, [])
  expect(room.left([item({ size: 10 ** 15 })])).toBe(Number.POSITIVE_INFINITY)
})
