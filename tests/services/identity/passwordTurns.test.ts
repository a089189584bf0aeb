import { expect, test } from 'vitest'
import { PasswordTurns } from '../../../services/identity/passwordTurns.ts'

/** Work that ends when the test says so. Records the order in which it started. */
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
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { started, work, endOne }
}

test('a caller with one attempt has its turn after one attempt of a caller with many', async () => {
  const { started, work, endOne } = buildWork()
  const turns = new PasswordTurns(1)
  const all = ['busy 1', 'busy 2', 'busy 3'].map((name) => turns.run('busy', work(name)))
  all.push(turns.run('other', work('other')))
  for (let end = 0; end < 4; end += 1) await endOne()
  expect(started).toEqual(['busy 1', 'busy 2', 'other', 'busy 3'])
  expect(await Promise.all(all)).toEqual(['busy 1', 'busy 2', 'busy 3', 'other'])
})

test('40 attempts of one caller wait, and further ones are refused at once; other callers still wait', async () => {
  const { started, work, endOne } = buildWork()
  const turns = new PasswordTurns(2)
  const all = Array.from({ length: 43 }, (_, number) => turns.run('busy', work(`busy ${number}`)))
  expect(await all.pop()).toBeNull()
  all.push(turns.run('other', work('other')))
  expect(started).toHaveLength(2)
  for (let end = 0; end < 43; end += 1) await endOne()
  expect(await Promise.all(all)).not.toContain(null)
  expect(started).toHaveLength(43)
})

test('at most 200 attempts of all callers wait', async () => {
  const { work, endOne } = buildWork()
  const turns = new PasswordTurns(1)
  const all = Array.from({ length: 201 }, (_, number) => turns.run(`caller ${number}`, work('work')))
  expect(await turns.run('one more', work('work'))).toBeNull()
  for (let end = 0; end < 201; end += 1) await endOne()
  expect(await Promise.all(all)).not.toContain(null)
})

test('work that fails gives its place to the next', async () => {
  const turns = new PasswordTurns(1)
  const failing = turns.run('caller', () => Promise.reject(new Error('the database is away')))
  const next = turns.run('caller', () => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('away')
  expect(await next).toBe('done')
  expect(await turns.run('caller', () => Promise.resolve('again'))).toBe('again')
})
