import { fireEvent } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open, setUpSelecting, tile } from '../selection/renderSelecting.ts'

setUpSelecting()

test('the picture of a photo in a grid is requested again after a failure, then shown', async () => {
  await open()
  const image = (await tile(1)).querySelector('img')
  if (!image) throw new Error('the photo has no picture')
  const requests = new MutationObserver(() => undefined)
  requests.observe(image, { attributeFilter: ['src'] })
  fireEvent.error(image)
  window.dispatchEvent(new Event('online'))
  expect(requests.takeRecords()).not.toEqual([])
  fireEvent.load(image)
  expect(image.dataset['state']).toBe('shown')
})
