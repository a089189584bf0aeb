import { act, render, screen } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { createIntl, RawIntlProvider } from 'react-intl'
import type { GraphQLSingularResponse, OperationDescriptor } from 'relay-runtime'
import { createMockEnvironment } from 'relay-test-utils'
import { vi } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { Deletions } from '../../../web/pages/library/photo-actions/deletion/Deletions.ts'
import { PhotoTasks } from '../../../web/pages/library/photo-actions/photo-tasks/PhotoTasks.ts'
import { closeToast, currentToasts } from '../../../web/ui/toasts.ts'
import { ToastRegion } from '../../../web/ui/ToastRegion.tsx'

export type MockEnvironment = ReturnType<typeof createMockEnvironment>

export interface SeededMonth {
  readonly id: string
  readonly year: number | null
  readonly month: number | null
  readonly photosCount: number
  /** The photos of the month that are in the store. */
  readonly photoIds: readonly string[]
}

/** Writes a library to the store, as the pages' queries do. */
export function seedLibrary(environment: MockEnvironment, months: readonly SeededMonth[]): void {
  commitLocalUpdate(environment, (store) => {
    const recordOf = (id: string, type: string) => store.get(id) ?? store.create(id, type)
    const viewer = recordOf('viewer', 'Viewer')
    const library = recordOf('library', 'PhotoLibrary')
    store.getRoot().setLinkedRecord(viewer, 'viewer')
    viewer.setLinkedRecord(library, 'library')
    library.setValue('library', 'id')
    library.setValue(
      months.reduce((sum, { photosCount }) => sum + photosCount, 0),
      'photosCount',
    )
    const timeline = recordOf('timeline', 'Timeline')
    library.setLinkedRecord(timeline, 'timeline', { sortKey: 'DATE_TAKEN', sortOrder: 'DESC' })
    const records = months.map(({ id, year, month, photosCount, photoIds }) => {
      const record = recordOf(id, 'TimelineMonth')
      record.setValue(year, 'year').setValue(month, 'month').setValue(photosCount, 'photosCount')
      for (const photoId of photoIds) {
        const photo = recordOf(photoId, 'Photo')
        const date = year === null ? null : `${year}-${String(month).padStart(2, '0')}-04T10:00:00`
        photo.setValue(date, 'dateTaken').setValue(`${photoId}.jpg`, 'fileName')
      }
      return record
    })
    timeline.setLinkedRecords(records, 'months')
  })
}

function isLink(link: unknown): link is { readonly __refs: readonly string[] } {
  return typeof link === 'object' && link !== null && '__refs' in link
}

/** The store's photos and counts. */
export function storedLibrary(environment: MockEnvironment) {
  const source = environment.getStore().getSource()
  const value = (id: string, field: string): unknown => source.get(id)?.[field]
  const months = value('timeline', 'months')
  return {
    total: value('library', 'photosCount'),
    months: Object.fromEntries(
      (isLink(months) ? months.__refs : []).map((id) => [id, value(id, 'photosCount')]),
    ) satisfies Record<string, unknown>,
    has: (photoId: string) => source.get(photoId) !== null && source.get(photoId) !== undefined,
  }
}

function idsOf({ request }: OperationDescriptor): readonly string[] {
  const { input } = request.variables
  return input.photoIds
}

function pass(milliseconds: number): Promise<void> {
  return act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds)
  })
}

const sessions = new Set<{ isSignedIn: boolean }>()

/**
 * A signed-in session that ends with the test. Photo tasks listen on the window, which all tests share. They ignore
 * the events of the window after their session has ended.
 */
export function openSession(): { isSignedIn: boolean } {
  const session = { isSignedIn: true }
  sessions.add(session)
  return session
}

/** The deletions of a page and their toasts. The test controls the gateway's answers. Timers are fake. */
export function openDeletions(trashDays = 0) {
  vi.useFakeTimers()
  // Removes the random part of retry delays.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const environment = createMockEnvironment()
  const intl = createIntl({ locale: 'en-GB', messages })
  const session = openSession()
  const onEnd = vi.fn<() => void>()
  const staySignedIn = vi.fn<() => void>()
  const tasks = new PhotoTasks({ intl, isSignedIn: () => session.isSignedIn, staySignedIn })
  const deletions = new Deletions({ environment, intl, tasks, trashDays, onEnd })
  render(
    <RawIntlProvider value={intl}>
      <ToastRegion />
    </RawIntlProvider>,
  )

  const asked = (): OperationDescriptor[] => environment.mock.getAllOperations()
  /** The only pending call. */
  const call = (): OperationDescriptor => {
    const [only, ...others] = asked()
    if (!only || others.length > 0) throw new Error(`${asked().length} calls are pending`)
    return only
  }
  const resolve = (data: NonNullable<GraphQLSingularResponse['data']>) =>
    act(async () => {
      environment.mock.resolve(call(), { data })
      await vi.advanceTimersByTimeAsync(0)
    })

  return {
    environment,
    deletions,
    session,
    onEnd,
    staySignedIn,
    pass,
    asked,
    idsOf,
    call,
    delete: (...request: Parameters<Deletions['deletePhotos']>) => act(() => deletions.deletePhotos(...request)),
    press: (name: string) => act(async () => screen.getByRole('button', { name }).click()),
    /** Answers the call: the given photos remain, all other photos of the call are deleted. */
    answer: (...remainingIds: string[]) =>
      resolve({ deletePhotos: { __typename: 'DeletePhotosSuccess', remainingIds } }),
    resolve,
    fail: () =>
      act(async () => {
        environment.mock.reject(call(), new Error('Request failure'))
        await vi.advanceTimersByTimeAsync(0)
      }),
    /** Leaves the page, as a navigation does; a browser may restore it. */
    leave: () =>
      act(async () => {
        dispatchEvent(new Event('pagehide'))
        await vi.advanceTimersByTimeAsync(0)
      }),
    texts: () => currentToasts().map(({ message }) => message),
  }
}

/** Ends the deletions, sessions and toasts of a test. */
export async function closeDeletions(): Promise<void> {
  for (const session of sessions) session.isSignedIn = false
  sessions.clear()
  vi.useRealTimers()
  await closeToasts()
  vi.restoreAllMocks()
}

/** Closes every toast. Closing the toast of a pending deletion sends the deletion, which can show another toast. */
export async function closeToasts(): Promise<void> {
  while (currentToasts().length > 0) {
    await act(async () => {
      for (const { id } of currentToasts()) closeToast(id)
    })
  }
}

/** Ids of photos with consecutive numbers. */
export function photoIds(count: number, prefix = 'photo'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`)
}
