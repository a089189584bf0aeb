import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderApp } from '../support/renderApp.tsx'
import { buildLine, buildOrder, code, orderAnswer } from './orderKit.ts'

const widget = (state: string) => ({ __typename: 'Widget', id: 'book-1', productCode: `${code}-1`, state })

async function open(changes: Record<string, unknown>) {
  const app = renderApp(`/orders/${code}`)
  await app.answer('OrderPageQuery', orderAnswer(buildOrder(changes)))
  return within(await screen.findByRole('region', { name: 'Products' }))
}

describe('the online books of an order', () => {
  test('are linked from their lines; other products have none', async () => {
    const products = await open({ lines: [buildLine(1, { widget: widget('READY') }), buildLine(2)] })
    const links = products.getAllByRole('link', { name: /^Online book/ })
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Online book Product 1', `/online-products/${code}-1`],
    ])
  })

  test('can still be found when they are deleted', async () => {
    const products = await open({ lines: [buildLine(1, { widget: widget('DELETED') })] })
    expect(products.getByRole('link', { name: 'Online book (deleted) Product 1' })).toBeDefined()
  })

  test('a blocked order is marked as blocked', async () => {
    await open({ isBlocked: true })
    expect(screen.getByText('This order is blocked')).toBeDefined()
  })

  test('are left out while they cannot be read: the order is shown', async () => {
    const app = renderApp(`/orders/${code}`)
    const operation = await app.asked('OrderPageQuery')
    const path = ['viewer', 'order', 'lines', 0, 'widget']
    const errors = [{ message: 'The service is unavailable.', path, extensions: { code: 'UNAVAILABLE' } }]
    const data = orderAnswer(buildOrder({ isBlocked: null, lines: [buildLine(1)] }))
    await act(async () => app.environment.mock.resolve(operation, { data, errors }))
    expect(await screen.findByRole('heading', { name: 'Product 1' })).toBeDefined()
    expect(screen.queryByRole('link', { name: /^Online book/ })).toBeNull()
    expect(screen.queryByText('This order is blocked')).toBeNull()
  })
})
