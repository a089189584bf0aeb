import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { findMonths } from '../../../web/pages/library/months/scrubber/findMonths.ts'
import { yearMarks } from '../../../web/pages/library/months/scrubber/yearMarks.ts'
import { monthsOf, renderScrubber } from './renderScrubber.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open() {
  const scrubber = renderScrubber(monthsOf(2020, 2019))
  await scrubber.user.click(screen.getByRole('button', { name: 'Go to month' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Go to month' }))
  const field = dialog.getByRole('searchbox', { name: 'Go to month' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  const offered = () => dialog.queryAllByRole('menuitem').map((item) => item.textContent)
  return { ...scrubber, dialog, field, offered }
}

describe('the jump to a month', () => {
  test('lists the years at first', async () => {
    const { offered } = await open()
    expect(offered()).toEqual(['2020', '2019'])
  })

  test('Enter jumps to the typed month and focuses its title', async () => {
    const { user, offered, jumps } = await open()
    await user.keyboard('may 2019')
    await waitFor(() => expect(offered()).toEqual(['May 2019']))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(jumps).toEqual([['2019-5', true]]))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('a typed year lists its months in timeline order; arrow keys choose one', async () => {
    const { user, offered, jumps } = await open()
    await user.keyboard('2019')
    await waitFor(() => expect(offered()[0]).toBe('December 2019'))
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(jumps).toEqual([['2019-11', true]]))
  })

  test('says that no month matches, and Enter then does nothing', async () => {
    const { user, dialog, jumps } = await open()
    await user.keyboard('1850{Enter}')
    expect(dialog.getByRole('status').textContent).toBe('No photos of that time')
    expect(jumps).toEqual([])
  })

  test('Escape clears the field; a second Escape closes the dialog and focuses the button', async () => {
    const { user, field } = await open()
    await user.keyboard('2019{Escape}')
    await waitFor(() => expect(field).toHaveProperty('value', ''))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Go to month' })))
  })
})

const month = (title: string, year: number | null, number: number | null) => ({
  id: title,
  title,
  year,
  month: number,
  count: 1,
})

describe('the typed text', () => {
  const months = [
    month('février 2020', 2020, 2),
    month('janvier 2020', 2020, 1),
    month('mai 2019', 2019, 5),
    month('Date inconnue', null, null),
  ]

  test.each([
    ['2020', ['février 2020', 'janvier 2020']],
    ['20', ['février 2020', 'janvier 2020', 'mai 2019']],
    ['FEVR', ['février 2020']],
    ['mai 2019', ['mai 2019']],
    ['2019-05', ['mai 2019']],
    ['5/2019', ['mai 2019']],
    ['1', ['janvier 2020']],
    ['inconnue', ['Date inconnue']],
    ['mai 2020', []],
  ])('%s finds %j', (typed, expected) => {
    expect(findMonths(months, typed).map(({ title }) => title)).toEqual(expected)
  })
})

test('years are labelled where there is room', () => {
  const months = monthsOf(2020, 2019, 2018, 2017)
  expect(yearMarks(months, 470, 22).map(({ year }) => year)).toEqual([2020, 2019, 2018, 2017])
  expect(yearMarks(months, 70, 22).map(({ year }) => year)).toEqual([2020, 2018])
})
