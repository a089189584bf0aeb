import { expect, test } from 'vitest'
import { run, type Trial } from './flood.ts'

/** The machine runs other tests at the same time, so the product must not refuse requests because it is slow. */
const patient = { OVERLOAD_LAG: '60000', UPSTREAM_TIMEOUT: '60000', OPERATION_TIMEOUT: '60000' }

/** Runs floods in a small form. Returns the measures of each flood that do not depend on time. */
async function flood(names: readonly string[], settings: Readonly<Record<string, string>>) {
  const trials: Trial[] = []
  await run(names, (trial) => trials.push(trial), { small: true, settings: { ...patient, ...settings } })
  return trials.map(({ fault, measures }) => {
    const [errors, refused] = ['errors', 'refused'].map((name) => measures.find((measure) => measure.name === name))
    return { fault, errors: errors?.shown, isRefused: refused?.met, figures: measures.length }
  })
}

/** `npm run test:faults -- flood` compares the times with their aims. */
test('in a small run, floods are refused, and another customer gets no errors', { timeout: 600_000 }, async () => {
  const settings = { ACCOUNT_UPLOAD_BURST: '60', ACCOUNT_UPLOAD_RATE: '0.5' }
  expect(await flood(['uploads', 'expired-tokens'], settings)).toEqual([
    { fault: 'expired-tokens', errors: '0', isRefused: true, figures: 6 },
    { fault: 'uploads', errors: '0', isRefused: true, figures: 6 },
  ])
})

test('a small run reports a missed aim when the product has no limit', { timeout: 600_000 }, async () => {
  const [trial] = await flood(['uploads'], { ACCOUNT_UPLOAD_BURST: '100000', ADDRESS_UPLOAD_BURST: '100000' })
  expect(trial?.isRefused).toBe(false)
})
