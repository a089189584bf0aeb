import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { monthsOf, renderScrubber } from './renderScrubber.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Months of your photos' })
const text = () => slider().getAttribute('aria-valuetext')

/** In the test's layout, the rail is 100 px high, and the middle of the handle moves between 22 px and 78 px. */
const rail = () => slider().parentElement?.parentElement ?? document.body

describe('the slider over the months', () => {
  test('is not shown when all months fit on about one screen', () => {
    renderScrubber(monthsOf(2024).slice(0, 6))
    expect(screen.queryByRole('slider')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Go to month' })).toBeNull()
  })

  test('shows the month at the top of the window, even after the page was scrolled', () => {
    const { scrollTo, jumps } = renderScrubber(monthsOf(2020, 2019))
    expect(slider().getAttribute('aria-orientation')).toBe('vertical')
    expect([slider().min, slider().max, slider().value, text()]).toEqual(['1', '24', '1', 'December 2020'])
    scrollTo('2019-5')
    expect([slider().value, text()]).toEqual(['20', 'May 2019'])
    expect(jumps).toEqual([])
  })

  test.each([
    ['{ArrowDown}', 'May 2019', 'April 2019'],
    ['{ArrowUp}', 'May 2019', 'June 2019'],
    ['{ArrowUp}', 'December 2020', 'December 2020'],
    ['{PageDown}', 'May 2019', 'December 2018'],
    ['{PageUp}', 'May 2019', 'December 2020'],
    ['{PageDown}', 'March 2018', 'January 2018'],
    ['{Home}', 'May 2019', 'December 2020'],
    ['{End}', 'May 2019', 'January 2018'],
  ])('%s leads from %s to %s', async (key, from, to) => {
    const months = monthsOf(2020, 2019, 2018)
    const { user, scrollTo, jumps } = renderScrubber(months)
    const start = months.find(
      ({ year, month }) => new Date(`${from} 1`).getMonth() + 1 === month && from.endsWith(String(year)),
    )
    scrollTo(start?.id ?? '')
    expect(text()).toBe(from)
    slider().focus()
    await user.keyboard(key)
    await waitFor(() => expect(jumps).toHaveLength(1))
    expect(text()).toBe(to)
  })

  test('can be moved by the gestures of screen readers', async () => {
    const { jumps } = renderScrubber(monthsOf(2020, 2019))
    fireEvent.change(slider(), { target: { value: '20' } })
    await waitFor(() => expect(jumps).toEqual([['2019-5', false]]))
  })

  test('shows the month at the top as soon as the wheel is turned, even during a jump', () => {
    const { scrollTo } = renderScrubber(monthsOf(2020, 2019))
    fireEvent.change(slider(), { target: { value: '20' } })
    scrollTo('2019-8')
    expect(text()).toBe('May 2019')
    fireEvent.wheel(document.body)
    expect(text()).toBe('August 2019')
  })

  test('a press on the rail jumps there; a drag follows the pointer, one jump at a time', async () => {
    const { jumps } = renderScrubber(monthsOf(2020, 2019))
    fireEvent.pointerDown(rail(), { button: 0, clientY: 22 + 56 / 2 })
    await waitFor(() => expect(jumps).toEqual([['2019-12', false]]))
    expect(document.activeElement).toBe(slider())
    expect(rail().dataset['dragging']).toBe('true')
    fireEvent.pointerMove(rail(), { clientY: 60 })
    fireEvent.pointerMove(rail(), { clientY: 70 })
    fireEvent.pointerMove(rail(), { clientY: 500 })
    expect(text()).toBe('January 2019')
    await waitFor(() => expect(jumps.at(-1)).toEqual(['2019-1', false]))
    expect(jumps).toHaveLength(2)
    fireEvent.pointerUp(rail())
    expect(rail().dataset['dragging']).toBeUndefined()
    fireEvent.pointerMove(rail(), { clientY: 22 })
    expect(text()).toBe('January 2019')
  })

  test('the mouse over the rail shows where a press would lead', () => {
    renderScrubber(monthsOf(2020, 2019))
    fireEvent.pointerMove(rail(), { pointerType: 'mouse', clientY: 500 })
    expect(screen.getByText('January 2019')).toBeTruthy()
    fireEvent.pointerLeave(rail())
    expect(screen.queryByText('January 2019')).toBeNull()
  })

  test('has the years as marks', () => {
    renderScrubber(monthsOf(2020, 2019, 2018))
    expect(['2020', '2019', '2018'].map((year) => screen.getByText(year).textContent)).toEqual(['2020', '2019', '2018'])
  })

  test('the handle for the thumb is visible while the page scrolls', () => {
    vi.useFakeTimers()
    try {
      renderScrubber(monthsOf(2020))
      expect(rail().dataset['scrolling']).toBeUndefined()
      dispatchEvent(new Event('scroll'))
      vi.advanceTimersByTime(1_000)
      dispatchEvent(new Event('scroll'))
      vi.advanceTimersByTime(1_000)
      expect(rail().dataset['scrolling']).toBe('')
      vi.advanceTimersByTime(1_000)
      expect(rail().dataset['scrolling']).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })
})
