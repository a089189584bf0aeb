import { expect, test } from 'vitest'
import { AlbumPages } from '../../../web/pages/library/albums/albumPages.ts'

test('the first visit loads 49 albums; later visits load as many as were shown, but at least 49', () => {
  const pages = new AlbumPages()
  expect(pages.begin()).toEqual({ first: 49, fetchPolicy: 'store-and-network' })
  pages.remember(3)
  expect(pages.begin()).toEqual({ first: 49, fetchPolicy: 'store-and-network' })
  pages.remember(149)
  expect(pages.begin()).toEqual({ first: 149, fetchPolicy: 'store-and-network' })
})

test('if more albums were shown than one request returns, they are read from the store, with the previous query’s variables', () => {
  const pages = new AlbumPages()
  pages.remember(99)
  pages.begin()
  pages.remember(2_000)
  expect(pages.begin()).toEqual({ first: 99, fetchPolicy: 'store-or-network' })
  expect(pages.begin()).toEqual({ first: 99, fetchPolicy: 'store-or-network' })
  expect(pages.toLoad).toBe(500)
})
