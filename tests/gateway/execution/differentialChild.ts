import { once } from 'node:events'
import { runDifferential } from './differential.ts'

/**
 * Runs one differential test in a separate process, to detect unhandled rejections of our code. The reference executor
 * leaves some when a response is complete while parts of it still fail. Those are ignored.
 */
const unhandled: string[] = []
process.on('unhandledRejection', (reason) => {
  const stack = reason instanceof Error ? String(reason.stack) : String(reason)
  if (!/node_modules\/graphql\/execution\/Executor/.test(stack)) unhandled.push(stack)
})

const [task]: { subject: 'stress' | 'library'; documents: number; firstSeed: number }[] = await once(process, 'message')
if (!task) throw new Error('The parent process sent no task.')
const report = await runDifferential(task.subject, task.documents, task.firstSeed)
// Node reports unhandled rejections after the turn in which they occur.
setImmediate(() => {
  process.send?.({ ...report, unhandled })
  process.disconnect()
})
