import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { closeDeletions, photoIds } from '../deletion/deletionKit.tsx'
import { openAlbum } from './albumKit.tsx'

afterEach(closeDeletions)

describe('removing photos from an album', () => {
  test('hides the photos in this album at once, lowers the album’s count, and makes no call for 10 s', async () => {
    const page = openAlbum()
    page.remove(['a', 'b'])
    expect([page.hidden(), page.count()]).toEqual([['a', 'b'], 8])
    expect(page.has('a')).toBe(true)
    expect(page.texts()).toEqual(['2 photos removed from the album'])
    await page.pass(9_999)
    expect(page.asked()).toEqual([])
    await page.pass(1)
    expect(page.call().request.variables['input']).toEqual({ albumId: 'album', photoIds: ['a', 'b'] })
    await page.answerRemoving(8)
    expect([page.hidden(), page.count(), page.has('a'), page.texts()]).toEqual([['a', 'b'], 8, true, []])
  })

  test('Undo brings the photos back, and no call is ever made', async () => {
    const page = openAlbum()
    page.remove(['a'])
    await page.press('Undo')
    expect([page.hidden(), page.count()]).toEqual([[], 10])
    expect(page.texts()).toEqual(['Your photo is back in the album'])
    await page.pass(60_000)
    expect(page.asked()).toEqual([])
  })

  test('sends 500 photos per call, one call after the other', async () => {
    const page = openAlbum()
    const ids = photoIds(1_200)
    page.remove(ids)
    await page.pass(10_000)
    expect(page.texts()).toEqual(['Removing 0 of 1,200'])
    for (const from of [0, 500, 1_000]) {
      expect(page.idsOf(page.call())).toEqual(ids.slice(from, from + 500))
      await page.answerRemoving(0)
    }
    expect(page.asked()).toEqual([])
    expect(page.texts()).toEqual(['1,200 photos removed from the album'])
  })

  test.each([
    [['a'], 'Error: Your photo could not be removed from the album', 'a.jpg'],
    [['a', 'b'], 'Error: Your photos could not be removed from the album', 'a.jpg, b.jpg'],
  ])('photos come back after three failed attempts: %j, with the toast %s', async (ids, message, names) => {
    const page = openAlbum()
    page.remove(ids)
    await page.pass(10_000)
    await page.failThrice()
    expect(page.asked()).toEqual([])
    expect([page.hidden(), page.count()]).toEqual([[], 10])
    expect(page.texts()).toEqual([message])
    expect(page.details()).toEqual(['Exceeded maximum amount of retries!', names])
    await page.press('Try again')
    expect(page.hidden()).toEqual(ids)
    await page.pass(10_000)
    await page.answerRemoving(10 - ids.length)
    expect([page.hidden(), page.texts()]).toEqual([ids, []])
  })

  test('only the photos that could not be removed come back', async () => {
    const page = openAlbum()
    page.remove(['a', 'b', 'c'])
    await page.pass(10_000)
    for (const pause of [1_000, 4_000, 0]) {
      await page.answerRemoving(8, ['b'])
      // Until the last attempt has failed, the count stays as if all photos were removed.
      expect(page.count()).toBe(pause === 0 ? 8 : 7)
      await page.pass(pause)
    }
    expect([page.hidden(), page.count()]).toEqual([['a', 'c'], 8])
    expect(page.details()).toEqual(['Exceeded maximum amount of retries!', 'b.jpg'])
  })

  test('when the album was shared meanwhile, the toast says so, the photos come back, and no retry is offered', async () => {
    const page = openAlbum()
    page.remove(['a'])
    await page.pass(10_000)
    await page.resolve({ removePhotosFromAlbum: { __typename: 'AlbumIsShared' } })
    expect([page.hidden(), page.count()]).toEqual([[], 10])
    expect(page.texts()).toEqual(['Error: Your photo could not be removed from the album'])
    expect(page.details()).toEqual(['This album is shared with others, so it cannot be changed.', 'a.jpg'])
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('when the album was deleted meanwhile, no failure is reported and no more calls are sent', async () => {
    const page = openAlbum()
    page.remove(photoIds(700))
    await page.pass(10_000)
    await page.resolve({ removePhotosFromAlbum: { __typename: 'AlbumNotFound' } })
    expect([page.asked(), page.texts()]).toEqual([[], []])
  })

  test('a pending removal of a photo is not sent twice', async () => {
    const page = openAlbum()
    page.remove(['a'])
    page.remove(['a', 'b'])
    expect([page.hidden(), page.count()]).toEqual([['a', 'b'], 8])
    await page.pass(10_000)
    await page.answerRemoving(9)
    expect(page.idsOf(page.call())).toEqual(['b'])
  })

  test('leaving the page sends pending removals in requests that outlive the page', async () => {
    const page = openAlbum()
    page.remove(['a'])
    await act(async () => dispatchEvent(new Event('pagehide')))
    expect(page.idsOf(page.call())).toEqual(['a'])
    expect(page.call().request.cacheConfig?.metadata).toEqual({ keepalive: true })
  })
})
