import type { ReactNode } from 'react'
import { jitter } from '../app/backoff.ts'
import { readPublicConfig } from '../app/publicConfig.ts'
import { Outage } from './Outage.ts'

/** The delay (ms) before the services are asked: they were away a moment ago. */
const firstDelay = 1_000
/** The delay (ms) if this page appeared after a reload: the services may answer, but not at this address. */
const laterDelay = 5_000

/**
 * Says that the services are away. The edge has sent this page in place of a page of the services, which is opened when
 * they answer.
 * @param way see `continueBy`
 * @returns a promise that never resolves: the browser leaves this page
 */
export async function openAgain(way: string, render: (page: ReactNode) => void): Promise<never> {
  const [navigation] = performance.getEntriesByType('navigation')
  const isRepeated = navigation instanceof PerformanceNavigationTiming && navigation.type === 'reload'
  const delay = jitter(isRepeated ? laterDelay : firstDelay)
  const delayed = new Promise((resolve) => setTimeout(resolve, delay)).then(readPublicConfig)
  await new Outage(render).untilAnswered(delayed, readPublicConfig)
  if (way === 'back') history.back()
  else location.reload()
  return new Promise(() => undefined)
}
