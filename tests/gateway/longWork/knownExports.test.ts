import { expect, test } from 'vitest'
import { KnownExports } from '../../../gateway/upstream/exports/knownExports.ts'

test('the gateway remembers the exports of 10,000 customers; another customer replaces the one whose export was updated longest ago', () => {
  const known = new KnownExports()
  for (let number = 0; number < 10_000; number += 1) known.learn(`customer ${number}`, 'export', 'REQUESTED')
  known.learn('customer 0', 'export', 'IN_PROGRESS')
  expect(known.of('customer 1')).toBeDefined()
  known.learn('another', 'export', 'REQUESTED')
  const remembered = ['customer 0', 'customer 1', 'customer 2', 'another'].map((name) => known.of(name) !== undefined)
  expect(remembered).toEqual([true, false, true, true])
})
