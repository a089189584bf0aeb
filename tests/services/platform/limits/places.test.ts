import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Places } from '../../../../services/platform/limits/places.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Takes a place for a request. The state says whether the request has a place. */
function send(places: Places, caller: string) {
  // The cast is safe: `Places` uses only `destroyed` and the event `close` of a response.
  const response = Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse
  const entering = places.enter(caller, response)
  const state = { hasPlace: entering === undefined }
  void entering?.then(() => (state.hasPlace = true))
  const end = () => {
    Object.assign(response, { destroyed: true })
    response.emit('close')
  }
  return { state, end }
}

const settle = () => vi.advanceTimersByTimeAsync(1)
const placesOf = (requests: readonly ReturnType<typeof send>[]) => requests.map(({ state }) => state.hasPlace)

test('three requests of a caller have places, further ones wait in the order of arrival, and other callers do not wait', async () => {
  const places = new Places()
  const busy = Array.from({ length: 5 }, () => send(places, 'busy'))
  await settle()
  expect(placesOf(busy)).toEqual([true, true, true, false, false])
  expect(placesOf([send(places, 'other')])).toEqual([true])
  busy[1]?.end()
  await settle()
  expect(placesOf(busy.slice(3))).toEqual([true, false])
})

test('a request keeps its place for at most 100 ms, and gives it back once', async () => {
  const places = new Places()
  const slow = Array.from({ length: 3 }, () => send(places, 'caller'))
  const waiting = Array.from({ length: 4 }, () => send(places, 'caller'))
  await vi.advanceTimersByTimeAsync(99)
  expect(placesOf(waiting)).not.toContain(true)
  await vi.advanceTimersByTimeAsync(1)
  expect(placesOf(waiting).filter(Boolean)).toHaveLength(3)
  for (const { end } of slow) end()
  await settle()
  expect(placesOf(waiting).filter(Boolean)).toHaveLength(3)
})

test('a waiting request whose client has left gives its turn to the next request', async () => {
  const places = new Places()
  const running = Array.from({ length: 3 }, () => send(places, 'caller'))
  const [left, next] = [send(places, 'caller'), send(places, 'caller')]
  left.end()
  running[0]?.end()
  await settle()
  expect(next.state.hasPlace).toBe(true)
})

test('callers without requests are forgotten', async () => {
  const places = new Places()
  const requests = Array.from({ length: 9 }, () => send(places, 'caller'))
  expect(places.size).toBe(1)
  for (const { end } of requests) {
    end()
    await settle()
  }
  expect(places.size).toBe(0)
})
