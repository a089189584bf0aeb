import { once } from 'node:events'
import { runDifferential } from './differential.ts'

/**
 * Runs one differential in a process of its own, so that a promise of ours that fails unheard is seen. The reference
 * executor leaves some, when an answer is complete while its parts still fail; those are not ours.
 */
const unheard: string[] = []
process.on('unhandledRejection', (reason) => {
  const stack = reason instanceof Error ? String(reason.stack) : String(reason)
  if (!/node_modules\/graphql\/execution\/Executor/.test(stack)) unheard.push(stack)
})

const [task]: { subject: 'stress' | 'library'; documents: number; firstSeed: number }[] = await once(process, 'message')
if (!task) throw new Error('There is nothing to do.')
const report = await runDifferential(task.subject, task.documents, task.firstSeed)
// Unheard failures are told after the turn that they belong to.
setImmediate(() => {
  process.send?.({ ...report, unheard })
  process.disconnect()
})
