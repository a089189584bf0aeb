import { describe, expect, test } from 'vitest'
import { globalId } from '../support/globalIds.ts'
import { compareWithLedger } from './topology/compare.ts'
import { factsOfStored, readReceived } from './topology/facts.ts'
import type { Found, FoundPhoto } from './topology/found.ts'
import { Ledger } from './topology/ledger.ts'

const photo: FoundPhoto = { id: 'photo-1', checksum: 'abc', blobChecksum: 'abc', missingKeys: [] }
const archive = { id: 'archive-1', name: 'Archive 1', state: 'finished', hasBlob: true }
const facts = ['photo photo-1', 'album album-1', 'album album-1', 'upload upload-1', 'archive archive-1 finished']

/** An installation that has exactly what the ledger below says. */
const whole: Found = {
  albums: new Map([['album-1', 'Album 1']]),
  photos: [photo],
  uploads: new Map([['upload-1', { state: 'READY', photoId: 'photo-1' }]]),
  archives: [archive],
  exports: new Map([['export-1', 'READY']]),
  facts,
  strayKeys: [],
  incompleteUploads: [{ key: 'exports/a.zip', isTemporary: true }],
}

function ledgerOf(received: readonly string[] = [...new Set(facts)]): Ledger {
  const ledger = new Ledger()
  ledger.albums.set('album-1', 'Album 1')
  ledger.sent.add('abc')
  ledger.uploads.set('upload-1', 'abc')
  ledger.archives.set('Archive 1', 'archive-1')
  ledger.exports.push('export-1')
  ledger.received.set('subscriber 1', received)
  return ledger
}

test('an installation that has everything once balances with the ledger', () => {
  expect(compareWithLedger(ledgerOf(), whole)).toEqual({ lost: [], doubled: [], left: [] })
})

describe('the comparison finds', () => {
  const withPhoto = (change: Partial<FoundPhoto>): Partial<Found> => ({ photos: [{ ...photo, ...change }] })
  test.each<[string, Partial<Found>, string]>([
    ['a lost album', { albums: new Map() }, 'album Album 1'],
    ['a lost upload', { uploads: new Map() }, 'upload upload-1: unknown'],
    [
      'an upload that never ended',
      { uploads: new Map([['upload-1', { state: 'RECEIVING', photoId: 'photo-1' }]]) },
      'upload upload-1: RECEIVING',
    ],
    ['a lost photo', { photos: [] }, 'upload upload-1: no photo'],
    ['a lost original', withPhoto({ blobChecksum: null }), 'upload upload-1: no original in the bucket'],
    ['a changed original', withPhoto({ blobChecksum: 'abd' }), 'upload upload-1: another original in the bucket'],
    ['a lost picture', withPhoto({ missingKeys: ['300.jpg'] }), 'upload upload-1: no 300.jpg in the bucket'],
    ['an archive without its file', { archives: [{ ...archive, hasBlob: false }] }, 'archive Archive 1'],
    ['a failed archive', { archives: [{ ...archive, state: 'error' }] }, 'archive Archive 1'],
    ['a failed export', { exports: new Map([['export-1', 'FAILED']]) }, 'export export-1: FAILED'],
    ['an event that a subscriber missed', { facts: [...facts, 'photo photo-2'] }, 'photo photo-2 for subscriber 1'],
  ])('%s', (_what, change, lost) => {
    expect(compareWithLedger(ledgerOf(), { ...whole, ...change })).toEqual({ lost: [lost], doubled: [], left: [] })
  })

  test.each<[string, Partial<Found>, string]>([
    [
      'two albums of one request',
      {
        albums: new Map([
          ['album-1', 'Album 1'],
          ['album-2', 'Album 1'],
        ]),
      },
      'album Album 1',
    ],
    ['two photos of one content', { photos: [photo, { ...photo, id: 'photo-2' }] }, 'photo abc'],
    ['a photo that was never uploaded', { photos: [photo, { ...photo, id: 'photo-2', checksum: 'x' }] }, 'photo x'],
    ['two archives of one request', { archives: [archive, { ...archive, id: 'archive-2' }] }, 'archive Archive 1'],
    ['an event that was written twice', { facts: [...facts, 'photo photo-1'] }, 'photo photo-1 in the events'],
  ])('%s', (_what, change, doubled) => {
    expect(compareWithLedger(ledgerOf(), { ...whole, ...change })).toEqual({ lost: [], doubled: [doubled], left: [] })
  })

  test('events that a subscriber got too often', () => {
    const received = [...facts, 'album album-1', 'photo photo-1']
    expect(compareWithLedger(ledgerOf(received), whole).doubled).toEqual([
      'photo photo-1 2 times for subscriber 1',
      'album album-1 3 times for subscriber 1',
    ])
  })

  test('objects and parts of objects that nothing removes', () => {
    const incompleteUploads = [{ key: 'exports/b.zip', isTemporary: false }]
    expect(compareWithLedger(ledgerOf(), { ...whole, strayKeys: ['photos/a'], incompleteUploads }).left).toEqual([
      'photos/a',
      'parts of exports/b.zip',
    ])
  })

  test('wrong contents of fetched archives', () => {
    const ledger = ledgerOf()
    const contents = { required: ['abc', 'abd'], allowed: new Set(['abc', 'abd']) }
    ledger.compareContents('Archive 1', ['abc', 'abc', 'x'], contents)
    expect(compareWithLedger(ledger, whole)).toEqual({
      lost: ['abd in Archive 1'],
      doubled: ['1 photos in Archive 1', 'unknown x in Archive 1'],
      left: [],
    })
  })
})

test('the database and the subscribers name a fact alike', () => {
  const received = [
    {
      libraryEvents: {
        cursor: '1',
        isTruncated: false,
        addedPhotoIds: [globalId('Photo', 'p')],
        changedAlbumIds: [globalId('Album', 'a')],
        endedUploads: [{ uploadId: 'u' }],
      },
    },
    { archiveEvents: { cursor: '2', key: 'FINISHED', downloadId: 'd' } },
    { archiveEvents: { cursor: '3', key: 'PROGRESS', downloadId: 'd' } },
    { exportEvents: { cursor: '4', backupId: 'e', status: 'READY' } },
    { exportEvents: { cursor: '5', backupId: null, status: null } },
  ].flatMap((data) => readReceived(data).facts)
  const stored = [
    { type: 'photo.added', data: { imageId: 'p' } },
    { type: 'album.changed', data: { albumId: 'a' } },
    { type: 'uploads.ended', data: { uploads: [{ uploadId: 'u' }] } },
    { type: 'download.progress', data: { key: 'progress', downloadId: 'd' } },
    { type: 'download.finished', data: { key: 'finished', downloadId: 'd' } },
    { type: 'export.changed', data: { backupId: 'e', status: 'READY' } },
    { type: 'export.changed', data: { backupId: 'e', status: 'IN_PROGRESS' } },
  ].flatMap(factsOfStored)
  expect(stored).toEqual(['photo p', 'album a', 'upload u', 'archive d finished', 'export e READY'])
  expect(received).toEqual(stored)
})
