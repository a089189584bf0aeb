import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open, setUpSelecting, tile } from '../selection/renderSelecting.ts'

setUpSelecting()

const picture = async () => (await tile(1)).querySelector('img')

test('a picture that fails to load is loaded again when the network is back', async () => {
  await open()
  const failed = await picture()
  fireEvent.error(failed ?? document.body)
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(async () => expect(await picture()).not.toBe(failed))
  fireEvent.load((await picture()) ?? document.body)
  expect((await tile(1)).querySelector('[data-state=shown]')).toBeTruthy()
})
