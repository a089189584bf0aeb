import { createMockEnvironment } from 'relay-test-utils'
import { expect, test } from 'vitest'
import { albumsToLoad, beginningOf, rememberShownAlbums } from '../../../web/pages/library/albums/albumPages.ts'

test('the first visit loads 49 albums, later visits as many as were shown', () => {
  const environment = createMockEnvironment()
  expect(beginningOf(environment)).toEqual({ first: 49, fetchPolicy: 'store-and-network' })
  rememberShownAlbums(environment, 3)
  expect(beginningOf(environment)).toEqual({ first: 49, fetchPolicy: 'store-and-network' })
  rememberShownAlbums(environment, 149)
  expect(beginningOf(environment)).toEqual({ first: 149, fetchPolicy: 'store-and-network' })
})

test('more albums than one request returns are read from the store, with the variables of the previous query', () => {
  const environment = createMockEnvironment()
  rememberShownAlbums(environment, 99)
  beginningOf(environment)
  rememberShownAlbums(environment, 2_000)
  expect(beginningOf(environment)).toEqual({ first: 99, fetchPolicy: 'store-or-network' })
  expect(beginningOf(environment)).toEqual({ first: 99, fetchPolicy: 'store-or-network' })
  expect(albumsToLoad(environment)).toBe(500)
})
