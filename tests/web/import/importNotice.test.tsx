import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { importPath, timelinePath } from '../../../web/shared/paths.ts'
import { months } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import {
  activationAnswer,
  cleanUp,
  importAnswer,
  importEvent,
  libraryWith,
  noStorage,
  openLibrary,
  runningImport,
  toasts,
} from './importKit.ts'

afterEach(cleanUp)

const invited = activationAnswer('NOT_ACTIVE')
const running = (done: number) => activationAnswer('IMPORTING', runningImport(done))
const finished = activationAnswer('ACTIVE', importAnswer())

function startAnswer(activation: ReturnType<typeof activationAnswer>) {
  const library = { __typename: 'PhotoLibrary', id: 'library', activation }
  return { startImport: { __typename: 'StartImportSuccess', library } }
}

/** The notice with this title. */
function notice(name: string) {
  return screen.findByRole('region', { name })
}

describe('the library', () => {
  test.each([
    ['does not exist', activationAnswer('ACTIVE')],
    ['has an unknown state', activationAnswer(null)],
    ['is missing in the answer', null],
    ['was brought in long ago', activationAnswer('ACTIVE', importAnswer({ finished: '2026-01-01T00:00:00Z' }))],
  ])('shows no notice and follows no events if the older library %s', async (_, activation) => {
    const app = await openLibrary(activation)
    expect(document.querySelector('[data-phase]')).toBeNull()
    expect(app.pending('useImportEventsSubscription').length).toBe(0)
  })

  test('invites the customer to import the older library, stays usable, and starts the import when the button is pressed', async () => {
    const app = await openLibrary(invited)
    const card = await notice('Add your older photos')
    expect(screen.queryByRole('dialog')).toBeNull()
    await app.user.click(within(card).getByRole('button', { name: 'Add older photos' }))
    const { request } = await app.asked('useStartImportMutation')
    expect(request.variables).toEqual({ input: { libraryId: 'library' } })
    await app.answer('useStartImportMutation', startAnswer(running(0)))
    const progress = await notice('Adding your older photos')
    expect(within(progress).getByText('0 of 60 files')).toBeDefined()
    expect(document.activeElement).toBe(progress)
  })

  test('shows that the import could not be started, with a retry', async () => {
    const app = await openLibrary(invited)
    const card = await notice('Add your older photos')
    await app.user.click(within(card).getByRole('button', { name: 'Add older photos' }))
    await app.fail('useStartImportMutation')
    await waitFor(() =>
      expect(within(card).getByRole('alert').textContent).toBe('It could not be started. Please try again.'),
    )
    await app.user.click(within(card).getByRole('button', { name: 'Add older photos' }))
    await app.answer('useStartImportMutation', startAnswer(running(0)))
    expect(await notice('Adding your older photos')).toBeDefined()
  })

  test('refreshes its state if another device has imported everything', async () => {
    const app = await openLibrary(invited)
    await app.user.click(await screen.findByRole('button', { name: 'Add older photos' }))
    const none = { __typename: 'NothingToImport', code: 'NOTHING_TO_IMPORT', message: '' }
    await app.answer('useStartImportMutation', { startImport: none })
    await app.answer('WithActivationQuery', libraryWith(finished))
    expect(await notice('Your older photos are here')).toBeDefined()
  })

  test('can postpone the invitation until the next visit', async () => {
    const app = await openLibrary(invited)
    await app.user.click(await screen.findByRole('button', { name: 'Not now' }))
    expect(screen.queryByText('Add your older photos')).toBeNull()
    expect(document.activeElement?.id).toBe('main')
    await app.router.navigate('/')
    await app.router.navigate('/my-photos/albums')
    await screen.findByRole('heading', { level: 1, name: 'My photos' })
    expect(screen.queryByText('Add your older photos')).toBeNull()
    app.unmount()
    sessionStorage.clear()
    await openLibrary(invited)
    expect(await notice('Add your older photos')).toBeDefined()
  })

  test('shows live progress, even of an import started in another tab', async () => {
    const app = await openLibrary(invited)
    await notice('Add your older photos')
    await app.send('useImportEventsSubscription', importEvent('1', 'STARTED', running(0)))
    await app.send('useImportEventsSubscription', importEvent('2', 'PROGRESS', running(15)))
    const card = await notice('Adding your older photos')
    expect(within(card).getByText('15 of 60 files')).toBeDefined()
    expect(within(card).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    expect(within(card).getByRole('link').getAttribute('href')).toBe(importPath)
  })

  test('says that files are being counted', async () => {
    const counting = importAnswer({ state: 'STARTED', progress: 0, found: null, imported: 0, existing: 0, failed: 0 })
    await openLibrary(activationAnswer('IMPORTING', counting))
    expect(await screen.findByText('Counting the files…')).toBeDefined()
  })

  test('shows that an import was interrupted, and resumes it when Try again is pressed', async () => {
    const app = await openLibrary(running(15))
    await notice('Adding your older photos')
    const failed = activationAnswer(
      'NOT_ACTIVE',
      importAnswer({ state: 'ERROR', imported: 15, existing: 0, failed: 0 }),
    )
    await app.send('useImportEventsSubscription', importEvent('1', 'ERROR', failed))
    const card = await notice('Not all of your older photos could be added')
    await waitFor(() => expect(toasts()).toEqual(['Not all of your older photos could be added']))
    await app.user.click(within(card).getByRole('button', { name: 'Try again' }))
    await app.answer('useStartImportMutation', startAnswer(running(15)))
    expect(await screen.findByText('15 of 60 files')).toBeDefined()
  })

  test('says that photos are being deleted, and offers no action', async () => {
    await openLibrary(activationAnswer('DELETING'))
    const card = await notice('Your photos are being deleted')
    expect(within(card).queryByRole('button')).toBeNull()
  })
})

test('an import whose events are followed is not polled', async () => {
  const begin = vi.spyOn(globalThis, 'setInterval')
  await openLibrary(running(59))
  await notice('Adding your older photos')
  expect(begin.mock.calls.filter(([, delay]) => Number(delay) >= 1_000)).toEqual([])
})

describe('an import that has finished', () => {
  test('has its state fetched once more after 10 s; then the views are fetched again, and the event stream ends', async () => {
    const app = await openLibrary(running(59))
    await notice('Adding your older photos')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    await app.send('useImportEventsSubscription', importEvent('1', 'FINISHED', finished))
    expect(screen.getByRole('region', { name: 'Your older photos are almost here' })).toBeDefined()
    act(() => void vi.advanceTimersByTime(9_999))
    expect(app.pending('WithActivationQuery').length).toBe(0)
    act(() => void vi.advanceTimersByTime(1))
    vi.useRealTimers()
    await app.answer('WithActivationQuery', libraryWith(finished))
    expect(await notice('Your older photos are here')).toBeDefined()
    await waitFor(() => expect(toasts()).toEqual(['52 older photos were added']))
    // The shown parts of the library are fetched again.
    await app.asked('LibraryLayoutQuery')
    await app.asked('AlbumsPageQuery')
    await waitFor(() => expect(app.pending('useImportEventsSubscription').length).toBe(0))
  })

  test('shows its result, which can be dismissed for good', async () => {
    const app = await openLibrary(finished)
    const card = await notice('Your older photos are here')
    expect(within(card).getByText('60 found: 52 added, 5 already here, 3 not added')).toBeDefined()
    await app.user.click(within(card).getByRole('button', { name: 'Close this message' }))
    expect(document.querySelector('[data-phase]')).toBeNull()
    expect(document.activeElement?.id).toBe('main')
    app.unmount()
    await openLibrary(finished)
    expect(document.querySelector('[data-phase]')).toBeNull()
  })
})

test('the state of an import is fetched when its event stream starts, because the import may have ended before', async () => {
  const app = await openLibrary(running(59))
  await app.send('useImportEventsSubscription', importEvent('1', null))
  await app.answer('WithActivationQuery', libraryWith(finished))
  expect(await notice('Your older photos are here')).toBeDefined()
  await waitFor(() => expect(toasts()).toEqual(['52 older photos were added']))
})

async function openMenu(app: Awaited<ReturnType<typeof openLibrary>>) {
  await app.user.click(await screen.findByRole('button', { name: 'More' }))
  await screen.findByRole('menu')
}

describe('the menu of the library', () => {
  const olderLibraryItem = { name: 'Your older library' }

  test('links to the older library, even after the result was dismissed', async () => {
    const app = await openLibrary(finished)
    const card = await notice('Your older photos are here')
    await app.user.click(within(card).getByRole('button', { name: 'Close this message' }))
    await openMenu(app)
    await app.user.click(screen.getByRole('menuitem', olderLibraryItem))
    await waitFor(() => expect(app.router.state.location.pathname).toBe(importPath))
  })

  test('on later visits, links to the older library even if there are no photos, but only for the same account', async () => {
    const app = await openLibrary(invited)
    await notice('Add your older photos')
    app.unmount()
    const again = await openLibrary(invited, undefined, 0)
    await openMenu(again)
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Your older library'])
    again.unmount()
    localStorage.setItem('keepsake.olderLibrary', 'account-2 Infinity true')
    const other = await openLibrary(activationAnswer('ACTIVE'))
    await openMenu(other)
    expect(screen.queryByRole('menuitem', olderLibraryItem)).toBeNull()
  })
})

/** The kind of banner that the page has reserved space for: `welcome`, `banner`, or `false` for none. */
const room = () => document.querySelector('[data-room]')?.getAttribute('data-room')

/** Opens the timeline without space for the welcome or another banner. */
async function openPhotos(activation = invited) {
  localStorage.setItem('keepsake.photosBanner', 'closed')
  localStorage.setItem('keepsake.storageBanner', '2099-01-01T00:00:00Z 2099-03-01')
  const app = renderApp(timelinePath)
  await screen.findByRole('heading', { level: 1, name: 'My photos' })
  const atFirst = room()
  await app.answer('TimelinePageQuery', months())
  await app.answer('LibraryStorageQuery', noStorage)
  await app.answer('WithActivationQuery', libraryWith(activation))
  return { ...app, atFirst }
}

describe('the space for the import notice', () => {
  test('is not added during a visit: the next visit reserves it from the start', async () => {
    const app = await openPhotos()
    expect([room(), document.querySelector('[data-phase]')]).toEqual(['false', null])
    app.unmount()
    const again = await openPhotos()
    expect(again.atFirst).toBe('banner')
    expect(await notice('Add your older photos')).toBeDefined()
    await again.user.click(screen.getByRole('button', { name: 'Not now' }))
    expect(room()).toBe('false')
  })

  test('is shared with the welcome, which appears when the notice is closed', async () => {
    localStorage.setItem('keepsake.olderLibrary', 'account-1 0 true')
    const app = renderApp(timelinePath)
    await app.answer('TimelinePageQuery', months())
    await app.answer('LibraryStorageQuery', noStorage)
    await app.answer('WithActivationQuery', libraryWith(finished))
    const card = await notice('Your older photos are here')
    const welcome = { name: 'Welcome to a new way to manage your photos' }
    expect([room(), screen.queryByRole('region', welcome)]).toEqual(['welcome', null])
    await app.user.click(within(card).getByRole('button', { name: 'Close this message' }))
    expect(await screen.findByRole('region', welcome)).toBeDefined()
  })

  test('stays empty if there is no notice, and is not reserved on the next visit', async () => {
    const app = await openPhotos()
    app.unmount()
    const none = await openPhotos(activationAnswer('ACTIVE'))
    expect([none.atFirst, document.querySelector('[data-phase]')]).toEqual(['banner', null])
    none.unmount()
    expect((await openPhotos(activationAnswer('ACTIVE'))).atFirst).toBe('false')
  })
})

test('the timeline is fetched again when an import has ended', async () => {
  const app = renderApp(timelinePath)
  await app.answer('TimelinePageQuery', months())
  await app.answer('LibraryStorageQuery', noStorage)
  await app.answer('WithActivationQuery', libraryWith(running(59)))
  await notice('Adding your older photos')
  expect(app.pending('TimelinePageQuery').length).toBe(0)
  await app.send('useImportEventsSubscription', importEvent('1', null))
  await app.answer('WithActivationQuery', libraryWith(finished))
  await notice('Your older photos are here')
  await app.asked('TimelinePageQuery')
})
