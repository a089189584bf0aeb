import { beforeEach, describe, expect, test } from 'vitest'
import { BatchLoader } from '../../../gateway/upstream/batch.ts'

interface Item {
  readonly id: string
}

let calls: (readonly string[])[] = []
let failure: Error | undefined

beforeEach(() => {
  calls = []
  failure = undefined
})

/** A loader of items. The item `missing` does not exist. */
function loader(limit = 500): BatchLoader<Item> {
  return new BatchLoader<Item>({
    async fetch(ids) {
      calls.push([...ids])
      if (failure) throw failure
      return ids
        .filter((id) => id !== 'missing')
        .map((id) => ({ id }))
        .toReversed()
    },
    idOf: ({ id }) => id,
    limit,
  })
}

function idsOf(items: readonly (Item | null)[]): (string | null)[] {
  return items.map((item) => item?.id ?? null)
}

describe('loading several objects by their ids', () => {
  test('returns them in the order of the ids, and null for a missing one', async () => {
    expect(idsOf(await loader().loadAll(['b', 'missing', 'a', 'b']))).toEqual(['b', null, 'a', 'b'])
    expect(calls).toEqual([['b', 'missing', 'a']])
  })

  test('shares one call with everything that is requested at the same time', async () => {
    const items = loader()
    const [several, one, more] = await Promise.all([
      items.loadAll(['a', 'b']),
      items.load('c'),
      items.loadAll(['b', 'd']),
    ])
    expect([idsOf(several), one?.id, idsOf(more)]).toEqual([['a', 'b'], 'c', ['b', 'd']])
    expect(calls).toEqual([['a', 'b', 'c', 'd']])
  })

  test('includes ids that are requested when values that are known already arrive', async () => {
    const items = loader()
    const later = (async () => {
      // The values arrive one after another.
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
      return items.load('b')
    })()
    await Promise.all([items.load('a'), later])
    expect(calls).toEqual([['a', 'b']])
  })

  test('fetches only ids that were not fetched before', async () => {
    const items = loader()
    await items.loadAll(['a', 'b'])
    expect(idsOf(await items.loadAll(['b', 'c', 'a']))).toEqual(['b', 'c', 'a'])
    expect(calls).toEqual([['a', 'b'], ['c']])
  })

  test('makes as many calls as the limit requires', async () => {
    expect(idsOf(await loader(2).loadAll(['a', 'b', 'c', 'd', 'e']))).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(calls).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  test('makes no call without ids', async () => {
    expect(await loader().loadAll([])).toEqual([])
    expect(calls).toEqual([])
  })
})

describe('a call that fails', () => {
  test('fails everything that needs it, and is repeated by a later load', async () => {
    failure = new Error('down')
    const items = loader()
    const results = await Promise.allSettled([items.loadAll(['a', 'b']), items.load('a')])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    failure = undefined
    expect(idsOf(await items.loadAll(['a', 'b']))).toEqual(['a', 'b'])
    expect(calls).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })
})

describe('after everything was forgotten', () => {
  test('objects are fetched again', async () => {
    const items = loader()
    await items.load('a')
    items.clearAll()
    await items.load('a')
    expect(calls).toEqual([['a'], ['a']])
  })

  test('a call that was not sent yet does not get an id twice', async () => {
    const items = loader()
    const before = items.load('a')
    items.clearAll()
    await Promise.all([before, items.load('a')])
    expect(calls).toEqual([['a'], ['a']])
  })
})
