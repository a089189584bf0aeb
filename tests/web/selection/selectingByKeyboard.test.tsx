import { act, screen, waitFor } from '@testing-library/react'
import { commitLocalUpdate } from 'react-relay/hooks'
import { describe, expect, test } from 'vitest'
import { amount, open, selected, setUpSelecting, tile } from './renderSelecting.ts'

setUpSelecting()

/** The photos that the Tab key reaches. */
function tabStops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[data-photo][tabindex="0"]')]
}

async function focusOn(app: Awaited<ReturnType<typeof open>>, index: number) {
  const target = await tile(index)
  act(() => target.focus())
  return app.user
}

describe('by keyboard', () => {
  test('the photos of a view are one tab stop', async () => {
    const app = await open()
    expect(tabStops()).toEqual([])
    const user = await focusOn(app, 1)
    expect(tabStops()).toEqual([await tile(1)])
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(document.activeElement).toBe(await tile(10))
    expect(tabStops()).toEqual([await tile(10)])
  })

  test('the Tab key reaches the first photo on screen, and later the photo that had focus last', async () => {
    const app = await open()
    for (let presses = 0; presses < 60 && !document.activeElement?.matches('[data-photo]'); presses += 1) {
      await app.user.tab()
    }
    expect(document.activeElement).toBe(await tile(0))
    await app.user.keyboard('{ArrowRight}')
    await app.user.tab()
    expect(document.activeElement?.matches('[data-photo]')).toBe(false)
    await app.user.tab({ shift: true })
    expect(document.activeElement).toBe(await tile(1))
  })

  test('focus stays on a photo that moves to another row, because a photo before it was removed', async () => {
    const app = await open()
    await focusOn(app, 14)
    const row = (await tile(14)).closest('[role=row]')
    act(() => commitLocalUpdate(app.environment, (store) => store.delete('photo-10')))
    const moved = await tile(14)
    expect(moved.closest('[role=row]')).not.toBe(row)
    expect(document.activeElement).toBe(moved)
  })

  test('Space selects a photo, and starts the selection mode', async () => {
    const user = await focusOn(await open(), 1)
    await user.keyboard(' ')
    expect(selected()).toEqual(['photo-1'])
    await user.keyboard('{ArrowRight} {ArrowLeft} ')
    expect(selected()).toEqual(['photo-2'])
  })

  test('Shift with arrows selects a range that grows and shrinks, across months', async () => {
    const user = await focusOn(await open(), 2)
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    expect(selected()).toEqual(['photo-2', 'photo-3', 'photo-10'])
    await user.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}')
    expect(selected()).toEqual(['photo-2'])
  })

  test('Shift with Space selects from the photo that was selected last', async () => {
    const user = await focusOn(await open(), 0)
    await user.keyboard(' {ArrowRight}{ArrowRight}{Shift>} {/Shift}')
    expect(selected()).toEqual(['photo-0', 'photo-1', 'photo-2'])
  })

  test.each([
    ['Control', 'a'],
    ['Meta', 'a'],
    // Caps Lock gives a capital letter.
    ['Control', 'A'],
  ])('%s with %s selects the whole view', async (key, letter) => {
    const user = await focusOn(await open(), 1)
    await user.keyboard(`{${key}>}${letter}{/${key}}`)
    await waitFor(() => expect(amount()).toBe('70,004 selected'))
  })

  test('Escape ends selecting wherever focus is, and focus returns to the photo', async () => {
    const user = await focusOn(await open(), 1)
    await user.keyboard(' ')
    const cancel = await screen.findByRole('button', { name: 'Cancel' })
    act(() => cancel.focus())
    await user.keyboard('{Escape}')
    expect(selected()).toEqual([])
    expect(document.activeElement).toBe(await tile(1))
  })

  test('Delete asks before it deletes the selected photos, and does nothing when no photo is selected', async () => {
    const user = await focusOn(await open(), 1)
    await user.keyboard('{Delete}')
    await user.keyboard(' ')
    await screen.findByRole('toolbar')
    await user.keyboard(' {Delete}')
    expect(amount()).toBe('0 selected')
    await user.keyboard(' {Delete}')
    expect(await screen.findByRole('alertdialog', { name: 'Delete this photo?' })).toBeTruthy()
    expect(screen.getAllByRole('alertdialog')).toHaveLength(1)
  })

  test('Enter opens a photo while others are selected', async () => {
    const app = await open()
    const user = await focusOn(app, 1)
    await user.keyboard(' {ArrowRight}{Enter}')
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/my-photos/photos/preview/photo-2'))
  })
})
