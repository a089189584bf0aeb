import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockFolder } from '../../../services/platform/folderLock.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'keepsake-lock-'))
  file = join(folder, 'lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Starts a process that tries to take the lock. It prints `locked` or the error, and runs until it is killed. */
async function startHolder(): Promise<{ pid: number; said: string; kill(): Promise<void> }> {
  const module = join(import.meta.dirname, '../../../services/platform/folderLock.ts')
  const script = `
    const { lockFolder } = await import(${JSON.stringify(module)})
    try { lockFolder(${JSON.stringify(file)}); console.log('locked') } catch (error) { console.log(error.message) }
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(data.toString().trim())),
  )
  return {
    pid: child.pid ?? 0,
    said,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

describe('the lock of the data folder', () => {
  test('is held until it is released', () => {
    const lock = lockFolder(file)
    expect(() => lockFolder(file)).toThrow(`The data folder is in use by process ${process.pid}`)
    lock.release()
    lockFolder(file).release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('keeps another process out, and says which process holds it', async () => {
    const other = await startHolder()
    expect(other.said).toBe('locked')
    expect(() => lockFolder(file)).toThrow(
      `in use by process ${other.pid} (${file}). Stop it, or set another DATA_DIR.`,
    )
    await other.kill()
  })

  test('is taken over if its process was killed', async () => {
    const other = await startHolder()
    await other.kill()
    expect(existsSync(file)).toBe(true)
    const lock = lockFolder(file)
    expect(readFileSync(file, 'utf8')).toContain(`"pid":${process.pid}`)
    lock.release()
  })

  test('is taken over if the pid of its process belongs to another process now', () => {
    writeFileSync(file, JSON.stringify({ pid: process.ppid, began: '1' }))
    lockFolder(file).release()
  })

  test.each(['', '{', '{"pid":"x"}', 'null'])('is taken over if its content is invalid (%j)', (content) => {
    writeFileSync(file, content)
    lockFolder(file).release()
  })

  test('cannot be taken while another process takes it over, unless that other process has died', async () => {
    const dead = await startHolder()
    await dead.kill()
    writeFileSync(`${file}.takeover`, JSON.stringify({ pid: process.ppid, began: '' }))
    expect(() => lockFolder(file)).toThrow(`in use by process ${process.ppid}`)
    writeFileSync(`${file}.takeover`, readFileSync(file))
    lockFolder(file).release()
    expect(readdirSync(folder)).toEqual([])
  })

  test('is taken by exactly one of several processes that try at the same time', async () => {
    const dead = await startHolder()
    await dead.kill()
    const all = await Promise.all(Array.from({ length: 6 }, startHolder))
    expect(all.filter(({ said }) => said === 'locked')).toHaveLength(1)
    await Promise.all(all.map((one) => one.kill()))
  })

  test('is not removed by a process that has lost it', () => {
    const lock = lockFolder(file)
    writeFileSync(file, JSON.stringify({ pid: process.ppid, began: 'x' }))
    lock.release()
    expect(existsSync(file)).toBe(true)
  })
})
