import { expect, test } from 'vitest'
import { carryStripped, carryStrippedTo, isStripped } from '../../../web/shared/stripped.ts'

test.each([
  ['?stripped', true],
  ['?stripped=true', true],
  ['?a=1&stripped=1', true],
  ['?stripped=false', false],
  ['', false],
])('%s: %s', (search, expected) => {
  expect(isStripped(search)).toBe(expected)
})

test('links carry the flag along, beside their own query and fragment', () => {
  expect(carryStripped('/my-photos/photos', '?stripped')).toBe('/my-photos/photos?stripped=true')
  expect(carryStripped('/a?b=1#c', '?stripped=true')).toBe('/a?b=1&stripped=true#c')
  expect(carryStripped('/a', '?other=1')).toBe('/a')
  expect(carryStrippedTo({ pathname: '/a', search: '?b=1', hash: '#c' }, '?stripped')).toEqual({
    pathname: '/a',
    search: '?b=1&stripped=true',
    hash: '#c',
  })
})
