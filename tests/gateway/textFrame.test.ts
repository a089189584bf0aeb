import { expect, test } from 'vitest'
import { textFrame } from '../../gateway/server/sockets/textFrame.ts'

/**
 * RFC 6455, section 5.2: the opcode, then the length in one byte, in two bytes after the byte 126, or in eight bytes
 * after the byte 127.
 */
test.each([
  [0, [0x81, 0]],
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])('the frame of a text of %i bytes has the specified opcode and length', (length, head) => {
  const text = `${'ü'.repeat(length / 2)}${length % 2 === 1 ? 'u' : ''}`
  const frame = textFrame(text)
  expect([...frame.subarray(0, head.length)]).toEqual(head)
  expect(frame.subarray(head.length).toString() === text).toBe(true)
})
