import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PhotoChain } from '../../../web/pages/library/preview/PhotoChain.ts'
import {
  type KnownNeighbours,
  type NeighbourSource,
  PhotoWindow,
} from '../../../web/pages/library/preview/PhotoWindow.ts'

const library = Array.from({ length: 30 }, (_, index) => `p${index + 1}`)

function photo(id: string | undefined) {
  return id === undefined ? null : { id, width: 4000, height: 3000, pictureUrl: `https://images.test/${id}.jpg` }
}

/** A list of photos. The test decides when each request for neighbours is answered. */
function listOf(ids: readonly string[]) {
  const open = new Map<string, (answer: KnownNeighbours | null) => void>()
  const asked: { id: string; isKnown: boolean }[] = []
  const ended: string[] = []
  const source: NeighbourSource = {
    watch: (id, isKnown, report) => {
      asked.push({ id, isKnown })
      open.set(id, report)
      return () => {
        open.delete(id)
        ended.push(id)
      }
    },
  }
  const answer = (id: string) => {
    const index = ids.indexOf(id)
    open.get(id)?.({ previous: photo(ids[index - 1]), next: photo(ids[index + 1]) })
  }
  const answerAll = () => {
    const answered = new Set<string>()
    for (;;) {
      const id = [...open.keys()].find((candidate) => !answered.has(candidate))
      if (id === undefined) return
      answered.add(id)
      answer(id)
    }
  }
  return { source, open, asked, ended, answer, answerAll }
}

let pictures: { src: string; complete: boolean }[] = []

beforeEach(() => {
  pictures = []
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      complete = false
      constructor() {
        pictures.push(this)
      }
      decode() {
        return Promise.resolve()
      }
    },
  )
  return () => vi.unstubAllGlobals()
})

function ids(neighbours: ReturnType<PhotoWindow['neighboursOf']>) {
  return [neighbours.previous?.id, neighbours.next?.id]
}

describe('the neighbours of the shown photo', () => {
  test('are loaded two steps in each direction, with pictures, by three requests', () => {
    const list = listOf(library)
    const window = new PhotoWindow(list.source, () => false)
    window.moveTo('p10')
    list.answerAll()
    expect(list.asked.map(({ id }) => id)).toEqual(['p10', 'p9', 'p11'])
    expect(pictures.map(({ src }) => src).toSorted()).toEqual(
      ['p11', 'p12', 'p8', 'p9'].map((id) => `https://images.test/${id}.jpg`).toSorted(),
    )
  })

  test('cost one request per step; requests of skipped photos are cancelled', () => {
    const list = listOf(library)
    const window = new PhotoWindow(list.source, () => false)
    window.moveTo('p3')
    list.answerAll()
    const before = list.asked.length
    for (let step = 4; step < 24; step += 1) {
      window.moveTo(`p${step}`)
      expect(window.neighboursOf(`p${step}`).next?.id).toBe(`p${step + 1}`)
      expect(list.open.size).toBeLessThanOrEqual(3)
      list.answerAll()
    }
    expect(list.asked.length - before).toBe(20)
    expect([...list.open.keys()].toSorted()).toEqual(['p22', 'p23', 'p24'])
    expect(pictures.filter(({ src }) => src !== '').length).toBeLessThanOrEqual(5)
  })

  test('are undefined until they are loaded, and null at the ends', () => {
    const list = listOf(library)
    const window = new PhotoWindow(list.source, () => false)
    window.moveTo('p1')
    expect(window.neighboursOf('p1')).toEqual({ previous: undefined, next: undefined })
    list.answer('p1')
    expect(ids(window.neighboursOf('p1'))).toEqual([undefined, 'p2'])
    expect(window.neighboursOf('p1').previous).toBeNull()
  })

  test('are null if loading fails, and are loaded again by a refresh', () => {
    const list = listOf(library)
    const window = new PhotoWindow(list.source, () => false)
    window.moveTo('p5')
    list.open.get('p5')?.(null)
    expect(window.neighboursOf('p5')).toEqual({ previous: null, next: null })
    window.refresh()
    list.answer('p5')
    expect(ids(window.neighboursOf('p5'))).toEqual(['p4', 'p6'])
  })

  test('are reported to listeners, and stay the same object until they change', () => {
    const list = listOf(library)
    const window = new PhotoWindow(list.source, () => false)
    let calls = 0
    window.subscribe(() => (calls += 1))
    window.moveTo('p5')
    const before = window.neighboursOf('p5')
    expect(window.neighboursOf('p5')).toBe(before)
    calls = 0
    list.answer('p5')
    expect(calls).toBeGreaterThan(0)
    expect(window.neighboursOf('p5')).not.toBe(before)
  })

  test('are read from the store when the photo is shown again, and are requested again by a refresh', () => {
    const list = listOf(library)
    const window = new PhotoWindow(list.source, () => false)
    window.moveTo('p5')
    list.answerAll()
    window.moveTo('p7')
    list.answerAll()
    window.moveTo('p5')
    expect(list.asked.filter(({ id }) => id === 'p5').map(({ isKnown }) => isKnown)).toEqual([false, true])
    window.refresh()
    expect(list.asked.at(-1)?.isKnown).toBe(false)
  })

  test('are skipped if they were deleted elsewhere', () => {
    const list = listOf(library)
    const window = new PhotoWindow(list.source, () => false)
    window.moveTo('p5')
    list.answerAll()
    window.remove(['p6', 'p5'])
    expect(window.isRemoved('p5')).toBe(true)
    expect(ids(window.neighboursOf('p5'))).toEqual(['p4', 'p7'])
  })

  test('are released when the view is closed', () => {
    const list = listOf(library)
    const window = new PhotoWindow(list.source, () => false)
    window.moveTo('p5')
    list.answer('p5')
    window.close()
    expect(list.open.size).toBe(0)
    expect(pictures.every(({ src }) => src === '')).toBe(true)
    window.moveTo('p5')
    expect(list.asked.at(-1)).toEqual({ id: 'p5', isKnown: false })
  })
})

describe('the order of photos', () => {
  test('skips a deleted photo, which is at its place again when it is restored', () => {
    const gone = new Set<string>()
    const chain = new PhotoChain((id) => gone.has(id))
    chain.learn('b', { previous: 'a', next: 'c' })
    chain.learn('c', { previous: 'b', next: 'd' })
    gone.add('b')
    expect(chain.neighbourOf('c', 'previous')).toBe('a')
    // A deleted neighbour is reported as null, like the end of the list.
    chain.learn('c', { previous: null, next: 'd' })
    expect(chain.neighbourOf('c', 'previous')).toBe('a')
    gone.delete('b')
    expect(chain.neighbourOf('c', 'previous')).toBe('b')
  })

  test('is known in both directions when one direction was reported', () => {
    const chain = new PhotoChain(() => false)
    chain.learn('b', { previous: 'a', next: null })
    expect(chain.neighbourOf('a', 'next')).toBe('b')
    expect(chain.neighbourOf('a', 'previous')).toBeUndefined()
  })

  test('is unknown if deleted photos form a circle', () => {
    const chain = new PhotoChain((id) => id !== 'a')
    chain.learn('a', { previous: null, next: 'b' })
    chain.learn('b', { previous: 'a', next: 'c' })
    chain.learn('c', { previous: 'b', next: 'b' })
    expect(chain.neighbourOf('a', 'next')).toBeUndefined()
  })
})
