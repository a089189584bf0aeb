import { describe, expect, test } from 'vitest'
import { type LibraryFact, countFact } from '../../gateway/upstream/photos/libraryFacts.ts'
import { FactBatches } from '../../gateway/upstream/photos/factBatches.ts'
import { imageIdOf } from '../support/photoLibrary.ts'

function added(position: number): LibraryFact {
  const imageId = imageIdOf(position)
  return { position: BigInt(position), photos: [{ kind: 'added', imageId, year: 2024, month: 5 }], albums: [] }
}

/** The removal of 500 photos of one month in one event. */
function removedTogether(position: number): LibraryFact {
  const photos = Array.from({ length: 500 }, (_, index) => ({
    kind: 'removed' as const,
    imageId: imageIdOf(position * 500 + index),
    year: 2024,
    month: 1 + (position % 12),
  }))
  return { position: BigInt(position), photos, albums: [] }
}

function renamed(position: number, album: number): LibraryFact {
  const albumId = `018f3c1a-3333-7000-8000-${String(album).padStart(12, '0')}`
  const albums = [{ kind: 'changed' as const, albumId, form: 'own' as const }]
  return { position: BigInt(position), photos: [], albums }
}

describe('a slow reader', () => {
  test('gets each changed album once per batch, and at most 1,000 changes per batch', async () => {
    const batches = new FactBatches(0n, () => {})
    for (let position = 1; position <= 2_500; position += 1) batches.take(renamed(position, position % 3))
    const batchesRead: [bigint, number][] = []
    while (batchesRead.length < 3) {
      const { value } = await batches.next()
      batchesRead.push([value.position, value.changedAlbums.length])
    }
    expect(batchesRead).toEqual([
      [1_000n, 3],
      [2_000n, 3],
      [2_500n, 3],
    ])
    await batches.return()
  })

  test('gets every ended upload, in several batches if they do not fit into one', async () => {
    const batches = new FactBatches(0n, () => {})
    for (let position = 1; position <= 3; position += 1) {
      const uploads = Array.from({ length: 400 }, (_, index) => ({ uploadId: `${position}.${index}` }))
      batches.take({ position: BigInt(position), photos: [], albums: [], uploads })
    }
    for (const [position, count] of [
      [2n, 800],
      [3n, 400],
    ] as const) {
      const { value } = await batches.next()
      expect([value.position, value.endedUploads.length, value.isTruncated]).toEqual([position, count, false])
    }
    await batches.return()
  })

  test('gets isTruncated instead of album ids when too many changes are buffered', async () => {
    const batches = new FactBatches(0n, () => {})
    for (let position = 1; position <= 10_001; position += 1) batches.take(renamed(position, position))
    const { value } = await batches.next()
    expect(value).toMatchObject({ position: 10_001n, changedAlbums: [], months: [], isTruncated: true })
    await batches.return()
  })

  test.each([
    ['in one batch with later changes', 5],
    ['when too many changes are buffered', 10_001],
  ])('gets no months if any month may have changed: %s', async (_, count) => {
    const batches = new FactBatches(0n, () => {})
    batches.take({ position: 1n, photos: [], albums: [], isTruncated: true, isTrashChanged: true })
    for (let number = 1; number <= count; number += 1) batches.take(added(1 + number))
    const { value } = await batches.next()
    expect(value).toMatchObject({ position: BigInt(1 + count), months: [], isTruncated: true, isTrashChanged: true })
    batches.take(added(2 + count))
    const { value: next } = await batches.next()
    expect(next).toMatchObject({ months: [{ year: 2024, month: 5 }], isTruncated: false })
    await batches.return()
  })

  test('also gets the recounted months when too much is buffered', async () => {
    const batches = new FactBatches('unnumbered', () => {})
    for (let number = 0; number <= 10_000; number += 1)
      batches.take(countFact({ value: 1, month: { year: number % 30, month: 7 } }))
    batches.take(countFact({ value: 1, month: { year: 2024, month: 7 } }))
    const { value } = await batches.next()
    expect(value).toMatchObject({ position: null, isTruncated: true })
    expect(value.months).toHaveLength(31)
    await batches.return()
  })

  test('gets buffered changes in one batch, with the last position', async () => {
    const batches = new FactBatches(0n, () => {})
    for (let position = 1; position <= 300; position += 1) batches.take(added(position))
    const { value } = await batches.next()
    expect(value).toMatchObject({ position: 300n, removed: [], months: [{ year: 2024, month: 5 }] })
    expect(value.added).toHaveLength(300)
    await batches.return()
  })

  test('gets several batches when the changes do not fit into one, and all changes of a position are in the same batch', async () => {
    const batches = new FactBatches(0n, () => {})
    for (let position = 1; position <= 5; position += 1) batches.take(removedTogether(position))
    const batchesRead: [bigint, number, boolean][] = []
    while (batchesRead.length < 3) {
      const { value } = await batches.next()
      batchesRead.push([value.position, value.removed.length, value.isTruncated])
    }
    expect(batchesRead).toEqual([
      [2n, 1_000, false],
      [4n, 1_000, false],
      [5n, 500, false],
    ])
    await batches.return()
  })

  test('gets only the months when too much is buffered, then continues normally', async () => {
    const batches = new FactBatches(0n, () => {})
    for (let position = 1; position <= 40; position += 1) batches.take(removedTogether(position))
    const { value } = await batches.next()
    expect(value).toMatchObject({ position: 40n, added: [], removed: [], isTruncated: true })
    expect(value.months).toHaveLength(12)
    batches.take(added(41))
    const after = (await batches.next()).value
    expect(after).toMatchObject({ position: 41n, added: [imageIdOf(41)], isTruncated: false })
    await batches.return()
  })

  test('gets nothing after it has left', async () => {
    let isGone = false
    const batches = new FactBatches(0n, () => {
      isGone = true
    })
    batches.take(added(1))
    await batches.return()
    expect(isGone).toBe(true)
    expect(await batches.next()).toEqual({ done: true, value: undefined })
  })
})

test('facts at or before the last delivered position are skipped', async () => {
  const batches = new FactBatches(5n, () => {})
  for (const position of [4, 5, 6, 6, 7, 6]) batches.take(added(position))
  const { value } = await batches.next()
  const expected = [6, 7].map((number) => imageIdOf(number))
  expect(value).toMatchObject({ position: 7n, added: expected })
  await batches.return()
})
