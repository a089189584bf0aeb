import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lets the system prefer other threads and processes to the thread that calls this: long calculations then use only
 * processor time that nothing else needs. Only Linux has priorities of threads. Elsewhere nothing changes.
 */
export function lowerPriorityOfThread(): void {
  try {
    // A link to `<process>/task/<thread>`.
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The work is done anyway, at the usual priority.
  }
}
