import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { months, monthPage, photo, photosFrom } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import {
  assign,
  cleanUp,
  hidePage,
  hurry,
  installNavigation,
  next,
  overlay,
  selectionAnswer,
  withoutPicture,
} from './printKit.ts'
import { ofFile } from '../support/ofFile.ts'

const may = ['may', 2024, 5, 3] as const

beforeEach(installNavigation)
afterEach(cleanUp)

/** Keeps the overlay open. Returns a function that ends the three seconds. */
function holdOverlay(): () => void {
  const { setTimeout: begin } = globalThis
  const held: (() => void)[] = []
  vi.stubGlobal('setTimeout', (work: () => void, milliseconds?: number) =>
    milliseconds === 3_000 ? held.push(work) : begin(work, milliseconds),
  )
  return () => {
    for (const work of held.splice(0)) work()
  }
}

type Month = readonly [id: string, year: number, month: number, count: number]

async function open(path: string, month: Month = may) {
  const app = renderApp(path)
  return answerAll(app, month)
}

async function answerAll(app: ReturnType<typeof renderApp>, month: Month = may) {
  await app.answer('TimelinePageQuery', months(month))
  await app.answer('CollectionPageQuery', monthPage(month, photosFrom(0, Math.min(3, month[3])), month[3] > 3))
  await app.answer('LibraryLayoutQuery', {
    viewer: { library: { id: 'library', photosCount: month[3], albumsCount: 0, sharedAlbumsCount: 0 } },
  })
  return app
}

type App = Awaited<ReturnType<typeof open>>

async function choose(app: App, ...numbers: number[]): Promise<void> {
  for (const number of numbers) {
    await app.user.click(await screen.findByRole('checkbox', { name: ofFile(`photo-${number}.jpg`) }))
  }
}

const selectAll = (app: App) => app.user.keyboard('{Control>}a{/Control}')

const search = (app: App) => app.router.state.location.search

/** Transfers two photos, and waits until the page opens the editor. */
async function leave(app: App): Promise<void> {
  hurry()
  await choose(app, 0, 2)
  await app.user.click(await next(2))
  await app.answer('usePrintOrderMutation', selectionAnswer())
  await waitFor(() => expect(assign).toHaveBeenCalled())
}

describe('choosing photos for prints', () => {
  test('starts with the button, which changes the address; Next is disabled until photos are selected', async () => {
    const app = await open('/my-photos/photos')
    await app.user.click(await screen.findByRole('button', { name: 'Order photo prints' }))
    expect(search(app)).toBe('?order=prints')
    expect(await next(0)).toHaveProperty('disabled', true)
    expect(screen.getByRole('heading', { name: 'Order photo prints' })).toBeTruthy()
    const status = await screen.findByText(/^Choose the photos you want printed\./)
    expect(status.closest('output')).toBe(status)
    await choose(app, 0, 2)
    expect(await next(2)).toHaveProperty('disabled', false)
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  test('starts with a link, and Back ends it', async () => {
    const app = await open('/my-photos/photos')
    await act(async () => app.router.navigate('/my-photos/photos?order=prints'))
    await next(0)
    await act(async () => app.router.navigate(-1))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Next: / })).toBeNull())
    expect(screen.queryByText('0 selected')).toBeNull()
  })

  test('ends with Cancel, which also changes the address', async () => {
    const app = await open('/my-photos/photos?order=prints&sort=taken-asc')
    await next(0)
    await choose(app, 1)
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Next: / })).toBeNull())
    expect(search(app)).toBe('?sort=taken-asc')
  })

  test('is not offered on a stripped page', async () => {
    await open('/my-photos/photos?stripped=true')
    await screen.findByRole('button', { name: 'Add photos' })
    expect(screen.queryByRole('button', { name: 'Order photo prints' })).toBeNull()
  })

  test('hides the banner until it ends', async () => {
    const app = await open('/my-photos/photos?order=prints')
    await next(0)
    expect(app.pending('LibraryStorageQuery')).toHaveLength(0)
    await app.user.keyboard('{Escape}')
    await app.asked('LibraryStorageQuery')
  })

  test('shows the limit above 1,000 photos', async () => {
    const app = await open('/my-photos/photos?order=prints', ['may', 2024, 5, 1_001])
    await next(0)
    await selectAll(app)
    expect(await next('1,001')).toHaveProperty('disabled', true)
    expect(screen.getByText('Up to 1,000 photos can be ordered at a time')).toBeTruthy()
    await choose(app, 0)
    expect(await next('1,000')).toHaveProperty('disabled', false)
    expect(screen.queryByText('Up to 1,000 photos can be ordered at a time')).toBeNull()
  })
})

/** Waits until the photo's note has this text, and checks that the note and the file name describe the photo. */
async function expectNote(fileName: string, text: string): Promise<void> {
  const tile = await screen.findByRole('checkbox', { name: ofFile(fileName) })
  await waitFor(() => expect(tile.textContent.replaceAll('\u00a0', ' ')).toContain(text))
  const ids = tile.getAttribute('aria-describedby')?.split(' ') ?? []
  const texts = ids.map((id) => document.querySelector(`#${id}`)?.textContent.replaceAll('\u00a0', ' '))
  expect(texts).toEqual([text, fileName])
}

describe('the note about prints on a tile', () => {
  test('is shown while photos are selected for prints, and is also the description of the tile', async () => {
    const photos = [
      photo('sharp', { width: 4000, height: 3000 }),
      photo('tiny', { width: 320, height: 240 }),
      photo('broken', { pictureProblem: 'UNREADABLE' }),
      photo('unknown', { width: null, height: null }),
    ]
    const app = renderApp('/my-photos/photos?order=prints')
    const month = ['may', 2024, 5, 4] as const
    await app.answer('TimelinePageQuery', months(month))
    await app.answer('CollectionPageQuery', monthPage(month, photos))
    await next(0)
    await expectNote('sharp.jpg', 'Up to 40 × 60 cm')
    await expectNote('tiny.jpg', 'Low print quality')
    await expectNote('broken.jpg', 'Cannot be printed')
    await expectNote('unknown.jpg', 'Print quality unknown')
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByText('Low print quality')).toBeNull())
  })
})

describe('during the transfer to the editor', () => {
  test('the overlay is shown for at least 3 s and holds the focus, then the editor opens', async () => {
    const app = await open('/my-photos/photos?order=prints')
    await choose(app, 2, 0)
    const button = await next(2)
    const letPass = holdOverlay()
    await app.user.click(button)
    const dialog = await overlay(2)
    expect(dialog.contains(document.activeElement)).toBe(true)
    await app.user.tab()
    expect(dialog.contains(document.activeElement)).toBe(true)
    const { request } = await app.asked('usePrintOrderMutation')
    expect(request.variables).toEqual({ input: { photoIds: ['photo-0', 'photo-2'] } })
    await app.answer('usePrintOrderMutation', selectionAnswer())
    expect(assign).not.toHaveBeenCalled()
    letPass()
    await waitFor(() => expect(assign).toHaveBeenCalled())
    expect(assign.mock.calls).toEqual([['https://editor.test/prints?productCode=PAP_910&tempSelectionId=selection-1']])
    expect(await overlay(2)).toBeTruthy()
  })

  test('ids of whole collections are loaded first; pressing the button again meanwhile has no effect', async () => {
    const app = await open('/my-photos/photos?order=prints', ['may', 2024, 5, 30])
    await next(0)
    await selectAll(app)
    await app.user.click(await next(30))
    const button = await screen.findByRole('button', { name: 'Selecting your photos...' })
    await app.user.click(button)
    expect(app.pending('collectSelectedQuery')).toHaveLength(1)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    const photos = {
      edges: photosFrom(0, 30).map((node) => ({ node })),
      pageInfo: { hasNextPage: false, endCursor: null },
    }
    await app.answer('collectSelectedQuery', {
      node: { __typename: 'TimelineMonth', __isPhotoCollection: 'TimelineMonth', id: 'may', photos },
    })
    await overlay(30)
    await app.asked('usePrintOrderMutation')
    expect(app.pending('usePrintOrderMutation')).toHaveLength(1)
  })

  test.each(['{Escape}', 'Cancel'])(
    '%s stays on the page: the selection is kept, and later responses are ignored',
    async (way) => {
      hurry()
      const app = await open('/my-photos/photos?order=prints')
      await choose(app, 0)
      await app.user.click(await next(1))
      const dialog = await overlay(1)
      if (way === 'Cancel') await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
      else await app.user.keyboard(way)
      await waitFor(() => expect(dialog.isConnected).toBe(false))
      await app.answer('usePrintOrderMutation', selectionAnswer())
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(assign).not.toHaveBeenCalled()
      expect(await next(1)).toBe(document.activeElement)
    },
  )

  test('ending the selection while ids are collected cancels the transfer', async () => {
    const app = await open('/my-photos/photos?order=prints', ['may', 2024, 5, 30])
    await next(0)
    await selectAll(app)
    await app.user.click(await next(30))
    await app.asked('collectSelectedQuery')
    await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(app.pending('collectSelectedQuery')).toHaveLength(0))
    expect(app.pending('usePrintOrderMutation')).toHaveLength(0)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

/** Transfers three photos, of which the gateway leaves out `count`. */
async function leaveOut(count: number) {
  hurry()
  const app = await open('/my-photos/photos?order=prints')
  await choose(app, 0, 1, 2)
  await app.user.click(await next(3))
  const ids = photosFrom(0, count).map(({ id }) => id)
  await app.answer('usePrintOrderMutation', count === 3 ? withoutPicture : selectionAnswer('selection-1', ids))
  return app
}

describe('photos that cannot be shown', () => {
  test.each([
    [1, '1 photo cannot be printed', 'It cannot be shown', 'Continue with 2 photos'],
    [2, '2 photos cannot be printed', 'They cannot be shown', 'Continue with 1 photo'],
  ])('are left out (%d of 3): the page says so, and continues on request', async (count, title, why, goOn) => {
    const app = await leaveOut(count)
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(dialog.textContent).toContain(why)
    expect(assign).not.toHaveBeenCalled()
    await app.user.click(screen.getByRole('button', { name: goOn }))
    await waitFor(() => expect(assign).toHaveBeenCalled())
  })

  test('are left out: after Cancel, the selection is kept', async () => {
    const app = await leaveOut(1)
    const dialog = await screen.findByRole('dialog', { name: '1 photo cannot be printed' })
    await app.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    expect(await next(3)).toHaveProperty('disabled', false)
    expect(assign).not.toHaveBeenCalled()
  })

  test('cannot be ordered alone: the page says why', async () => {
    const app = await leaveOut(3)
    const dialog = await screen.findByRole('dialog', { name: '3 photos cannot be printed' })
    expect(within(dialog).queryByRole('button', { name: /Continue/ })).toBeNull()
    await app.user.click(within(dialog).getByText('Close'))
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    expect(assign).not.toHaveBeenCalled()
  })
})

describe('a failed transfer', () => {
  test.each(['the gateway fails', 'none of the photos exists any more'])(
    'is reported by a toast and keeps the selection if %s',
    async (why) => {
      const app = await open('/my-photos/photos?order=prints')
      await choose(app, 0, 1)
      await app.user.click(await next(2))
      await overlay(2)
      if (why === 'the gateway fails') await app.fail('usePrintOrderMutation')
      else await app.answer('usePrintOrderMutation', { createTempSelection: { __typename: 'PhotosNotFound' } })
      expect(await screen.findByText('Error transferring photos. Try again.')).toBeTruthy()
      expect(screen.queryByRole('alertdialog')).toBeNull()
      await app.user.click(await next(2))
      expect(await overlay(2)).toBeTruthy()
      expect(assign).not.toHaveBeenCalled()
    },
  )
})

describe('coming back', () => {
  test('shows the page that the browser has kept, with the selection and without the overlay', async () => {
    const app = await open('/my-photos/photos?order=prints')
    await leave(app)
    await hidePage()
    await act(async () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(await next(2)).toHaveProperty('disabled', false)
    expect(sessionStorage.getItem('keepsake.printSelection')).toBeNull()
  })

  test.each(['from the editor', 'after a reload'])(
    'restores the selection if the browser has not kept the page: %s',
    async (from) => {
      const first = await open('/my-photos/photos?order=prints')
      if (from === 'from the editor') await leave(first)
      else await choose(first, 0, 2)
      await hidePage()
      expect(JSON.parse(sessionStorage.getItem('keepsake.printSelection') ?? '')).toMatchObject({
        entry: 'account-1 default /my-photos/photos?order=prints',
      })
      first.unmount()
      const app = await open('/my-photos/photos?order=prints')
      expect(await next(2)).toBeTruthy()
      expect((await screen.findByRole('checkbox', { name: ofFile('photo-2.jpg') })).getAttribute('aria-checked')).toBe(
        'true',
      )
      expect(screen.getByRole('checkbox', { name: ofFile('photo-1.jpg') }).getAttribute('aria-checked')).toBe('false')
      expect(app.pending('usePrintOrderMutation')).toHaveLength(0)
    },
  )

  const entry = 'account-1 default /my-photos/photos?order=prints'
  const parts = [{ collectionId: 'may', count: null, ids: ['photo-0'] }]
  const purpose = 'prints'

  test.each([
    'nonsense',
    { entry },
    { entry, purpose, parts: [7] },
    { entry: entry.replace('account-1', 'account-2'), purpose, parts },
    { entry: entry.replace('default', 'other'), purpose, parts },
    { entry: entry.replace('photos?', 'albums/album-1?'), purpose, parts },
  ])('ignores a stored selection that is invalid, or of another account or page: %j', async (stored) => {
    sessionStorage.setItem('keepsake.printSelection', typeof stored === 'string' ? stored : JSON.stringify(stored))
    await open('/my-photos/photos?order=prints')
    expect(await next(0)).toHaveProperty('disabled', true)
  })

  test('does not end a selection that the user has started on another page in the meantime', async () => {
    const first = await open('/my-photos/photos?order=prints')
    await choose(first, 0)
    await hidePage()
    first.unmount()
    const app = renderApp('/my-photos/photos')
    await app.user.click(await screen.findByRole('button', { name: 'Select' }))
    await answerAll(app)
    // The code of print orders is loaded late. It reads the stored selection and removes it, so the removal shows that
    // this code has run.
    await waitFor(() => expect(sessionStorage.getItem('keepsake.printSelection')).toBeNull())
    expect(await screen.findByText('0 selected')).toBeTruthy()
  })
})

test('“Order prints” in the toolbar of a selection also transfers the photos to the editor', async () => {
  hurry()
  const app = await open('/my-photos/photos?order=prints')
  await next(0)
  await choose(app, 1)
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }))
  await app.user.click(await screen.findByRole('button', { name: /^Select( photos)?$/ }))
  await choose(app, 1)
  await app.user.click(await screen.findByRole('button', { name: 'Order prints' }))
  await overlay(1)
  await app.answer('usePrintOrderMutation', selectionAnswer('selection-2'))
  await waitFor(() => expect(assign).toHaveBeenCalled())
  expect(assign.mock.calls[0]?.[0]).toContain('tempSelectionId=selection-2')
})
