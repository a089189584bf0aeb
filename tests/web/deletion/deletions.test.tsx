import { act, screen } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeDeletions, openDeletions, photoIds, seedLibrary, storedLibrary } from './deletionKit.tsx'

afterEach(closeDeletions)

const may = { id: 'may', year: 2024, month: 5, photosCount: 3, photoIds: ['a', 'b', 'c'] }
const june = { id: 'june', year: 2024, month: 6, photosCount: 1, photoIds: ['d'] }
const undated = { id: 'undated', year: null, month: null, photosCount: 2, photoIds: ['e', 'f'] }

function openLibrary() {
  const page = openDeletions()
  seedLibrary(page.environment, [june, may, undated])
  return page
}

describe('Undo', () => {
  test('photos are hidden at once, all counts change, and no call is made for 10 s', async () => {
    const page = openLibrary()
    page.delete(['a', 'd', 'e'], 'many')
    const library = storedLibrary(page.environment)
    expect(['a', 'b', 'd', 'e'].map(library.has)).toEqual([false, true, false, false])
    expect(library.total).toBe(3)
    expect(library.months).toEqual({ may: 2, undated: 1 })
    expect(screen.getByText('3 photos deleted')).toBeTruthy()
    await page.pass(9_999)
    expect(page.asked()).toEqual([])
    await page.pass(1)
    expect(page.idsOf(page.call())).toEqual(['a', 'd', 'e'])
  })

  test('if the brand has a trash, the toast says how long photos are kept there', async () => {
    const page = openDeletions(30)
    seedLibrary(page.environment, [may])
    page.delete(['a', 'b'], 'many')
    expect(page.texts()).toEqual(['2 photos moved to the trash, kept for 30 days'])
  })

  test('a count that was not loaded stays unknown', async () => {
    const page = openLibrary()
    commitLocalUpdate(page.environment, (store) => void store.get('library')?.setValue(null, 'photosCount'))
    page.delete(['a'], 'one')
    const { total, months } = storedLibrary(page.environment)
    expect([total, months]).toEqual([null, { may: 2, june: 1, undated: 2 }])
  })

  test('brings everything back to its place, and no call is ever made', async () => {
    const page = openLibrary()
    const before = storedLibrary(page.environment)
    page.delete(['a', 'd'], 'many')
    await page.press('Undo')
    const after = storedLibrary(page.environment)
    expect([after.total, after.months]).toEqual([before.total, before.months])
    expect(['a', 'd'].every(after.has)).toBe(true)
    expect(page.texts()).toEqual(['Your 2 photos are back'])
    await page.pass(60_000)
    expect(page.asked()).toEqual([])
  })

  test('each of several deletions has its own Undo', async () => {
    const page = openLibrary()
    page.delete(['a'], 'one')
    await page.pass(3_000)
    page.delete(['b'], 'one')
    const [first] = screen.getAllByRole('button', { name: 'Undo' })
    act(() => first?.click())
    await page.pass(10_000)
    expect(page.idsOf(page.call())).toEqual(['b'])
    await page.answer()
    const library = storedLibrary(page.environment)
    expect([library.has('a'), library.has('b'), library.total]).toEqual([true, false, 5])
  })

  test('dismissing the toast sends the deletion at once', async () => {
    const page = openLibrary()
    page.delete(['a'], 'one')
    await page.press('Dismiss')
    await page.pass(0)
    expect(page.idsOf(page.call())).toEqual(['a'])
  })

  test('the 10 s are paused while the toast has the focus', async () => {
    const page = openLibrary()
    page.delete(['a'], 'one')
    await page.pass(9_000)
    act(() => screen.getByRole('button', { name: 'Undo' }).focus())
    await page.pass(60_000)
    expect(page.asked()).toEqual([])
    act(() => screen.getByRole('button', { name: 'Undo' }).blur())
    await page.pass(1_000)
    expect(page.asked()).toHaveLength(1)
  })

  test('data fetched meanwhile does not show the photos again', () => {
    const page = openLibrary()
    page.delete(['a'], 'one')
    seedLibrary(page.environment, [june, may, undated])
    const library = storedLibrary(page.environment)
    expect([library.has('a'), library.total]).toEqual([false, 5])
    expect(library.months).toEqual({ june: 1, may: 2, undated: 2 })
  })

  test('a photo that is not in the store lowers the count of the month it was selected in', () => {
    const page = openDeletions()
    seedLibrary(page.environment, [{ ...may, photosCount: 70_000 }, june])
    const ids = photoIds(60_000)
    page.delete(ids, 'many', new Map(ids.map((id) => [id, 'may'])))
    expect(storedLibrary(page.environment).months).toEqual({ june: 1, may: 10_000 })
  })

  test('photos that were selected in the list by upload lower the counts of their months', () => {
    const page = openLibrary()
    page.delete(
      ['a', 'd'],
      'many',
      new Map([
        ['a', 'library'],
        ['d', 'library'],
      ]),
    )
    const { total, months } = storedLibrary(page.environment)
    expect([total, months]).toEqual([4, { may: 2, undated: 2 }])
  })

  test('a pending deletion of a photo is not sent twice', async () => {
    const page = openLibrary()
    page.delete(['a'], 'one')
    page.delete(['a', 'b'], 'many')
    expect(storedLibrary(page.environment).total).toBe(4)
    await page.pass(10_000)
    await page.answer()
    expect(page.idsOf(page.call())).toEqual(['b'])
  })
})

describe('a deletion', () => {
  test('sends 500 photos per call, one call after the other, and shows the progress', async () => {
    const page = openDeletions()
    const ids = photoIds(1_200)
    page.delete(ids, 'many')
    await page.pass(10_000)
    expect(page.idsOf(page.call())).toEqual(ids.slice(0, 500))
    expect(screen.getByText('Deleting 0 of 1,200')).toBeTruthy()
    await page.answer()
    expect(page.idsOf(page.call())).toEqual(ids.slice(500, 1_000))
    expect(screen.getByText('Deleting 500 of 1,200')).toBeTruthy()
    await page.answer()
    expect(page.idsOf(page.call())).toEqual(ids.slice(1_000))
    await page.answer()
    expect(page.asked()).toEqual([])
    expect(page.texts()).toEqual(['1,200 photos deleted'])
  })

  test('deleted photos stay deleted, and lower the counts only once', async () => {
    const page = openLibrary()
    page.delete(['a', 'd'], 'many')
    await page.pass(10_000)
    await page.answer()
    const library = storedLibrary(page.environment)
    expect([library.has('a'), library.has('d'), library.total]).toEqual([false, false, 4])
    expect(library.months).toEqual({ may: 2, undated: 2 })
    expect(page.texts()).toEqual([])
    expect(page.onEnd).toHaveBeenCalledOnce()
  })

  test('only the photos that the service could not delete are tried again', async () => {
    const page = openLibrary()
    page.delete(['a', 'b', 'c'], 'many')
    await page.pass(10_000)
    await page.answer('b')
    await page.pass(999)
    expect(page.asked()).toEqual([])
    await page.pass(1)
    expect(page.idsOf(page.call())).toEqual(['b'])
    await page.answer()
    expect(page.texts()).toEqual([])
    expect(storedLibrary(page.environment).total).toBe(3)
  })

  test('counts each photo once while other photos are tried again', async () => {
    const page = openDeletions()
    seedLibrary(page.environment, [{ ...may, photosCount: 10 }, june])
    const months = new Map(['a', 'b', 'unknown', 'other'].map((id) => [id, 'may']))
    page.delete([...months.keys(), 'd'], 'many', months)
    const counts = () => [storedLibrary(page.environment).total, storedLibrary(page.environment).months]
    expect(counts()).toEqual([6, { may: 6 }])
    await page.pass(10_000)
    await page.answer('b', 'other')
    expect(counts()).toEqual([6, { may: 6 }])
    await page.pass(1_000)
    await page.answer('other')
    expect(counts()).toEqual([6, { may: 6 }])
    await page.pass(4_000)
    await page.answer('other')
    expect(counts()).toEqual([7, { may: 7 }])
  })

  test('after a lost answer, the photos that no longer exist count as deleted', async () => {
    const page = openLibrary()
    page.delete(['a', 'b'], 'many')
    await page.pass(10_000)
    await page.fail()
    await page.pass(1_000)
    await page.answer()
    expect(page.texts()).toEqual([])
    expect(['a', 'b'].some(storedLibrary(page.environment).has)).toBe(false)
  })

  test('waits while offline, which does not count as an attempt, and says that it waits', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = openLibrary()
    page.delete(['a'], 'one')
    await page.pass(60_000)
    expect(page.asked()).toEqual([])
    expect(page.texts()).toEqual(['You’re offline. We’ll carry on when you’re back online.'])
    online.mockReturnValue(true)
    dispatchEvent(new Event('online'))
    await page.pass(0)
    await page.answer()
    expect(page.texts()).toEqual([])
    expect(storedLibrary(page.environment).has('a')).toBe(false)
  })
})

/** Fails three attempts, and waits for the growing delays between them. */
async function failThrice(page: ReturnType<typeof openDeletions>) {
  await page.fail()
  await page.pass(1_000)
  await page.fail()
  await page.pass(3_999)
  expect(page.asked()).toEqual([])
  await page.pass(1)
  await page.fail()
}

describe('failures', () => {
  test('after three failed attempts the photo comes back, is named, and can be tried again', async () => {
    const page = openLibrary()
    page.delete(['a'], 'one')
    await page.pass(10_000)
    await failThrice(page)
    expect(page.asked()).toEqual([])
    const library = storedLibrary(page.environment)
    expect([library.has('a'), library.total, library.months['may']]).toEqual([true, 6, 3])
    const toast = screen.getByText('Error: Your photo could not be deleted').closest('li')
    expect(toast?.textContent).toContain('Exceeded maximum amount of retries!')
    expect(toast?.textContent).toContain('a.jpg')
    expect(toast?.textContent).not.toContain('Failed to delete photo!')
    await page.press('Try again')
    expect(storedLibrary(page.environment).has('a')).toBe(false)
    await page.pass(10_000)
    await page.answer()
    expect(storedLibrary(page.environment).has('a')).toBe(false)
  })

  test('photos that the service refuses are named with the reason', async () => {
    const page = openLibrary()
    page.delete(['a', 'b', 'c', 'd', 'e'], 'many')
    await page.pass(10_000)
    for (const pause of [1_000, 4_000, 0]) {
      await page.answer('a', 'b', 'd', 'e')
      await page.pass(pause)
    }
    const toast = screen.getByText('Error: Your photos could not be deleted').closest('li')
    expect(toast?.textContent).toContain('Failed to delete photo! Exceeded maximum amount of retries!')
    expect(toast?.textContent).toContain('a.jpg, b.jpg, d.jpg and 1 more')
    const library = storedLibrary(page.environment)
    expect(['a', 'b', 'c', 'd', 'e'].map(library.has)).toEqual([true, true, false, true, true])
    expect([library.total, library.months]).toEqual([5, { june: 1, may: 2, undated: 2 }])
  })

  test('chunks after a failed chunk are still sent', async () => {
    const page = openDeletions()
    const ids = photoIds(700)
    page.delete(ids, 'many')
    await page.pass(10_000)
    await failThrice(page)
    expect(page.idsOf(page.call())).toEqual(ids.slice(500))
    await page.answer()
    expect(page.texts()).toEqual(['Error: Your photos could not be deleted'])
    expect(screen.getByText('500 photos')).toBeTruthy()
  })

  test('an answer of an unknown type deletes no photo from the views', async () => {
    const page = openLibrary()
    page.delete(['a'], 'one')
    await page.pass(10_000)
    for (const pause of [1_000, 4_000, 0]) {
      await page.resolve({ deletePhotos: { __typename: 'SomethingNew' } })
      await page.pass(pause)
    }
    expect(storedLibrary(page.environment).has('a')).toBe(true)
    expect(page.texts()).toEqual(['Error: Your photo could not be deleted'])
  })

  test('a deletion after a failed deletion is still sent', async () => {
    const page = openLibrary()
    page.delete(['a'], 'one')
    page.delete(['b'], 'one')
    await page.pass(10_000)
    await failThrice(page)
    expect(page.idsOf(page.call())).toEqual(['b'])
    await page.answer()
    expect([storedLibrary(page.environment).has('a'), storedLibrary(page.environment).has('b')]).toEqual([true, false])
  })
})
