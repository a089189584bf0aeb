import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { lowerPriorityOfThread } from '../platform/lowPriority.ts'
import type { RatingTask } from './guessablePasswords.ts'

/**
 * How many characters of a password are rated. Rating 32 characters takes less than 10 ms, but 200 take up to 0.9 s.
 */
const ratedLength = 32

lowerPriorityOfThread()

const rater = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: ratedLength,
  // Limits the time for passwords with many digits and signs. The default is 100.
  l33tMaxSubstitutions: 10,
})

parentPort?.on('message', ({ password, related }: RatingTask) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage(rater.check(password, [...related]).score)
})
