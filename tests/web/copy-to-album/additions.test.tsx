import { act, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { closeDeletions, photoIds } from '../deletion/deletionKit.tsx'
import { openAlbum } from './albumKit.tsx'

afterEach(closeDeletions)

describe('copying to an album', () => {
  test('increases the album’s number of photos at once, and ends with a toast that links to the album', async () => {
    const page = openAlbum()
    await page.add(['a', 'b', 'a'])
    expect(page.call().request.variables['input']).toEqual({ albumId: 'album', photoIds: ['a', 'b'] })
    expect(page.count()).toBe(12)
    // One of the photos was in the album already.
    await page.answerAdding(11)
    expect(page.count()).toBe(11)
    expect([page.texts(), page.details()]).toEqual([['Photos copied to Summer'], []])
    expect(screen.getByRole('link', { name: 'Summer' }).getAttribute('href')).toBe('/my-photos/albums/album')
  })

  test('copies 2,000 photos in four calls, one after the other, and shows the progress', async () => {
    const page = openAlbum()
    const ids = photoIds(2_000)
    await page.add(ids)
    for (const chunk of [0, 1, 2, 3]) {
      expect(page.idsOf(page.call())).toEqual(ids.slice(chunk * 500, (chunk + 1) * 500))
      expect(page.texts()).toEqual([`Copying ${(chunk * 500).toLocaleString('en-GB')} of 2,000 to Summer`])
      await page.answerAdding(10 + (chunk + 1) * 500)
      expect(page.count()).toBe(2_010)
    }
    expect(page.asked()).toEqual([])
    expect(page.texts()).toEqual(['Photos copied to Summer'])
  })

  test('when the second of four chunks fails, the other chunks are copied, and the failed photos are named and can be tried again', async () => {
    const page = openAlbum()
    const ids = ['a', 'b', 'c', 'd'].flatMap((known) => [known, ...photoIds(499, `${known}-photo`)])
    await page.add(ids)
    await page.answerAdding(510)
    await page.failThrice()
    await page.answerAdding(1_010)
    expect(page.count()).toBe(2_010)
    await page.answerAdding(1_510)
    expect(page.asked()).toEqual([])
    expect(page.count()).toBe(1_510)
    expect(page.texts()).toEqual(['Error: Your photos could not be copied to Summer'])
    expect(page.details()).toEqual([
      'Exceeded maximum amount of retries!',
      'b.jpg and 499 more',
      '1,500 photos are in the album',
    ])
    await page.press('Try again')
    await page.pass(0)
    expect(page.idsOf(page.call())).toEqual(ids.slice(500, 1_000))
    await page.answerAdding(2_010)
    expect(page.texts()).toEqual(['Photos copied to Summer'])
  })

  test('only the photos that the service could not copy are tried again', async () => {
    const page = openAlbum()
    await page.add(['a', 'b', 'c'])
    await page.answerAdding(12, ['b'])
    expect(page.count()).toBe(13)
    await page.pass(1_000)
    expect(page.idsOf(page.call())).toEqual(['b'])
    await page.answerAdding(13)
    expect(page.texts()).toEqual(['Photos copied to Summer'])
  })

  test('photos that were deleted meanwhile are not a failure; the toast says how many there are', async () => {
    const page = openAlbum()
    await page.add(['a', 'b'])
    await page.answerAdding(11, [], ['b'])
    expect(page.count()).toBe(11)
    expect(page.texts()).toEqual(['Photos copied to Summer'])
    expect(page.details()).toEqual(['1 photo is no longer in your library'])
  })

  test('when all photos were deleted meanwhile, none is copied and no retry is offered', async () => {
    const page = openAlbum()
    await page.add(['a'])
    await page.answerAdding(10, [], ['a'])
    expect(page.count()).toBe(10)
    expect(page.texts()).toEqual(['Error: Your photo could not be copied to Summer'])
    expect(page.details()).toEqual(['1 photo is no longer in your library'])
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test.each([
    [
      'AlbumNotFound',
      'deleted meanwhile',
      'This album is no longer there. It may have been deleted in another window.',
    ],
    ['AlbumIsShared', 'shared meanwhile', 'This album is shared with others, so it cannot be changed.'],
  ])('after the answer %s (album %s) the toast gives the reason, and no more calls are sent', async (arm, _, words) => {
    const page = openAlbum()
    await page.add(photoIds(700))
    expect(page.count()).toBe(710)
    await page.resolve({ addPhotosToAlbum: { __typename: arm } })
    expect(page.asked()).toEqual([])
    expect(page.count()).toBe(10)
    expect(page.texts()).toEqual(['Error: Your photos could not be copied to Summer'])
    expect(page.details()).toEqual([words, '700 photos'])
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test('a pending removal of the same photo is sent first, so that the photo ends up in the album', async () => {
    const page = openAlbum()
    page.remove(['a', 'b'])
    await page.pass(3_000)
    await page.add(['a'])
    expect(page.call().request.node.operation.name).toBe('removeChunkMutation')
    await page.answerRemoving(8)
    expect(page.call().request.node.operation.name).toBe('addChunkMutation')
    expect([page.count(), page.hidden()]).toEqual([9, ['a', 'b']])
    await page.answerAdding(9)
    expect([page.count(), page.hidden()]).toEqual([9, ['b']])
  })

  test('photos with a pending deletion are copied before they are deleted', async () => {
    const page = openAlbum()
    await page.add(['a'])
    act(() => page.deletions.deletePhotos(['a'], 'one'))
    await page.answerAdding(11)
    await page.pass(10_000)
    expect(page.call().request.node.operation.name).toBe('deleteChunkMutation')
    await page.resolve({ deletePhotos: { __typename: 'DeletePhotosSuccess', remainingIds: [] } })
    expect(page.has('a')).toBe(false)
  })
})
