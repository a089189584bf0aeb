import { expect, test } from 'vitest'
import { KnownExports } from '../../../gateway/upstream/exports/knownExports.ts'

test('with the exports of more than 10,000 customers, the one with the oldest update is forgotten', () => {
  const known = new KnownExports()
  for (let number = 0; number < 10_000; number += 1) known.learn(`customer ${number}`, 'export', 'REQUESTED')
  known.learn('customer 0', 'export', 'IN_PROGRESS')
  expect(known.of('customer 1')).toBeDefined()
  known.learn('another', 'export', 'REQUESTED')
  const remembered = ['customer 0', 'customer 1', 'customer 2', 'another'].map((name) => known.of(name) !== undefined)
  expect(remembered).toEqual([true, false, true, true])
})
