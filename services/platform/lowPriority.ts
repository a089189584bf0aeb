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

/** The priority of long calculations: lower than that of the process, which may have been started with `nice`. */
export function lowPriority(): number {
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority
  return Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL)
}
