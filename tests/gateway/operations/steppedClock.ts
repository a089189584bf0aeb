import { syncBuiltinESMExports } from 'node:module'
import { mock } from 'node:test'

/**
 * A gateway process loads this file before its own code. With the first message of its parent, timeouts stop. That
 * message and each later one is a number of ms by which they advance. The process answers when it has advanced.
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
