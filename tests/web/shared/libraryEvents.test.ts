import { createMockEnvironment } from 'relay-test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LibraryEvents } from '../../../web/shared/LibraryEvents.ts'
import { LibraryStream } from '../../../web/shared/LibraryStream.ts'
import { photoIds } from '../deletion/deletionKit.tsx'
import { libraryEvent } from '../support/libraryEvent.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A time (ms) within which collected changes are reported, and a lost connection is opened again. */
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
  return { environment, events, onChange, onUploads, end: () => stream.close(), streams, send }
}

const addition = { addedPhotoIds: ['photo-1'], changedMonths: [{ year: 2024, month: 5 }] }

test('changes are reported until the subscription ends; changes that are not reported by then are dropped', () => {
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

test('changes are collected until 400 ms pass without a change, for at most 2 s', () => {
  const { onChange, end, send } = follow()
  send('0')
  onChange.mockClear()
  send('1', addition)
  vi.advanceTimersByTime(399)
  send('2', { ...addition, addedPhotoIds: ['photo-2'] })
  vi.advanceTimersByTime(399)
  expect(onChange).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onChange.mock.calls).toEqual([[expect.objectContaining({ addedPhotoIds: ['photo-1', 'photo-2'] })]])

  for (let sent = 0; sent < 10; sent += 1) {
    send('3', addition)
    vi.advanceTimersByTime(200)
  }
  expect(onChange).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(longMilliseconds)
  expect(onChange).toHaveBeenCalledTimes(2)
  // The next change starts a new collection.
  send('4', addition)
  vi.advanceTimersByTime(399)
  expect(onChange).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1)
  expect(onChange).toHaveBeenCalledTimes(3)
  end()
})

test('events without changes, such as the end of an upload, are not reported as changes', () => {
  const { onChange, end, send } = follow()
  send('0')
  onChange.mockClear()
  send('1')
  vi.advanceTimersByTime(longMilliseconds)
  expect(onChange).not.toHaveBeenCalled()
  end()
})

const may = [{ year: 2024, month: 5 }]

test.each([
  ['an addition increases the revisions of the month and the library', [addition], [1, 1]],
  [
    'a deletion increases neither revision: the remaining photos are known',
    [{ removedPhotoIds: ['p'], changedMonths: may }],
    [0, 0],
  ],
  ['an addition with a deletion increases both revisions', [{ ...addition, removedPhotoIds: ['p'] }], [1, 1]],
  ['another change of photos increases both revisions', [{ changedMonths: may }], [1, 1]],
  [
    'a deletion after an addition increases both revisions once',
    [addition, { removedPhotoIds: ['p'], changedMonths: may }],
    [1, 1],
  ],
  ['a change of an album increases neither revision', [{ changedAlbumIds: ['norway'] }], [0, 0]],
])('%s', (_, changes, revisions) => {
  const { events, end, send } = follow()
  send('0')
  for (const [index, change] of changes.entries()) send(String(index + 1), change)
  vi.advanceTimersByTime(longMilliseconds)
  expect([events.revision(2024, 5), events.libraryRevision()]).toEqual(revisions)
  expect(events.revision(2024, 6)).toBe(0)
  end()
})

test('deleted photos and albums leave the store; a changed album is not listed if it was deleted later', () => {
  const { environment, events, onChange, end, send } = follow()
  environment.commitUpdate((store) => {
    for (const id of ['photo', 'norway', 'sweden']) store.create(id, 'Any')
  })
  send('0')
  send('1', { changedAlbumIds: ['norway', 'sweden'] })
  send('2', { removedAlbumIds: ['norway'], removedPhotoIds: ['photo'], changedMonths: may })
  vi.advanceTimersByTime(longMilliseconds)
  expect(onChange).toHaveBeenLastCalledWith({
    addedPhotoIds: [],
    removedPhotoIds: ['photo'],
    changedAlbumIds: ['sweden'],
    removedAlbumIds: ['norway'],
    hasPhotoChanges: true,
    hasAlbumChanges: true,
    hasTrashChanges: false,
    hasUnlistedChanges: false,
  })
  expect([events.albumRevision('norway'), events.albumRevision('sweden')]).toEqual([0, 1])
  const source = environment.getStore().getSource()
  expect(['photo', 'norway', 'sweden'].map((id) => source.get(id)?.['__id'])).toEqual([undefined, undefined, 'sweden'])
  end()
})

test('a change of the trash alone is reported', () => {
  const { onChange, end, send } = follow()
  send('0')
  send('1', { isTrashChanged: true })
  vi.advanceTimersByTime(longMilliseconds)
  const unchanged = { hasPhotoChanges: false, hasAlbumChanges: false, hasUnlistedChanges: false }
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ ...unchanged, hasTrashChanges: true }))
  send('2', addition)
  vi.advanceTimersByTime(longMilliseconds)
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ hasTrashChanges: false }))
  end()
})

test('more than 2,000 ids, or a truncated event, increase every revision and are not listed; the next changes are listed again', () => {
  const { events, onChange, end, send } = follow()
  const revisions = () => [events.revision(1999, 1), events.libraryRevision(), events.albumRevision('norway')]
  send('0')
  send('1', { addedPhotoIds: photoIds(1_000, 'a'), removedPhotoIds: photoIds(1_000, 'b'), changedMonths: may })
  vi.advanceTimersByTime(longMilliseconds)
  expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ hasUnlistedChanges: false }))
  expect(revisions()).toEqual([0, 1, 0])

  send('2', { addedPhotoIds: photoIds(2_000, 'a'), changedMonths: may })
  send('3', { removedPhotoIds: ['b'], changedMonths: may })
  vi.advanceTimersByTime(longMilliseconds)
  expect(onChange).toHaveBeenLastCalledWith(
    expect.objectContaining({ hasUnlistedChanges: true, hasAlbumChanges: true }),
  )
  expect(revisions()).toEqual([1, 3, 1])

  // This event names no months, so any photo may have changed.
  send('4', { isTruncated: true })
  vi.advanceTimersByTime(longMilliseconds)
  expect(onChange).toHaveBeenLastCalledWith(
    expect.objectContaining({ hasUnlistedChanges: true, hasPhotoChanges: true, hasTrashChanges: true }),
  )
  expect(revisions()).toEqual([2, 4, 2])

  send('5', addition)
  vi.advanceTimersByTime(longMilliseconds)
  expect(onChange).toHaveBeenLastCalledWith(
    expect.objectContaining({ addedPhotoIds: ['photo-1'], hasUnlistedChanges: false }),
  )
  expect(revisions()).toEqual([2, 5, 2])
  end()
})

test('a change announced without an event increases every revision, and counts as a change of photos and albums', () => {
  const events = new LibraryEvents()
  const onChange = vi.fn()
  events.subscribe(onChange)
  events.announce()
  expect([events.revision(2024, 5), events.libraryRevision(), events.albumRevision('norway')]).toEqual([1, 1, 1])
  expect(onChange.mock.calls).toEqual([
    [expect.objectContaining({ hasPhotoChanges: true, hasAlbumChanges: true, hasUnlistedChanges: true })],
  ])
})

test('upload listeners are called at once when an upload ends, and also when its end may have been missed', () => {
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
