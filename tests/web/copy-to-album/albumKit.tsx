import { act, render, screen } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { createIntl, RawIntlProvider } from 'react-intl'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import type { GraphQLSingularResponse, OperationDescriptor } from 'relay-runtime'
import { createMockEnvironment } from 'relay-test-utils'
import { vi } from 'vitest'
import messages from '../../../web/locales/en-GB.json'
import { HiddenPhotos } from '../../../web/pages/library/photo-collection/hidden/HiddenPhotos.ts'
import { AlbumAdditions } from '../../../web/pages/library/photo-actions/copy-to-album/AlbumAdditions.tsx'
import { AlbumRemovals } from '../../../web/pages/library/photo-actions/copy-to-album/AlbumRemovals.ts'
import { Deletions } from '../../../web/pages/library/photo-actions/deletion/Deletions.ts'
import { PhotoTasks } from '../../../web/pages/library/photo-actions/photo-tasks/PhotoTasks.ts'
import { currentToasts } from '../../../web/ui/toasts.ts'
import { ToastRegion } from '../../../web/ui/ToastRegion.tsx'
import { openSession } from '../deletion/deletionKit.tsx'

type Data = NonNullable<GraphQLSingularResponse['data']>

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

function idsOf({ request }: OperationDescriptor): readonly string[] {
  return request.variables['input'].photoIds
}

/**
 * An album 'Summer' of ten photos, the tasks that change it, and their toasts, with a gateway that the test controls.
 * Timers are fake.
 */
export function openAlbum() {
  vi.useFakeTimers()
  // Removes the random part of retry delays.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const environment = createMockEnvironment()
  commitLocalUpdate(environment, (store) => {
    store.create('album', 'Album').setValue('Summer', 'name').setValue(10, 'photosCount')
    for (const id of ['a', 'b', 'c', 'd']) store.create(id, 'Photo').setValue(`${id}.jpg`, 'fileName')
  })
  const intl = createIntl({ locale: 'en-GB', messages })
  const session = openSession()
  const tasks = new PhotoTasks({ intl, isSignedIn: () => session.isSignedIn, staySignedIn: () => undefined })
  const hidden = new HiddenPhotos()
  const removals = new AlbumRemovals({ environment, intl, tasks, hidden })
  const additions = new AlbumAdditions({ environment, intl, tasks, hidden, removals })
  const deletions = new Deletions({ environment, intl, tasks, trashDays: 0, onEnd: () => undefined })
  const router = createMemoryRouter([{ path: '*', element: <ToastRegion /> }])
  render(
    <RawIntlProvider value={intl}>
      <RouterProvider router={router} />
    </RawIntlProvider>,
  )

  const asked = (): OperationDescriptor[] => environment.mock.getAllOperations()
  /** The only pending call. */
  const call = (): OperationDescriptor => {
    const [only, ...others] = asked()
    if (!only || others.length > 0) throw new Error(`${asked().length} calls are pending`)
    return only
  }
  const resolve = (data: Data) =>
    act(async () => {
      environment.mock.resolve(call(), { data })
      await vi.advanceTimersByTimeAsync(0)
    })
  const fail = () =>
    act(async () => {
      environment.mock.reject(call(), new Error('Request failure'))
      await vi.advanceTimersByTimeAsync(0)
    })

  return {
    environment,
    session,
    removals,
    deletions,
    pass,
    asked,
    call,
    resolve,
    fail,
    idsOf,
    add: (photoIds: readonly string[]) =>
      act(async () => {
        additions.addToAlbum({ albumId: 'album', albumName: 'Summer', photoIds })
        await vi.advanceTimersByTimeAsync(0)
      }),
    remove: (photoIds: readonly string[]) => act(() => removals.removeFromAlbum({ albumId: 'album', photoIds })),
    /**
     * Answers the call that adds photos, with the album's new count. The photos of `remainingIds` can be tried again;
     * those of `goneIds` no longer exist.
     */
    answerAdding: (photosCount: number, remainingIds: readonly string[] = [], goneIds: readonly string[] = []) => {
      const left = new Set([...remainingIds, ...goneIds])
      const addedIds = idsOf(call()).filter((id) => !left.has(id))
      return resolve({
        addPhotosToAlbum: {
          __typename: 'AddPhotosToAlbumSuccess',
          addedIds,
          remainingIds,
          album: { id: 'album', photosCount, updated: '2026-05-01T10:00:00Z', cover: null },
        },
      })
    },
    /** Answers the call that removes photos. */
    answerRemoving: (photosCount: number, remainingIds: readonly string[] = []) => {
      const left = new Set(remainingIds)
      const removedIds = idsOf(call()).filter((id) => !left.has(id))
      return resolve({
        removePhotosFromAlbum: {
          __typename: 'RemovePhotosFromAlbumSuccess',
          removedIds,
          remainingIds,
          album: { id: 'album', photosCount, updated: '2026-05-01T10:00:00Z', cover: null },
        },
      })
    },
    /** Fails three attempts, and waits for the growing delays between them. */
    failThrice: async () => {
      await fail()
      await pass(1_000)
      await fail()
      await pass(4_000)
      await fail()
    },
    press: (name: string) => act(async () => screen.getByRole('button', { name }).click()),
    count: (): unknown => environment.getStore().getSource().get('album')?.['photosCount'],
    has: (photoId: string) => Boolean(environment.getStore().getSource().get(photoId)),
    hidden: () => [...hidden.of('album')],
    texts: () => currentToasts().map(({ message }) => message),
    details: () => currentToasts().flatMap(({ details }) => details ?? []),
  }
}
