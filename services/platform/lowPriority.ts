import { readlinkSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'

/**
 * Lowers the priority of the calling thread, so that its long calculations use mainly processor time that other threads
 * and processes do not need. Only Linux has thread priorities. On other systems, this does nothing.
 */
export function lowerPriorityOfThread(): void {
  try {
    // A link to `<process>/task/<thread>`.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, lowPriority())
  } catch {
    // The work is done anyway, at the usual priority.
  }
}

/**
 * How much lower the priority is, in units of `nice`. A thread at 5 gets a quarter of a processor beside one other busy
 * thread, and a sixteenth beside five. At 10, a sign-in took more than 15 s on a machine with ten busy processes.
 */
const difference = 5

/** The priority of long calculations: lower than that of the process, which may have been started with `nice`. */
export function lowPriority(): number {
  return Math.min(constants.priority.PRIORITY_LOW, getPriority() + difference)
}
