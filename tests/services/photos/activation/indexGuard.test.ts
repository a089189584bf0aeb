import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { guardIndex, UnreadableIndex } from '../../../../services/photos/activation/listing/indexGuard.ts'

/** Passes an index through `guardIndex`, in chunks of two bytes. */
async function pass(index: string): Promise<string> {
  const bytes = Buffer.from(index)
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += 2) yield bytes.subarray(start, start + 2)
  }
  return text(guardIndex(chunks()))
}

const longest = 32 * 1024

describe('the index of an older library', () => {
  test.each([
    ['lists nested 8 deep', '['.repeat(8)],
    ['many lists, one after the other', '[]'.repeat(20)],
    ['brackets in a text', `{"name":"${'['.repeat(20)}"}`],
    ['brackets after an escaped quote', `{"name":"\\"${'{'.repeat(20)}"}`],
    ['a text that ends with a backslash', `["\\\\",${'[],'.repeat(20)}]`],
    ['texts of the allowed length', `["${'x'.repeat(longest - 1)}","${'y'.repeat(longest - 1)}"]`],
  ])('is read with %s', async (_what, index) => {
    expect(await pass(index)).toBe(index)
  })

  test.each([
    ['lists nested 9 deep', '['.repeat(9)],
    ['a mix of lists and objects nested 9 deep, and an empty list', '{[{[[]{[{[{'],
    ['lists nested 9 deep after a text that ends with a backslash', `["\\\\",${'['.repeat(9)}`],
    ['too long a text', `["${'x'.repeat(longest)}"`],
    ['too long a number', `[${'1'.repeat(longest + 1)}`],
  ])('is refused with %s', async (_what, index) => {
    await expect(pass(index)).rejects.toThrow(UnreadableIndex)
  })
})
