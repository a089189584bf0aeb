import { describe, expect, test } from 'vitest'
import type { LibraryFact } from '../../gateway/upstream/photos/eventSocket.ts'
import { FactBatches } from '../../gateway/upstream/photos/factBatches.ts'
import { buildPhoto } from '../support/photoLibrary.ts'

function added(position: number): LibraryFact {
  const { imageId } = buildPhoto(position)
  return { position: BigInt(position), photo: { kind: 'added', imageId, year: 2024, month: 5 } }
}

describe('a reader that reads slowly', () => {
  test('gets what waited in one batch, with its last position', async () => {
    const batches = new FactBatches(0n, () => {})
    for (let position = 1; position <= 300; position += 1) batches.take(added(position))
    const { value } = await batches.next()
    expect(value).toMatchObject({ position: 300n, removed: [], months: [{ year: 2024, month: 5 }] })
    expect(value.added).toHaveLength(300)
    await batches.return()
  })

  test('is let go with an error when too much waits, and holds no more of it', async () => {
    let isGone = false
    const batches = new FactBatches(0n, () => {
      isGone = true
    })
    for (let position = 1; position <= 20_000; position += 1) batches.take(added(position))
    expect(batches.position).toBe(10_001n)
    await expect(batches.next()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(isGone).toBe(true)
    expect(await batches.next()).toEqual({ done: true, value: undefined })
  })
})

test('a fact that was told already, or comes from before, is not told again', async () => {
  const batches = new FactBatches(5n, () => {})
  for (const position of [4, 5, 6, 6, 7, 6]) batches.take(added(position))
  const { value } = await batches.next()
  const expected = [6, 7].map((number) => buildPhoto(number).imageId)
  expect(value).toMatchObject({ position: 7n, added: expected })
  await batches.return()
})
