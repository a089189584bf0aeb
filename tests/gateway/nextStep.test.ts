import { expect, test } from 'vitest'
import { nextStepOf } from '../../gateway/modules/project/nextStep.ts'

const now = Date.parse('2026-03-01T12:00:00Z')

test.each([
  ['COMPLETE', '2027-01-01', 'CONTINUE'],
  ['COMPLETE', '2026-06-01', 'CONTINUE'],
  ['COMPLETE', '2026-05-31', 'ORDER_SOON'],
  ['COMPLETE', '2026-02-01', 'ORDER_SOON'],
  ['COMPLETE', null, 'CONTINUE'],
  ['PHOTOS_MISSING', '2026-03-02', 'REPLACE_PHOTOS'],
  ['DELETED', '2026-03-02', 'RESTORE'],
] as const)('the next step of a project that is %s and printable until %s is %s', (state, until, step) => {
  expect(nextStepOf(state, until, now)).toBe(step)
})
