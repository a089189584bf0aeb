import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { months } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'
import { soon } from '../support/soon.ts'

afterEach(() => {
  vi.useRealTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})

test('an answer is shown at once, however short its skeleton was shown', async () => {
  const app = renderApp('/my-photos/photos')
  const asked = await app.asked('TimelinePageQuery')
  // Within `act`, React never waits.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false })
  await vi.waitFor(expectSkeleton, { ...soon, interval: 1 })
  // React would show an answer that only ends a suspension by a timer, 300 ms after the skeleton.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  app.environment.mock.resolve(asked, { data: months(['may', 2024, 5, 2]) })
  for (let turn = 0; turn < 1_000 && !month(); turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(month()).toBeTruthy()
})

function expectSkeleton(): void {
  expect(document.querySelector('#main [class*=skeleton]')).toBeTruthy()
}

function month(): HTMLElement | null {
  return screen.queryByText('May 2024')
}
