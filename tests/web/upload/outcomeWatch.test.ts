import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OutcomeWatch } from '../../../web/pages/library/upload/OutcomeWatch.ts'
import type { StorageOutcome } from '../../../web/pages/library/upload/storageAnswer.ts'

const endpoint = 'https://keepsake.test/storage/files'
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const urlOf = (id: string) => `${endpoint}/${id}`

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  // Removes the random part of delays.
  vi.spyOn(Math, 'random').mockReturnValue(0)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Follows uploads in a storage that the test controls. */
function watch() {
  /** The ids of each request. */
  const asked: string[][] = []
  const storage = { status: 200, decided: new Map<string, object>(), unknown: new Set<string>() }
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    signal?.throwIfAborted()
    const ids = new URL(address).searchParams.get('ids')?.split(',') ?? []
    asked.push(ids)
    const uploads = ids
      .filter((uploadId) => !storage.unknown.has(uploadId))
      .map((uploadId) => ({ uploadId, state: 'PROCESSING', imageId: 'image', ...storage.decided.get(uploadId) }))
    return new Response(JSON.stringify({ uploads }), { status: storage.status })
  })
  const decided: [string, StorageOutcome['kind'] | undefined][] = []
  const outcomes = new OutcomeWatch({
    endpoint,
    accessToken: async () => 'token',
    onDecided: (itemId, outcome) => decided.push([itemId, outcome?.kind]),
  })
  return { outcomes, storage, asked, decided }
}

const ready = { state: 'READY' }

test('storage is asked every second until the photo is in the library, and again for the next photo', async () => {
  const { outcomes, storage, asked, decided } = watch()
  outcomes.follow('item', urlOf('one'))
  await pass(999)
  expect(asked).toEqual([])
  await pass(2_001)
  expect(asked).toEqual([['one'], ['one'], ['one']])
  storage.decided.set('one', ready)
  await pass(1_000)
  expect(decided).toEqual([['item', 'kept']])
  await pass(600_000)
  expect(asked).toHaveLength(4)

  outcomes.follow('other item', urlOf('two'))
  storage.unknown.add('two')
  await pass(1_000)
  expect(asked.at(-1)).toEqual(['two'])
  expect(decided.at(-1)).toEqual(['other item', undefined])
  outcomes.close()
})

test('the delay doubles up to a minute while storage does not answer, and an answer resets it', async () => {
  const { outcomes, storage, asked } = watch()
  storage.status = 503
  outcomes.follow('item', urlOf('one'))
  await pass(1_000)
  for (const delay of [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
    const before = asked.length
    await pass(delay - 1)
    expect(asked).toHaveLength(before)
    await pass(1)
    expect(asked).toHaveLength(before + 1)
  }
  storage.status = 200
  await pass(60_000)
  const before = asked.length
  await pass(1_000)
  expect(asked).toHaveLength(before + 1)
  outcomes.close()
})

test('one request asks for at most 100 uploads; uploads with an outcome are not asked for again', async () => {
  const { outcomes, storage, asked, decided } = watch()
  for (let index = 0; index < 101; index += 1) outcomes.follow(`item ${index}`, urlOf(`${index}`))
  storage.decided.set('0', ready)
  storage.decided.set('100', { state: 'REJECTED', code: 'DAMAGED_FILE' })
  await pass(1_000)
  expect(asked.map((ids) => ids.length)).toEqual([100, 1])
  expect(decided).toEqual([
    ['item 0', 'kept'],
    ['item 100', 'refused'],
  ])
  await pass(1_000)
  expect(asked.slice(2).map((ids) => ids.length)).toEqual([99])
  outcomes.close()
})

test('after the page is left, storage is not asked any more', async () => {
  const { outcomes, asked } = watch()
  outcomes.follow('item', urlOf('one'))
  await pass(1_000)
  outcomes.close()
  await pass(600_000)
  expect(asked).toHaveLength(1)
})
