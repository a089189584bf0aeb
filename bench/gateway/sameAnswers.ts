import { isDeepStrictEqual } from 'node:util'
import type { MeasuredQuery } from './queries.ts'
import type { Target } from './targets.ts'

const customersAsked = [0, 1, 2]

/**
 * Checks that all servers give the same answer: the floor byte for byte, the peers as equal JSON.
 * @returns the length of an answer in bytes
 * @throws Error that shows where two answers differ
 */
export async function checkAnswers(
  query: MeasuredQuery,
  { gateway, floor, peers }: { gateway: Target; floor: Target; peers: readonly Target[] },
): Promise<number> {
  let length = 0
  for (const customer of customersAsked) {
    const expected = await gateway.answerTo(customer)
    if (expected.includes('"errors"'))
      throw new Error(`The gateway does not answer ${query.name}: ${expected.slice(0, 500)}`)
    const byHand = await floor.answerTo(customer)
    if (byHand !== expected) throw new Error(differenceOf('The floor', query, expected, byHand))
    for (const peer of peers) {
      const other = await peer.answerTo(customer)
      const isSame = isDeepStrictEqual(JSON.parse(other), JSON.parse(expected))
      if (!isSame) throw new Error(differenceOf(peer.server.name, query, expected, other))
    }
    length = Buffer.byteLength(expected)
  }
  return length
}

function differenceOf(who: string, query: MeasuredQuery, expected: string, found: string): string {
  let index = 0
  while (index < expected.length && expected[index] === found[index]) index += 1
  const shown = (text: string) => text.slice(Math.max(0, index - 80), index + 80)
  return `${who} answers ${query.name} differently from character ${index} on:\n${shown(found)}\nThe gateway:\n${shown(expected)}`
}
