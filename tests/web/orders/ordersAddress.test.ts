import { expect, test } from 'vitest'
import { readOrdersAddress, writeOrdersAddress } from '../../../web/pages/orders/list/ordersAddress.ts'

test.each([
  ['', { state: 'inProgress', page: 1, search: '', year: null }],
  ['?order_state=history&page=13&search=mug&year=2025', { state: 'history', page: 13, search: 'mug', year: 2025 }],
  ['?order_state=unknown&page=0&year=20', { state: 'inProgress', page: 1, search: '', year: null }],
  ['?page=100000&year=5000', { state: 'inProgress', page: 1, search: '', year: null }],
  ['?page=-1&year=two', { state: 'inProgress', page: 1, search: '', year: null }],
  ['?page=1e3&year=12345', { state: 'inProgress', page: 1, search: '', year: null }],
  ['?page=99999999', { state: 'inProgress', page: 1, search: '', year: null }],
  [`?search=${'x'.repeat(101)}`, { state: 'inProgress', page: 1, search: 'x'.repeat(100), year: null }],
])('the URL of the orders page is read: %j; a default replaces each value that is not valid', (search, address) => {
  expect(readOrdersAddress(search)).toEqual(address)
})

test('the URL of the orders page leaves out defaults, and keeps other parameters', () => {
  const all = { state: 'history', page: 2, search: 'a b', year: 2025 } as const
  expect(writeOrdersAddress('?stripped=true', all)).toBe(
    '?stripped=true&order_state=history&page=2&search=a+b&year=2025',
  )
  const defaults = { state: 'inProgress', page: 1, search: '', year: null } as const
  expect(writeOrdersAddress('?page=2&search=x&year=2025&order_state=history', defaults)).toBe('')
})
