import { screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { widgetCodeOf } from '../../support/widgets.ts'
import { renderIn } from '../support/renderApp.tsx'
import { FaultyGateway } from './faultyGateway.ts'
import { faults, heading, startTimeout, testParts } from './partKit.tsx'

testParts([
  {
    page: 'the online books',
    address: () => '/online-products',
    upstream: 'widgets',
    message: 'Unable to display your online books. Please refresh the page or try again later.',
    rest: heading('My online books'),
    whole: heading('Book 1'),
  },
  {
    page: 'an online book',
    address: () => `/online-products/${widgetCodeOf(1)}`,
    upstream: 'widgets',
    message: 'Unable to display this book. Please refresh the page or try again later.',
    rest: heading('Share a book'),
    whole: heading('Book 1'),
    missing: heading('Book not found'),
  },
])

describe('the pages of online books, when the orders service', () => {
  let gateway: FaultyGateway

  beforeAll(async () => {
    gateway = await FaultyGateway.start(['orders'])
  }, startTimeout)
  afterAll(() => gateway.close())
  afterEach(async () => {
    await gateway.heal()
    localStorage.clear()
  })

  const pages = {
    list: '/online-products',
    book: `/online-products/${widgetCodeOf(1)}`,
  }

  test.each(faults.flatMap(([name, fault]) => (['list', 'book'] as const).map((page) => [name, page, fault] as const)))(
    '%s: the %s lacks only the date of the order, which it shows at the next visit',
    async (_name, page, fault) => {
      await gateway.fail('orders', fault)
      const slow = fault.kind === 'hang' ? 'orders' : undefined
      const failing = renderIn(gateway.environment('private', slow), pages[page])
      expect(await screen.findByRole('heading', { name: 'Book 1' })).toBeTruthy()
      expect(screen.queryByText(/^Ordered/)).toBeNull()
      expect(screen.queryByText(/^Unable to display/)).toBeNull()
      if (page === 'book') expect(screen.getByRole('button', { name: 'Send the link' })).toBeTruthy()
      failing.unmount()
      await gateway.heal()
      renderIn(gateway.environment('private'), pages[page])
      expect((await screen.findAllByText(/^Ordered/)).length).toBeGreaterThan(0)
    },
  )
})
