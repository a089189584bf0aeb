import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'

/**
 * A gateway process loads this file before its own code. The first message of the parent process stops all timeouts.
 * Each message, including the first, is the number of ms to advance the timeouts by. The process confirms each advance.
 */
process.on('message', (milliseconds: number) => {
  stop()
  mock.timers.tick(milliseconds)
  process.send?.({ type: 'advanced' })
})

let isStopped = false

function stop(): void {
  if (isStopped) return
  isStopped = true
  mock.timers.enable({ apis: ['setTimeout'] })
  // Replaces the functions of `node:timers/promises` in modules that have already imported them.
  syncBuiltinESMExports()
}
