import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { albumPath, importPath, timelinePath } from '../../../web/shared/paths.ts'
import { renderApp } from '../support/renderApp.tsx'
import {
  activationAnswer,
  albums,
  cleanUp,
  failures,
  importAnswer,
  importEvent,
  libraryWith,
  listOf,
  reportAnswer,
  runningImport,
} from './importKit.ts'

afterEach(cleanUp)

const finished = activationAnswer('ACTIVE', importAnswer())

async function openReport(hasMore = false) {
  const app = renderApp(importPath)
  await app.answer('ImportPageQuery', reportAnswer(finished, hasMore))
  await screen.findByRole('region', { name: 'Album by album' })
  return app
}

/** The numbers of files: found, imported, existing and failed. */
function shownCounts(): number[] {
  return screen.getAllByRole('definition').map(({ textContent }) => Number(textContent))
}

function linesOf(region: string): (string | null)[] {
  return within(screen.getByRole('region', { name: region }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

describe('the page of an older library', () => {
  test('accounts for every file: found = imported + existing + failed, in total and per album', async () => {
    await openReport()
    const counts = shownCounts()
    expect(counts).toEqual([60, 52, 5, 3])
    expect(counts[0]).toBe((counts[1] ?? 0) + (counts[2] ?? 0) + (counts[3] ?? 0))
    expect(linesOf('Album by album')).toEqual([
      'Norway40 found: 36 added, 3 already here, 1 not added',
      'Photos that aren’t in an album20 found: 16 added, 2 already here, 2 not added',
    ])
    expect(screen.getByRole('link', { name: 'Norway' }).getAttribute('href')).toBe(albumPath('album-1'))
    expect(document.title).toBe('Your older library – Keepsake')
    const trail = screen.getByRole('navigation', { name: 'You are here' })
    expect(within(trail).getByRole('link', { name: 'My photos' }).getAttribute('href')).toBe(timelinePath)
  })

  test('lists the failed files with reasons that users can act on', async () => {
    await openReport()
    expect(linesOf('3 files could not be added')).toEqual([
      'IMG_1.jpgThe file is damaged · Norway',
      'notes.txtThis isn’t a photo, or it’s a type we don’t support',
      'gone.jpgThe older library no longer has this file',
    ])
  })

  test('retries the failed files, and shows the progress and the result', async () => {
    const app = await openReport()
    await app.user.click(screen.getByRole('button', { name: 'Try these files again' }))
    const again = activationAnswer('IMPORTING', runningImport(57))
    const library = { __typename: 'PhotoLibrary', id: 'library', activation: again }
    await app.answer('useStartImportMutation', { startImport: { __typename: 'StartImportSuccess', library } })
    const progress = await screen.findByRole('region', { name: 'Adding your older photos' })
    expect(within(progress).getByText('57 of 60 files')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(progress))
    expect(screen.queryByRole('region', { name: 'Album by album' })).toBeNull()
    await app.answer('WithActivationQuery', libraryWith(again))
    // When the event stream starts, the state of the import is fetched again. The answer: the import has ended.
    await app.send('useImportEventsSubscription', importEvent('1', null))
    const ended = activationAnswer('ACTIVE', importAnswer({ imported: 55, failed: 0 }))
    await app.answer('WithActivationQuery', libraryWith(ended))
    await app.answer('ImportPageQuery', reportAnswer(ended))
    expect(await screen.findByRole('region', { name: 'Album by album' })).toBeDefined()
    expect(screen.getByRole('region', { name: 'Your older photos are here' })).toBeDefined()
    expect(shownCounts()).toEqual([60, 55, 5, 0])
    expect(screen.queryByRole('button', { name: 'Try these files again' })).toBeNull()
  })

  test('has the title of a failed import if every file has failed', async () => {
    const app = renderApp(importPath)
    const none = importAnswer({ found: 3, imported: 0, existing: 0, failed: 3 })
    await app.answer('ImportPageQuery', reportAnswer(activationAnswer('ACTIVE', none)))
    expect(await screen.findByRole('region', { name: 'Not all of your older photos could be added' })).toBeDefined()
    expect(screen.getByRole('button', { name: 'Try these files again' })).toBeDefined()
  })

  test('offers to resume an interrupted import, and lists the failures so far', async () => {
    const app = renderApp(importPath)
    const interrupted = activationAnswer('NOT_ACTIVE', importAnswer({ state: 'ERROR', imported: 12 }))
    await app.answer('ImportPageQuery', reportAnswer(interrupted))
    await screen.findByRole('region', { name: '3 files could not be added' })
    const retryButtons = screen.getAllByRole('button').filter(({ textContent }) => /again/i.test(textContent))
    expect(retryButtons.map(({ textContent }) => textContent)).toEqual(['Try again'])
  })

  test('loads long lists page by page, and shows that a page could not be loaded', async () => {
    const app = await openReport(true)
    const region = screen.getByRole('region', { name: 'Album by album' })
    await app.user.click(within(region).getByRole('button', { name: 'Show more' }))
    await app.fail('ImportedAlbumsPaginationQuery')
    await waitFor(() =>
      expect(within(region).getByRole('alert').textContent).toBe('This could not be loaded. Please try again.'),
    )
    await app.user.click(within(region).getByRole('button', { name: 'Show more' }))
    const { request } = await app.asked('ImportedAlbumsPaginationQuery')
    expect(request.variables).toEqual({ id: 'import-1', first: 50, after: 'end' })
    const next = listOf([{ ...albums[0], name: 'Lofoten' }], 'ImportedAlbum')
    await app.answer('ImportedAlbumsPaginationQuery', {
      node: { __typename: 'LibraryImport', __isNode: 'LibraryImport', id: 'import-1', albums: next },
    })
    await waitFor(() => expect(linesOf('Album by album')).toHaveLength(3))

    const files = screen.getByRole('region', { name: '3 files could not be added' })
    await app.user.click(within(files).getByRole('button', { name: 'Show more' }))
    const more = listOf([{ ...failures[0], reason: 'SOMETHING_NEW' }], 'ImportFailure')
    await app.answer('ImportFailuresPaginationQuery', {
      node: { __typename: 'LibraryImport', __isNode: 'LibraryImport', id: 'import-1', failures: more },
    })
    const text = 'IMG_1.jpgWe tried several times, but it couldn’t be read or stored · Norway'
    await waitFor(() => expect(linesOf('3 files could not be added')).toContain(text))
  })

  test('says that there is no older library', async () => {
    const app = renderApp(importPath)
    await app.answer('ImportPageQuery', reportAnswer(activationAnswer('ACTIVE')))
    expect(await screen.findByRole('heading', { name: 'There is no older library to add' })).toBeDefined()
  })

  test('invites the customer to import the older library', async () => {
    const app = renderApp(importPath)
    await app.answer('ImportPageQuery', reportAnswer(activationAnswer('NOT_ACTIVE')))
    expect(await screen.findByRole('button', { name: 'Add older photos' })).toBeDefined()
  })

  test('shows that the report could not be loaded, with a retry', async () => {
    const app = renderApp(importPath)
    await app.fail('ImportPageQuery')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('This could not be loaded.')
    await app.user.click(within(alert).getByRole('button', { name: 'Try again' }))
    await app.answer('ImportPageQuery', reportAnswer(finished))
    expect(await screen.findByRole('region', { name: 'Album by album' })).toBeDefined()
  })

  test('redirects to the root if the timeline is switched off', async () => {
    const { router } = renderApp(`${importPath}?PhotoManagementTimelineViewEnabled=false`)
    await waitFor(() => expect(router.state.location.pathname).toBe('/'))
  })
})
