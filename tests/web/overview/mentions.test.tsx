import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { photo } from '../support/photos.ts'
import { type AppOptions, renderApp } from '../support/renderApp.tsx'
import { importPath } from '../../../web/shared/paths.ts'
import { activationAnswer, importAnswer } from '../import/importKit.ts'
import { critical, estimate, libraryWith, safe } from '../storage/storageKit.ts'
import { ofFile } from '../support/ofFile.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const status = { name: 'Storage status' }

interface OpenedOptions extends AppOptions {
  readonly photosCount?: number
  readonly activation?: object | null
  /** Whether the storage status is answered before the photos. */
  readonly isEarly?: boolean
}

/** An answer in which the library has this number of photos. The list of the latest photos always has one photo. */
function photosAnswer(photosCount: number) {
  const photos = { edges: [{ node: photo('a') }] }
  return { viewer: { library: { id: 'library', photos, photosCount, albumsCount: 0, sharedAlbumsCount: 0 } } }
}

async function openWith(storage: object | null, options: OpenedOptions = {}) {
  const { photosCount = 1, activation = null, isEarly = false, ...rest } = options
  const app = renderApp('/', rest)
  const answerStorage = () => app.answer('StorageNoticeQuery', libraryWith(storage, photosCount))
  if (isEarly) await answerStorage()
  await app.answer('OverviewPageQuery', photosAnswer(photosCount))
  await screen.findByRole('link', { name: ofFile('a.jpg') })
  if (!isEarly) await answerStorage()
  await app.answer('MentionsQuery', { viewer: { library: { id: 'library', activation } } })
  return app
}

/** The parts of the overview, from top to bottom. */
function parts(): readonly string[] {
  const all = within(screen.getByRole('main')).getAllByRole('region')
  return all.map((part) => part.getAttribute('aria-label') ?? 'Photos')
}

/** The space reserved for the notice above the photos; null if there is none. */
function reservedSpace(): Element | null {
  return screen.getByRole('main').querySelector('[class*="_room_"]')
}

test.each([
  ['safe', safe, 'Your photos are stored for another 8 months', false],
  ['an estimate', estimate, 'Your photos are stored for another 2 months (estimate)', true],
  ['critical', critical(1), 'Your photos will be deleted tomorrow', true],
])('the overview shows how long photos are kept: %s', async (_, storage, sentence, isUrgent) => {
  await openWith(storage)
  const mention = within(await screen.findByRole('region', status))
  expect(mention.getByText(sentence)).toBeTruthy()
  expect(mention.getByText(/Order by 02 Aug 2027 to keep them for another 18 months\.$/)).toBeTruthy()
  expect(mention.queryByRole('link', { name: /^Order now/ }) !== null).toBe(isUrgent)
  expect(mention.queryByRole('button', { name: 'Export photos' }) !== null).toBe(isUrgent)
})

describe('the notice that photos will soon be deleted', () => {
  test.each([
    ['danger', critical(12), 'On Tuesday, 3 August 2027 we delete all your photos for good.'],
    ['warning', estimate, 'On Tuesday, 3 August 2027 (estimate) we delete all your photos for good.'],
  ])('is the first part of the overview, in the colour of its status: %s', async (tone, storage, deletion) => {
    await openWith(storage, { isEarly: true })
    expect(parts()).toEqual(['Storage status', 'Photos'])
    const notice = screen.getByRole('region', status)
    expect(notice.dataset['tone']).toBe(tone)
    expect(notice.textContent).toContain(deletion)
  })

  test('is above the photos at the first view, even if its answer arrives after the photos', async () => {
    const app = renderApp('/')
    await app.answer('OverviewPageQuery', photosAnswer(1))
    await screen.findByRole('link', { name: ofFile('a.jpg') })
    expect(reservedSpace()?.nextElementSibling?.contains(screen.getByRole('heading', { name: 'Latest photos' }))).toBe(
      true,
    )
    await app.answer('StorageNoticeQuery', libraryWith(critical(12), 1))
    expect(reservedSpace()?.contains(screen.getByRole('region', status))).toBe(true)
    expect(parts()).toEqual(['Storage status', 'Photos'])
  })

  test.each([
    ['the photos are safe', safe, 1],
    ['the retention is unknown', null, 1],
    ['there are no photos', critical(12), 0],
  ])('has no space above the photos at the second view while %s', async (_, storage, photosCount) => {
    const first = await openWith(storage, { photosCount })
    first.unmount()
    const app = renderApp('/')
    await app.answer('OverviewPageQuery', photosAnswer(photosCount))
    await screen.findByRole('link', { name: ofFile('a.jpg') })
    expect(reservedSpace()).toBeNull()
  })

  test('is last at the first view if the answer arrives with the photos and no deletion is near', async () => {
    const app = renderApp('/')
    const [storage, photos] = [await app.asked('StorageNoticeQuery'), await app.asked('OverviewPageQuery')]
    const { mock } = app.environment
    await act(async () => {
      mock.resolve(storage, { data: libraryWith(safe, 1) })
      mock.resolve(photos, { data: photosAnswer(1) })
    })
    await screen.findByRole('link', { name: ofFile('a.jpg') })
    expect(parts()).toEqual(['Photos', 'Storage status'])
  })

  test('has no space above the photos if the library is empty', async () => {
    const app = renderApp('/')
    await app.answer('OverviewPageQuery', photosAnswer(0))
    await screen.findByRole('link', { name: ofFile('a.jpg') })
    expect(reservedSpace()).toBeNull()
  })

  test('is last if the timeline has already found that no deletion is near', async () => {
    const timeline = renderApp('/my-photos/photos')
    await timeline.answer('LibraryStorageQuery', libraryWith(safe, 1))
    timeline.unmount()
    await openWith(safe)
    expect(parts()).toEqual(['Photos', 'Storage status'])
  })

  test('stays last if news of a near deletion arrives after the photos, and is first at the next view', async () => {
    const first = await openWith(safe, { isEarly: true })
    first.unmount()
    const second = await openWith(critical(12))
    expect(parts()).toEqual(['Photos', 'Storage status'])
    second.unmount()
    await openWith(critical(12))
    expect(parts()).toEqual(['Storage status', 'Photos'])
  })

  test('stays first for this view after an order has postponed the deletion, and is last at the next view', async () => {
    const first = await openWith(critical(12))
    first.unmount()
    const second = await openWith(safe)
    expect(parts()).toEqual(['Storage status', 'Photos'])
    expect(screen.getByRole('region', status).dataset['tone']).toBeUndefined()
    second.unmount()
    await openWith(safe, { isEarly: true })
    expect(parts()).toEqual(['Photos', 'Storage status'])
  })

  test('offers an export', async () => {
    const app = await openWith(critical(12), { isEarly: true })
    await app.user.click(screen.getByRole('button', { name: 'Export photos' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Export photos' }))
    await app.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('offers no export in channel p', async () => {
    await openWith(critical(12), { isEarly: true, channel: 'p' })
    expect(screen.getByRole('link', { name: /^Order now/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Export photos' })).toBeNull()
  })
})

test('the menu of small screens comes after the photos', async () => {
  await openWith(safe)
  const main = screen.getByRole('main')
  const photos = within(main).getByRole('heading', { name: 'Latest photos' })
  const menu = within(main).getByRole('navigation', { name: 'My account' })
  expect(photos.compareDocumentPosition(menu)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(menu.id).toBe('menu')
})

test.each([
  ['the retention is unknown', null, 1],
  ['there are no photos', critical(1), 0],
])('the overview does not mention the retention while %s', async (_, storage, photosCount) => {
  const app = await openWith(storage, { photosCount })
  expect(app.pending('StorageNoticeQuery')).toEqual([])
  expect(screen.queryByRole('region', status)).toBeNull()
})

test.each([
  ['is not imported yet', activationAnswer('NOT_ACTIVE'), 'Add your older photos'],
  [
    'was imported only in part',
    activationAnswer('NOT_ACTIVE', importAnswer({ state: 'ERROR' })),
    'Not all of your older photos could be added',
  ],
])('the overview links to an older library that %s', async (_, activation, sentence) => {
  await openWith(safe, { activation })
  const mention = within(await screen.findByRole('region', { name: 'Your older library' }))
  expect(mention.getByText(sentence)).toBeTruthy()
  expect(mention.getByRole('link', { name: 'Your older library' }).getAttribute('href')).toBe(importPath)
})

test.each([
  ['the customer has none', activationAnswer('ACTIVE')],
  ['it is being imported', activationAnswer('IMPORTING')],
  ['its state is unknown', null],
])('the overview does not mention an older library while %s', async (_, activation) => {
  await openWith(safe, { activation })
  await screen.findByRole('region', status)
  expect(screen.queryByRole('region', { name: 'Your older library' })).toBeNull()
})
