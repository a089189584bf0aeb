import { createIntl } from 'react-intl'
import { describe, expect, test } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { RemainingTime } from '../../../web/pages/library/upload/remainingTime.ts'
import { UploadAnnouncements } from '../../../web/pages/library/upload/uploadAnnouncements.ts'
import { summarize, type SnapshotParts } from '../../../web/pages/library/upload/uploadSnapshot.ts'
import { itemStatus, progressNote, progressPercent } from '../../../web/pages/library/upload/uploadTexts.ts'
import {
  canRetry,
  type UploadFailure,
  type UploadItem,
  type UploadSnapshot,
} from '../../../web/pages/library/upload/uploadTypes.ts'

const intl = createIntl({ locale: 'en-GB', messages })
const megabyte = 1_000_000

function item(change: Partial<UploadItem>): UploadItem {
  return {
    id: 'id',
    name: 'photo.jpg',
    size: megabyte,
    type: 'image/jpeg',
    lastModified: 0,
    file: new Blob(['x']),
    state: 'queued',
    bytesSent: 0,
    isWaiting: false,
    failure: null,
    uploadUrl: 'https://example.com/storage/files/1',
    imageId: null,
    keptUntil: null,
    hasPicture: true,
    album: null,
    albumState: null,
    ...change,
  }
}

function snapshotOf(items: UploadItem[], parts: Partial<SnapshotParts> = {}): UploadSnapshot {
  const usual = { isSignedOut: false, leftOut: 0, isNoneFound: false, usage: null, unfinished: 0 }
  return summarize(items, { ...usual, ...parts }, new RemainingTime())
}

describe('the remaining time', () => {
  test('is unknown until there are enough samples', () => {
    const remaining = new RemainingTime()
    expect(remaining.minutes(0, 0, 600)).toBeNull()
    expect(remaining.minutes(3_000, 10, 600)).toBeNull()
    expect(remaining.minutes(10_000, 20, 600)).toBe(5)
  })

  test('does not change more often than every five seconds', () => {
    const remaining = new RemainingTime()
    remaining.minutes(0, 0, 600)
    expect(remaining.minutes(10_000, 20, 600)).toBe(5)
    expect(remaining.minutes(12_000, 200, 600)).toBe(5)
    expect(remaining.minutes(16_000, 300, 600)).toBe(0)
  })

  test('increases for large differences, but not for small ones', () => {
    const remaining = new RemainingTime()
    remaining.minutes(0, 0, 600)
    expect(remaining.minutes(10_000, 20, 600)).toBe(5)
    expect(remaining.minutes(20_000, 33, 600)).toBe(5)
    expect(remaining.minutes(30_000, 34, 600)).toBe(9)
  })

  test('is unknown again after a reset', () => {
    const remaining = new RemainingTime()
    remaining.minutes(0, 0, 600)
    remaining.minutes(10_000, 20, 600)
    remaining.reset()
    expect(remaining.minutes(3_600_000, 20, 600)).toBeNull()
  })

  test.each([
    [null, ''],
    [0, 'Less than a minute left'],
    [1, 'About a minute left'],
    [12, 'About 12 minutes left'],
    [89, 'About 89 minutes left'],
    [90, 'About 2 hours left'],
    [150, 'About 3 hours left'],
  ])('%s minutes read "%s"', (minutesLeft, text) => {
    expect(progressNote({ ...snapshotOf([item({})]), minutesLeft }, intl)).toBe(text)
  })

  test('is not shown once all bytes are sent: it is unknown how long photos take to be made ready', () => {
    const sent = [
      item({ state: 'processing', bytesSent: megabyte, imageId: 'kept' }),
      item({ state: 'added', bytesSent: megabyte, imageId: 'added' }),
    ]
    expect(progressNote({ ...snapshotOf(sent), minutesLeft: 0 }, intl)).toBe('1 photo is being prepared.')
    expect(progressNote({ ...snapshotOf([...sent, item({})]), minutesLeft: 1 }, intl)).toBe('About a minute left')
  })
})

describe('the progress of all uploads', () => {
  test('counts ended uploads in full, and leaves out cancelled and unstarted uploads', () => {
    const snapshot = snapshotOf([
      item({ state: 'uploading', bytesSent: 250_000 }),
      item({ state: 'added' }),
      item({ state: 'failed', failure: 'DAMAGED_FILE' }),
      item({ state: 'failed', failure: 'EMPTY_FILE', uploadUrl: null }),
      item({ state: 'cancelled' }),
      item({ state: 'chosen' }),
    ])
    expect([snapshot.bytesDone, snapshot.bytesTotal]).toEqual([2.25 * megabyte, 3 * megabyte])
    expect(snapshot.counts).toMatchObject({ uploading: 1, added: 1, failed: 2, cancelled: 1, chosen: 1 })
  })
})

describe('texts', () => {
  test('a photo is never shown as completely sent before storage has answered, because bytes may wait in buffers', () => {
    const handedOver = item({ state: 'processing', bytesSent: megabyte })
    const kept = item({ state: 'processing', bytesSent: megabyte, imageId: 'kept' })
    expect(itemStatus(handedOver, intl)).toBe('99% of 976.56\u00a0KB')
    expect(itemStatus(kept, intl)).toBe('Being prepared')
    expect(progressPercent(snapshotOf([handedOver, kept]))).toBe(99)
    expect(progressNote(snapshotOf([handedOver, kept]), intl)).toBe('')
    expect(progressPercent(snapshotOf([kept]))).toBe(100)
  })

  test('a photo with a lost or stalled connection is shown as waiting', () => {
    const half = { state: 'uploading', bytesSent: megabyte / 2 } as const
    expect(itemStatus(item(half), intl)).toBe('50% of 976.56\u00a0KB')
    expect(itemStatus(item({ ...half, isWaiting: true }), intl)).toBe('Waiting for the connection')
    const stalled = snapshotOf([item({ ...half, isWaiting: true })])
    expect(progressNote(stalled, intl)).toBe('We can’t reach our service right now. We’ll keep trying.')
    expect(progressNote(snapshotOf([item({ ...half, isWaiting: true }), item(half)]), intl)).toBe('')
  })

  test('every failure has its own text without technical terms', () => {
    const failures: UploadFailure[] = [
      'UNSUPPORTED_TYPE',
      'DAMAGED_FILE',
      'EMPTY_FILE',
      'TOO_MANY_PIXELS',
      'FILE_TOO_LARGE',
      'CHOOSE_AGAIN',
      'UNREADABLE_FILE',
      'CONNECTION_LOST',
      'SERVICE_UNAVAILABLE',
      'SIGNED_OUT',
      'REFUSED',
    ]
    const texts = failures.map((failure) => itemStatus(item({ state: 'failed', failure }), intl))
    expect(new Set(texts).size).toBe(failures.length)
    for (const text of texts) expect(text).not.toMatch(/upload\.|tus|offset|\d{3}|error|server|token/i)
  })

  test('only failures that may succeed with the same file can be retried', () => {
    expect(canRetry(item({ state: 'failed', failure: 'CONNECTION_LOST' }))).toBe(true)
    expect(canRetry(item({ state: 'cancelled' }))).toBe(true)
    expect(canRetry(item({ state: 'failed', failure: 'DAMAGED_FILE' }))).toBe(false)
    expect(canRetry(item({ state: 'failed', failure: 'CHOOSE_AGAIN' }))).toBe(false)
    expect(canRetry(item({ state: 'uploading' }))).toBe(false)
  })
})

/** Two photos with 1,000 bytes in total: an added one with `share` of these bytes, and one that is uploading. */
function running(share: number): UploadSnapshot {
  return snapshotOf([
    item({ state: 'added', size: share * 1000 }),
    item({ state: 'uploading', size: (1 - share) * 1000 }),
  ])
}

describe('announcements to screen readers', () => {
  test('report the start, each quarter with a minimum interval, and the end', () => {
    const announcements = new UploadAnnouncements(intl)
    expect(announcements.next(running(0.01), 0)).toBe('1 of 2 photos')
    expect(announcements.next(running(0.1), 20_000)).toBeNull()
    expect(announcements.next(running(0.3), 21_000)).toBe('1 of 2 photos')
    expect(announcements.next(running(0.6), 25_000)).toBeNull()
    expect(announcements.next(running(0.61), 37_000)).toBe('1 of 2 photos')
    expect(announcements.next(snapshotOf([item({ state: 'added' })]), 38_000)).toBe(
      '1 photo was added to your library.',
    )
    expect(announcements.next(snapshotOf([item({ state: 'added' })]), 60_000)).toBeNull()
  })

  test('report an interruption at once', () => {
    const announcements = new UploadAnnouncements(intl)
    announcements.next(running(0.01), 0)
    expect(announcements.next(snapshotOf([item({})], { isSignedOut: true }), 10)).toBe(
      'You’re signed out. Sign in to carry on.',
    )
  })

  test('report what was chosen, refused, left out or not found, and nothing when the list is emptied', () => {
    const announcements = new UploadAnnouncements(intl)
    const chosen = item({ state: 'chosen', size: 2000 })
    const refused = item({ state: 'failed', failure: 'EMPTY_FILE', size: 0, uploadUrl: null })
    expect(announcements.next(snapshotOf([chosen]), 0)).toBe('1 photo, 1.95\u00a0KB')
    expect(announcements.next(snapshotOf([chosen]), 1)).toBeNull()
    expect(announcements.next(snapshotOf([chosen, refused], { leftOut: 1 }), 2)).toBe(
      '1 file was left out: only HEIC, JPEG and PNG photos can be added. 1 file could not be added. 1 photo, 1.95\u00a0KB',
    )
    expect(announcements.next(snapshotOf([refused]), 3)).toBe('1 file could not be added.')
    expect(announcements.next(snapshotOf([]), 4)).toBe('')
    expect(announcements.next(snapshotOf([], { isNoneFound: true }), 5)).toMatch(/^No photos found\. Only HEIC/)
  })

  test('report nothing about uploads that ended before the announcements began', () => {
    expect(new UploadAnnouncements(intl).next(snapshotOf([item({ state: 'added' })]), 0)).toBeNull()
  })
})
