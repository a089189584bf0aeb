import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Held from `lockFolder` until `release`, or until the process dies. */
export interface FolderLock {
  release(): void
}

interface Holder {
  readonly pid: number
  /** When the process began, as the system tells it: a pid that was given out again is somebody else. */
  readonly began: string
}

/**
 * Takes the lock file of a folder that only one process may use. The lock of a process that is dead is taken over.
 * @param file the lock file; its folder exists
 * @throws Error that names the process that holds it
 */
export function lockFolder(file: string): FolderLock {
  const mine: Holder = { pid: process.pid, began: beganAt(process.pid) ?? '' }
  const candidate = `${file}.${process.pid}`
  writeFileSync(candidate, JSON.stringify(mine))
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (linkWhenFree(candidate, file)) return { release: () => releaseMine(file, mine) }
      const holder = readHolder(file)
      if (holder && isAlive(holder)) throw inUse(holder, file)
      removeStale(file, candidate, holder)
    }
    throw new Error(`The lock of the data folder could not be taken (${file}).`)
  } finally {
    rmSync(candidate, { force: true })
  }
}

/** A hard link is made whole or not at all, so that two processes never both hold the file. */
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
 * One at a time: who found the lock stale and went on only when another had taken it over would remove that one's.
 * @throws Error when another process is about to take it over
 */
function removeStale(file: string, candidate: string, holder: Holder | null): void {
  const turn = `${file}.takeover`
  if (!linkWhenFree(candidate, turn)) {
    const other = readHolder(turn)
    if (other && isAlive(other)) throw inUse(other, file)
    // Of a process that died meanwhile. One that has just ended its turn is not there any more.
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

function releaseMine(file: string, mine: Holder): void {
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
    // EPERM: it lives, and belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const began = beganAt(holder.pid)
  return began === null || holder.began === '' || began === holder.began
}

/** Linux tells when a process began (field 22 of /proc/<pid>/stat); elsewhere the pid alone has to do. */
function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const afterName = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie holds nothing any more.
    if (afterName[0] === 'Z') return 'gone'
    return afterName[19] ?? null
  } catch {
    return null
  }
}
