import { scryptSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { hashPassword, verifyPassword } from '../../../services/identity/passwords.ts'
import { hashesAtOnce } from '../../../services/identity/passwordTurns.ts'
import { lowPriority } from '../../../services/platform/lowPriority.ts'

// The setup of all test files makes the hashing of passwords cheap. This file needs its real cost.
vi.hoisted(() => vi.resetModules())
vi.unmock('../../../services/identity/hashing.ts')
afterAll(() => vi.resetModules())

/** The ids of the threads of this process that have a low priority. */
function lowThreads(): string[] {
  return readdirSync('/proc/self/task').filter((thread) => {
    try {
      // The nineteenth field of `stat` (proc_pid_stat(5)) is the nice value. The second field, the name in brackets, may
      // contain spaces.
      const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      return Number(stat.split(') ').at(-1)?.split(' ')[16]) === lowPriority()
    } catch {
      // The thread has just ended.
      return false
    }
  })
}
/** The threads of files that ran in this process before, such as those that rate new passwords. */
const earlierThreads = lowThreads()

describe('hashPassword', () => {
  test('stores parameters, a random salt and a key, and never the password', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
    expect(first).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(second).not.toBe(first)
    expect(first).not.toContain('correct')
  })
})

test('a password is hashed in a thread of low priority', async () => {
  await Promise.all(Array.from({ length: hashesAtOnce }, async () => hashPassword('correct horse')))
  expect(lowThreads().filter((thread) => !earlierThreads.includes(thread))).toHaveLength(hashesAtOnce)
})

describe('verifyPassword', () => {
  test('accepts the password and no similar one', async () => {
    const stored = await hashPassword('correct horse')
    expect(await verifyPassword('correct horse', stored)).toEqual({ matches: true, outdated: false })
    for (const wrong of ['', 'correct hors', 'correct horse ', 'Correct horse']) {
      expect(await verifyPassword(wrong, stored)).toEqual({ matches: false, outdated: false })
    }
  })

  test('accepts both Unicode forms of the same password', async () => {
    const stored = await hashPassword('caf\u00e9 au lait')
    expect((await verifyPassword('cafe\u0301 au lait', stored)).matches).toBe(true)
  })

  test('never matches without an account', async () => {
    expect((await verifyPassword('', null)).matches).toBe(false)
    expect((await verifyPassword('A', null)).matches).toBe(false)
  })

  test('still reads a hash with smaller parameters, and says that it is outdated', async () => {
    const salt = Buffer.alloc(16, 7)
    const key = scryptSync('correct horse', salt, 32, { N: 2 ** 14, r: 8, p: 1 })
    const stored = `$scrypt$ln=14,r=8,p=1$${encode(salt)}$${encode(key)}`
    expect(await verifyPassword('correct horse', stored)).toEqual({ matches: true, outdated: true })
    expect(await verifyPassword('another horse', stored)).toEqual({ matches: false, outdated: true })
  })

  test.each(['', 'plain', '$scrypt$ln=15,r=8,p=3$AAAA$BBBB', '$argon2id$v=19$m=1,t=1,p=1$AAAA$BBBB'])(
    'refuses to parse %j',
    async (stored) => {
      await expect(verifyPassword('correct horse', stored)).rejects.toThrow('cannot be read')
    },
  )
})

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
