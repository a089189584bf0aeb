import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LibraryEvents } from '../../../web/shared/LibraryEvents.ts'
import { LibraryStream } from '../../../web/shared/LibraryStream.ts'
import { libraryEvent } from '../support/libraryEvent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A time (ms) longer than changes are collected, and longer than any pause before a reconnection. */
const longMilliseconds = 60_000

/** Subscribes to the events, and counts the calls of the listener. */
function follow() {
  const environment = createMockEnvironment()
  const events = new LibraryEvents()
  const onChange = vi.fn()
  events.subscribe(onChange)
  const onUploads = vi.fn()
  events.subscribeToUploads(onUploads)
  const stream = new LibraryStream(environment, events)
  stream.open()
  const streams = () => environment.mock.getAllOperations()
  function send(...event: Parameters<typeof libraryEvent>): void {
    const [operation] = streams()
    if (!operation) throw new Error('There is no subscription to the events')
    environment.mock.nextValue(operation, { data: libraryEvent(...event) })
  }
  return { environment, onChange, onUploads, end: () => stream.close(), streams, send }
}

const addition = { addedPhotoIds: ['photo-1'], changedMonths: [{ year: 2024, month: 5 }] }

test('changes are reported until the subscription ends; changes collected by then are dropped', () => {
  const { onChange, end, streams, send } = follow()
  send('7')
  send('8', addition)
  vi.advanceTimersByTime(longMilliseconds)
  const calls = onChange.mock.calls.length
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ addedPhotoIds: ['photo-1'] }))

  send('9', addition)
  end()
  expect(streams()).toEqual([])
  vi.advanceTimersByTime(longMilliseconds)
  expect(onChange).toHaveBeenCalledTimes(calls)
})

test('the end of an upload is reported at once; also when ends may have been missed', () => {
  const { onChange, onUploads, end, send } = follow()
  send('7')
  expect(onUploads).toHaveBeenCalledTimes(1)
  const calls = onChange.mock.calls.length
  send('8', { endedUploads: [{ uploadId: 'one' }] })
  expect(onUploads).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(longMilliseconds)
  expect(onChange).toHaveBeenCalledTimes(calls)
  send('9', addition)
  expect(onUploads).toHaveBeenCalledTimes(2)
  send('10', { isTruncated: true })
  expect(onUploads).toHaveBeenCalledTimes(3)
  end()
})

test('a lost connection resumes after the last event, unless the subscription has ended', () => {
  const { environment, end, streams, send } = follow()
  send('7')
  const lose = () => {
    for (const stream of streams()) environment.mock.reject(stream, new Error('Lost'))
  }
  lose()
  expect(streams()).toEqual([])
  vi.advanceTimersByTime(longMilliseconds)
  expect(streams().map(({ request }) => request.variables)).toEqual([{ after: '7' }])

  lose()
  end()
  vi.advanceTimersByTime(longMilliseconds)
  expect(streams()).toEqual([])
})
