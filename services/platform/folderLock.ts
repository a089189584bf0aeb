import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** A lock, held from `lockFolder` until `release`, or until the process ends. */
export interface FolderLock {
  release(): void
}

interface Holder {
  readonly pid: number
  /**
   * When the process started, as the operating system reports it. Distinguishes the process from a later process with
   * the same pid.
   */
  readonly began: string
}

/**
 * Takes the lock file of a folder that only one process may use. Replaces the lock of a process that has ended.
 * @param file the lock file; its folder exists
 * @throws Error that names the process which holds the lock
 */
export function lockFolder(file: string): FolderLock {
  const mine: Holder = { pid: process.pid, began: beganAt(process.pid) ?? '' }
  const candidate = `${file}.${process.pid}`
  writeFileSync(candidate, JSON.stringify(mine))
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (linkWhenFree(candidate, file)) return { release: () => releaseOwn(file, mine) }
      const holder = readHolder(file)
      if (holder && isAlive(holder)) throw inUse(holder, file)
      removeStale(file, candidate, holder)
    }
    throw new Error(`The lock of the data folder could not be taken (${file}).`)
  } finally {
    rmSync(candidate, { force: true })
  }
}

/** Takes a lock file if it is free. Creating a hard link is atomic, so two processes never both hold the file. */
function linkWhenFree(candidate: string, file: string): boolean {
  try {
    linkSync(candidate, file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a stale lock. Only one process at a time may do so. Otherwise a slow process could remove a new lock: the
 * lock of another process that has replaced the stale lock meanwhile.
 * @throws Error if another process is about to take the lock over
 */
function removeStale(file: string, candidate: string, holder: Holder | null): void {
  const turn = `${file}.takeover`
  if (!linkWhenFree(candidate, turn)) {
    const other = readHolder(turn)
    if (other && isAlive(other)) throw inUse(other, file)
    // The other process died while it removed the lock. (If `other` is null, it has finished and removed this file.)
    if (other) rmSync(turn, { force: true })
    return
  }
  const still = readHolder(file)
  if (still?.pid === holder?.pid && still?.began === holder?.began) rmSync(file, { force: true })
  rmSync(turn, { force: true })
}

function inUse({ pid }: Holder, file: string): Error {
  return new Error(`The data folder is in use by process ${pid} (${file}). Stop it, or set another DATA_DIR.`)
}

function releaseOwn(file: string, mine: Holder): void {
  const holder = readHolder(file)
  if (holder?.pid === mine.pid && holder.began === mine.began) rmSync(file, { force: true })
}

function readHolder(file: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const isHolder =
      typeof value === 'object' &&
      value !== null &&
      'pid' in value &&
      typeof value.pid === 'number' &&
      'began' in value &&
      typeof value.began === 'string'
    return isHolder ? { pid: Number(value.pid), began: String(value.began) } : null
  } catch {
    return null
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid) return holder.began === (beganAt(process.pid) ?? '')
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    // EPERM: the process is alive but belongs to another user.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const began = beganAt(holder.pid)
  return began === null || holder.began === '' || began === holder.began
}

/**
 * Reads the start time from Linux (field 22 of /proc/<pid>/stat). On other systems, holders are compared by pid only.
 */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie process holds no lock.
    if (afterName[0] === 'Z') return 'gone'
    return afterName[19] ?? null
  } catch {
    return null
  }
}
