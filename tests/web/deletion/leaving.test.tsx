import { act } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeDeletions, openDeletions, photoIds, seedLibrary, storedLibrary } from './deletionKit.tsx'

afterEach(closeDeletions)

function open() {
  const page = openDeletions()
  seedLibrary(page.environment, [{ id: 'may', year: 2024, month: 5, photosCount: 2, photoIds: ['a', 'b'] }])
  return page
}

/** True if the browser would ask before the page is closed. */
function asksBeforeLeaving(): boolean {
  return !dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

describe('leaving the page within 10 s of a deletion', () => {
  test('sends the pending deletions in requests that outlive the page', async () => {
    const page = open()
    page.delete(['a'], 'one')
    page.delete(['b'], 'one')
    expect(page.staySignedIn).toHaveBeenCalledTimes(2)
    expect(asksBeforeLeaving()).toBe(false)
    await page.leave()
    expect(page.asked().map(page.idsOf)).toEqual([['a'], ['b']])
    for (const { request } of page.asked()) expect(request.cacheConfig?.metadata).toEqual({ keepalive: true })
  })

  test('a restored page does not send the deletions again', async () => {
    const page = open()
    page.delete(['a'], 'one')
    await page.leave()
    expect(storedLibrary(page.environment).has('a')).toBe(false)
    await page.answer()
    await page.pass(60_000)
    expect(page.asked()).toEqual([])
    expect([storedLibrary(page.environment).has('a'), page.texts()]).toEqual([false, []])
  })

  test('the browser asks for confirmation when the pending deletions do not fit into requests that outlive the page', async () => {
    const page = open()
    page.delete(photoIds(1_000), 'many')
    expect(asksBeforeLeaving()).toBe(false)
    page.delete(['a'], 'one')
    expect(asksBeforeLeaving()).toBe(true)
    await page.leave()
    expect(page.asked().map((operation) => page.idsOf(operation).length)).toEqual([500, 500])
  })

  test('the browser asks for confirmation while it is offline', () => {
    const page = open()
    page.delete(['a'], 'one')
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(asksBeforeLeaving()).toBe(true)
  })

  test('after Undo the browser does not ask for confirmation, and nothing is sent', async () => {
    const page = open()
    page.delete(photoIds(2_000), 'many')
    await page.press('Undo')
    expect(asksBeforeLeaving()).toBe(false)
    await page.leave()
    expect(page.asked()).toEqual([])
  })

  test('no deletion is sent after the session has ended', async () => {
    const page = open()
    page.delete(['a'], 'one')
    page.session.isSignedIn = false
    expect(asksBeforeLeaving()).toBe(false)
    await page.leave()
    expect(page.asked()).toEqual([])
  })

  test('signing out waits until pending deletions are sent', async () => {
    const page = open()
    page.delete(['a'], 'one')
    let hasFinished = false
    const finish = async () => {
      await page.deletions.finish()
      hasFinished = true
    }
    act(() => void finish())
    await page.pass(0)
    expect(page.idsOf(page.call())).toEqual(['a'])
    expect(hasFinished).toBe(false)
    await page.answer()
    expect(hasFinished).toBe(true)
  })
})
