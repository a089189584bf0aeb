import { describe, expect, test } from 'vitest'
import { pageByOffset } from '../../../gateway/upstream/offsetPages.ts'

/** A list of texts. Records the calls as offset and limit. */
function listOf(items: readonly string[], { maximum = 10, answered = Number.POSITIVE_INFINITY } = {}) {
  const calls: [number, number][] = []
  const list = {
    upstream: 'tests',
    maximum,
    idOf: (item: string) => item,
    async read(offset: number, limit: number) {
      calls.push([offset, limit])
      return { items: items.slice(offset, offset + Math.min(limit, answered)), total: items.length }
    },
  }
  return { list, calls }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'.split('')

/** The given items, followed by the alphabet from the seventh letter on. */
function rest(...start: string[]): string[] {
  return [...start, ...letters.slice(6)]
}

/** The cursor after the first items of the alphabet. */
async function cursorAfter(count: number): Promise<string | null> {
  return (await pageByOffset(listOf(letters, { maximum: 100 }).list, null, count)).next
}

describe('a page of a list with offsets', () => {
  test('continues where the previous page ended, and takes one call', async () => {
    const { list, calls } = listOf(letters.slice(0, 7))
    const first = await pageByOffset(list, null, 3)
    expect([first.items, first.total]).toEqual([['a', 'b', 'c'], 7])
    const second = await pageByOffset(list, first.next, 3)
    expect(second.items).toEqual(['d', 'e', 'f'])
    const third = await pageByOffset(list, second.next, 3)
    expect([third.items, third.next]).toEqual([['g'], null])
    expect(calls).toEqual([
      [0, 4],
      [2, 5],
      [5, 5],
    ])
  })

  test('has no next page when it ends with the list', async () => {
    const { list } = listOf(['a', 'b', 'c'])
    expect(await pageByOffset(list, null, 3)).toEqual({ items: ['a', 'b', 'c'], total: 3, next: null })
    expect(await pageByOffset(listOf([]).list, null, 3)).toEqual({ items: [], total: 0, next: null })
  })

  test('that is longer than an answer takes several calls, even when the service answers fewer items', async () => {
    const { list, calls } = listOf(letters)
    expect((await pageByOffset(list, null, 22)).items).toEqual(letters.slice(0, 22))
    expect(calls).toEqual([
      [0, 10],
      [10, 10],
      [20, 3],
    ])
    const short = listOf(letters, { answered: 4 })
    expect((await pageByOffset(short.list, null, 9)).items).toEqual(letters.slice(0, 9))
    expect(short.calls.map(([offset]) => offset)).toEqual([0, 4, 8])
  })

  test('neither skips nor repeats items when items before it were removed or added', async () => {
    const after5 = await cursorAfter(5)
    for (const start of [['a', 'e'], ['e'], [], ['x1', 'x2', 'x3', 'a', 'b', 'c', 'd', 'e'], ['x1', 'x2', 'a']]) {
      const { list, calls } = listOf([...start, ...letters.slice(5)])
      expect((await pageByOffset(list, after5, 3)).items).toEqual(['f', 'g', 'h'])
      expect(calls.length).toBeLessThanOrEqual(3)
    }
  })

  test('continues when its first item, or the last item of the page before, was changed (which moves it to the front) or removed', async () => {
    const after5 = await cursorAfter(5)
    for (const [items, next] of [
      [rest('e', 'a', 'b', 'c', 'd', 'f'), ['f', 'g']],
      [rest('f', 'a', 'b', 'c', 'd', 'e'), ['g', 'h']],
      [rest('a', 'b', 'c', 'd', 'f'), ['f', 'g']],
      [rest('a', 'b', 'c', 'd', 'e'), ['g', 'h']],
      [rest('x', 'a', 'b', 'c', 'd', 'e'), ['g', 'h']],
      [rest('e'), ['g', 'h']],
    ] as const) {
      expect((await pageByOffset(listOf(items).list, after5, 2)).items).toEqual(next)
      expect((await pageByOffset(listOf(items, { maximum: 100 }).list, after5, 2)).items).toEqual(next)
    }
  })

  test('skips no item when both its first item and the last item of the page before were removed', async () => {
    const { list } = listOf(letters.filter((letter) => letter !== 'e' && letter !== 'f'))
    expect((await pageByOffset(list, await cursorAfter(5), 2)).items).toEqual(['g', 'h'])
  })

  test.each(['', 'x', '5', '[0]', '[0,"a","b"]', '[5,"a",1]', '{}', 'null'])(
    'is refused with a cursor of another list: %j',
    async (cursor) => {
      const { list, calls } = listOf(letters)
      await expect(pageByOffset(list, cursor, 3)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
      expect(calls).toEqual([])
    },
  )
})
