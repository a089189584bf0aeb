import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PasswordTurns } from '../../../services/identity/passwordTurns.ts'

const noPace = { rate: 1_000, burst: 1_000 }
const never = () => false
const always = () => true

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that ends when the test calls `endOne`. `started` lists the names of the work, in the order of the starts. */
function buildWork() {
  const started: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name)
      ends.push(() => resolve(name))
    })
  /** Ends the oldest running work, and lets the next one start. */
  const endOne = async () => {
    await new Promise(setImmediate)
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { started, work, endOne }
}

test('a caller with one attempt has its turn after the next attempt of a caller with many attempts', async () => {
  const { started, work, endOne } = buildWork()
  const turns = new PasswordTurns(1, noPace)
  const all = ['busy 1', 'busy 2', 'busy 3'].map((name) => turns.run('busy', work(name), never))
  all.push(turns.run('other', work('other'), never))
  for (let end = 0; end < 4; end += 1) await endOne()
  expect(started).toEqual(['busy 1', 'busy 2', 'other', 'busy 3'])
  expect(await Promise.all(all)).toEqual(['busy 1', 'busy 2', 'busy 3', 'other'])
})

test('40 attempts of one caller can wait, and further attempts are refused at once; other callers can still wait', async () => {
  const { started, work, endOne } = buildWork()
  const turns = new PasswordTurns(2, noPace)
  const all = Array.from({ length: 43 }, (_, number) => turns.run('busy', work(`busy ${number}`), never))
  expect(await all.pop()).toBeNull()
  all.push(turns.run('other', work('other'), never))
  await new Promise(setImmediate)
  expect(started).toHaveLength(2)
  for (let end = 0; end < 43; end += 1) await endOne()
  expect(await Promise.all(all)).not.toContain(null)
  expect(started).toHaveLength(43)
})

test('at most 200 attempts of all callers wait', async () => {
  const { work, endOne } = buildWork()
  const turns = new PasswordTurns(1, noPace)
  const all = Array.from({ length: 201 }, (_, number) => turns.run(`caller ${number}`, work('work'), never))
  expect(await turns.run('one more', work('work'), never)).toBeNull()
  for (let end = 0; end < 201; end += 1) await endOne()
  expect(await Promise.all(all)).not.toContain(null)
})

test('work that fails gives its place to the next attempt', async () => {
  const turns = new PasswordTurns(1, noPace)
  const failing = turns.run('caller', () => Promise.reject(new Error('the database is away')), never)
  const next = turns.run('caller', () => Promise.resolve('done'), never)
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe('done')
  expect(await turns.run('caller', () => Promise.resolve('again'), never)).toBe('again')
})

test('a caller may make six unsuccessful attempts without a pause, then one every two seconds; other callers do not wait', async () => {
  const turns = new PasswordTurns(1)
  let ended = 0
  const attempt = async () => {
    await turns.run('busy', () => Promise.resolve(), always)
    ended += 1
  }
  const all = Array.from({ length: 9 }, attempt)
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toBe(6)
  expect(await turns.run('other', () => Promise.resolve('other'), always)).toBe('other')
  await vi.advanceTimersByTimeAsync(4_000)
  expect(ended).toBe(8)
  await vi.advanceTimersByTimeAsync(2_000)
  await Promise.all(all)
})

test('successful attempts do not slow their caller down', async () => {
  const turns = new PasswordTurns(1)
  const all = Array.from({ length: 30 }, () => turns.run('office', () => Promise.resolve('signed in'), never))
  await vi.advanceTimersByTimeAsync(0)
  expect(await Promise.all(all)).not.toContain(null)
})

test('an attempt that has waited for 10 s is refused, and its turn goes to the next attempt', async () => {
  const { work, endOne } = buildWork()
  const turns = new PasswordTurns(1, noPace)
  const [running, late] = [turns.run('a', work('running'), never), turns.run('b', work('late'), never)]
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await late).toBeNull()
  const next = turns.run('c', work('next'), never)
  await endOne()
  await endOne()
  expect([await running, await next]).toEqual(['running', 'next'])
})
