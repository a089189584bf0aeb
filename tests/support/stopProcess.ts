import { readdir, readFile } from 'node:fs/promises'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

const pollMilliseconds = 5

/**
 * Stops a process with SIGSTOP, and waits until all its threads stand still. On a busy machine, a thread can go on for
 * a moment after the signal was sent, and answer a request.
 */
export async function stopProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGSTOP')
  while (!(await isStopped(String(child.pid)))) await pause(pollMilliseconds)
}

async function isStopped(pid: string): Promise<boolean> {
  const threads = await readdir(`/proc/${pid}/task`)
  const states = await Promise.all(threads.map(async (thread) => stateOf(`/proc/${pid}/task/${thread}/stat`)))
  return states.every((state) => state === 'T')
}

/** The letter of a thread's state. It follows the name of the program, which is in brackets. */
async function stateOf(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8')
  return text.slice(text.lastIndexOf(')') + 2)[0]
}
