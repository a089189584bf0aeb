import { act, fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { open, setUpSelecting, tile } from '../selection/renderSelecting.ts'

setUpSelecting()

const picture = async () => (await tile(1)).querySelector('img')

test('a picture that does not come leaves its place, and is asked for again once the network is back', async () => {
  await open()
  fireEvent.error((await picture()) ?? document.body)
  expect(await picture()).toBeNull()
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(async () => expect(await picture()).toBeTruthy())
})
