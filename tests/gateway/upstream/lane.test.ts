import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Lane } from '../../../gateway/upstream/lane.ts'
import { defaultUpstreamSettings } from '../../../gateway/upstream/settings.ts'

describe('a customer who makes many calls in a short time', () => {
  let lane: Lane

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
    lane = new Lane('http://127.0.0.1:9', { ...defaultUpstreamSettings, customerConnections: 3, busyCustomerCalls: 10 })
  })
  afterEach(async () => {
    await lane.close()
    vi.useRealTimers()
  })

  test('runs one call at a time, while other customers run as many as before', () => {
    callOneByOne('busy', 10)
    expect(enterAtOnce('busy', 3)).toEqual([true, false, false])
    expect(enterAtOnce('other', 3)).toEqual([true, true, true])
    expect(enterAtOnce(undefined, 3)).toEqual([true, true, true])
  })

  test('runs several calls at once again when some seconds have passed', () => {
    callOneByOne('busy', 20)
    vi.advanceTimersByTime(500)
    expect(enterAtOnce('busy', 2)).toEqual([true, false])
    vi.advanceTimersByTime(3_000)
    expect(enterAtOnce('busy', 3)).toEqual([true, true, false])
  })

  test('gets several waiting calls sent at once when some seconds have passed', async () => {
    callOneByOne('busy', 10)
    expect(lane.tryEnter('busy')).toBe(true)
    const entries: string[] = []
    const waiting = ['first', 'second', 'third', 'fourth'].map(async (name) => {
      entries.push(`${name} ${await lane.enter('busy', 60_000)}`)
    })
    vi.advanceTimersByTime(5_000)
    lane.leave('busy')
    await vi.waitFor(() => expect(entries).toEqual(['first in', 'second in', 'third in']))
    expect(lane.queued).toBe(1)
    lane.leave('busy')
    await Promise.all(waiting)
    expect(entries.at(-1)).toBe('fourth in')
  })

  test('can wait again and again, because calls that have waited leave the queue', async () => {
    expect(lane.tryEnter('busy')).toBe(true)
    for (let call = 0; call < defaultUpstreamSettings.queue; call += 1) {
      const waiting = lane.enter('busy', 60_000)
      lane.leave('busy')
      await expect(waiting).resolves.toBe('in')
    }
    expect(lane.queued).toBe(0)
  })

  function callOneByOne(customer: string, calls: number): void {
    for (let call = 0; call < calls; call += 1) {
      expect(lane.tryEnter(customer)).toBe(true)
      lane.leave(customer)
    }
  }

  function enterAtOnce(customer: string | undefined, calls: number): boolean[] {
    return Array.from({ length: calls }, () => lane.tryEnter(customer))
  }
})
