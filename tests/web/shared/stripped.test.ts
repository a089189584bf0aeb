import { expect, test } from 'vitest'
import { carryAlong, carryAlongTo } from '../../../web/shared/carryAlong.ts'
import { isStripped } from '../../../web/shared/stripped.ts'

test.each([
  ['?stripped', true],
  ['?stripped=true', true],
  ['?a=1&stripped=1', true],
  ['?stripped=false', false],
  ['', false],
])('the query "%s" switches stripped mode on: %s', (search, expected) => {
  expect(isStripped(search)).toBe(expected)
})

test('links keep stripped mode, and their own query and fragment', () => {
  expect(carryAlong('/my-photos/photos', '?stripped')).toBe('/my-photos/photos?stripped=true')
  expect(carryAlong('/a?b=1#c', '?stripped=true')).toBe('/a?b=1&stripped=true#c')
  expect(carryAlong('/a', '?other=1')).toBe('/a')
  expect(carryAlongTo({ pathname: '/a', search: '?b=1', hash: '#c' }, '?stripped')).toEqual({
    pathname: '/a',
    search: '?b=1&stripped=true',
    hash: '#c',
  })
})

test('links keep a valid feature switch of the URL, and drop an invalid one', () => {
  const search = '?PhotoManagementAlbumViewEnabled=false&PhotoManagementUploadViewEnabled=maybe&stripped'
  expect(carryAlong('/a?b=1', search)).toBe('/a?b=1&stripped=true&PhotoManagementAlbumViewEnabled=false')
})
