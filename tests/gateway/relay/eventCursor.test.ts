import { describe, expect, test } from 'vitest'
import { CursorCipher } from '../../../gateway/relay/cursorCipher.ts'
import { type CursorContext, EventCursors } from '../../../gateway/relay/eventCursor.ts'
import { anna, bram } from '../../support/tokens.ts'

const cursors = new EventCursors('event')

function contextOf(accountId = anna, secret = 'a secret of the tests'): CursorContext {
  const viewer = {
    accountId,
    email: 'a@example.com',
    isBusiness: false,
    idpType: '',
    idpSub: '',
    sessionId: null,
    scopes: null,
    accessToken: '',
    expires: 0,
  }
  return { viewer, cursorCipher: new CursorCipher(secret) }
}

const numbers = [0n, 1n, 1_234_567n, 999_999_999_999_999n, 9_999_999_999_999_999_999n]

describe('the cursor of an event', () => {
  test.each(numbers)('resumes after position %s, even at another replica', (position) => {
    expect(cursors.start(cursors.at(position, contextOf()), contextOf())).toBe(position)
  })

  test('is the same whatever one gateway has encrypted and decrypted before', () => {
    const { cursorCipher } = contextOf()
    const of = (accountId: string) => ({ ...contextOf(accountId), cursorCipher })
    for (const accountId of [anna, bram, anna]) {
      const sealed = numbers.map((position) => cursors.at(position, of(accountId)))
      expect(sealed).toEqual(numbers.map((position) => cursors.at(position, contextOf(accountId))))
      expect(sealed.map((cursor) => cursors.start(cursor, of(accountId)))).toEqual(numbers)
      const foreign = of(accountId === anna ? bram : anna)
      expect(sealed.map((cursor) => cursors.start(cursor, foreign))).toEqual(numbers.map(() => 'unnumbered'))
    }
  })

  test('does not show the position, nor how many events happened between two positions', () => {
    const blocks = [100n, 101n, 102n].map((position) =>
      Buffer.from(cursors.at(position, contextOf()), 'base64url').subarray('2:event:'.length),
    )
    for (const block of blocks) {
      expect(block).toHaveLength(16)
      // After encryption, even adjacent positions differ in about half of their bits, and so in both halves.
      expect(block.readBigUInt64BE()).toBeGreaterThan(1_000n)
      const others = blocks.filter((other) => other !== block)
      for (const other of others) {
        expect(other.subarray(0, 8).equals(block.subarray(0, 8))).toBe(false)
        expect(other.subarray(8).equals(block.subarray(8))).toBe(false)
      }
    }
  })

  test('has an unknown position for another account, and for a replica with another secret', () => {
    const cursor = cursors.at(5n, contextOf())
    expect(cursors.start(cursor, contextOf(bram))).toBe('unnumbered')
    expect(cursors.start(cursor, contextOf(anna, 'a secret of others'))).toBe('unnumbered')
  })

  test('has an unknown position when the service does not number its events', () => {
    expect(cursors.start(cursors.at(null, contextOf()), contextOf())).toBe('unnumbered')
  })

  test.each(['1:event:123', '1:event:-'])('of the earlier version has an unknown position: %s', (text) => {
    expect(cursors.start(Buffer.from(text).toString('base64url'), contextOf())).toBe('unnumbered')
  })

  test.each([
    ['nonsense', 'nonsense'],
    ['no text', ''],
    ['a cursor of another stream', new EventCursors('export').at(5n, contextOf())],
    ['a shortened cursor', cursors.at(5n, contextOf()).slice(0, -2)],
    ['a cursor with another ending', `${cursors.at(5n, contextOf())}=`],
  ])('is refused: %s', (_what, cursor) => {
    expect(() => cursors.start(cursor, contextOf())).toThrow('"after" is not a cursor of these events.')
  })
})
