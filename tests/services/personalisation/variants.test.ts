import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type Experiment,
  experimentsSchema,
  readExperiments,
  variantOf,
} from '../../../services/personalisation/experiments.ts'
import { ServiceGroup } from '../serviceGroup.ts'

const weighted: Experiment = {
  name: 'cover',
  variants: [
    { name: 'plain', weight: 3 },
    { name: 'photo', weight: 1 },
    { name: 'ended', weight: 0 },
  ],
}

/** The accounts `00000000-0000-4000-8000-000000000000` and so on. */
const accounts = (count: number) =>
  Array.from({ length: count }, (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`)

function countVariants(experiment: Experiment, accountIds: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const id of accountIds) counts[variantOf(experiment, id)] = (counts[variantOf(experiment, id)] ?? 0) + 1
  return counts
}

describe('the variant of a customer', () => {
  test('is chosen by weight, and a variant without weight is never chosen', () => {
    const { plain = 0, photo = 0, ended } = countVariants(weighted, accounts(4_000))
    expect([ended, plain + photo]).toEqual([undefined, 4_000])
    expect(plain / photo).toBeGreaterThan(2.6)
    expect(plain / photo).toBeLessThan(3.4)
  })

  test('says nothing about the variant of another experiment', () => {
    const [one, other] = [weighted, { ...weighted, name: 'price' }]
    const withPhoto = accounts(4_000).filter((id) => variantOf(one, id) === 'photo')
    const { plain = 0, photo = 0 } = countVariants(other, withPhoto)
    expect(plain / photo).toBeGreaterThan(2.2)
    expect(plain / photo).toBeLessThan(3.8)
  })

  test('stays the same from release to release', () => {
    expect(accounts(8).map((id) => variantOf(weighted, id))).toMatchInlineSnapshot(`
      [
        "plain",
        "plain",
        "photo",
        "photo",
        "plain",
        "photo",
        "photo",
        "photo",
      ]
    `)
    expect(variantOf(weighted, 'ABCDEF00-0000-4000-8000-000000000000')).toBe(
      variantOf(weighted, 'abcdef00-0000-4000-8000-000000000000'),
    )
  })
})

test.each([
  ['two experiments with one name', [weighted, weighted], 'Each experiment has a name of its own.'],
  [
    'two variants with one name',
    [{ name: 'cover', variants: [weighted.variants[0], weighted.variants[0]] }],
    'Each variant has a name of its own.',
  ],
  ['one variant', [{ name: 'cover', variants: [weighted.variants[0]] }], 'expected array to have >=2 items'],
  [
    'no weight',
    [{ name: 'cover', variants: weighted.variants.map(({ name }) => ({ name, weight: 0 })) }],
    'At least one weight is above 0.',
  ],
  ['a name with a space', [{ ...weighted, name: 'a cover' }], 'A name has lower-case letters, digits and hyphens.'],
])('%s is a mistake in the file', (_what, file, message) => {
  expect(() => experimentsSchema.parse(file)).toThrow(message)
})

describe('the service', () => {
  const services = new ServiceGroup('the embedded database', ['personalisation'])

  test('lists the variants of the customer, one per running experiment', async () => {
    const customer = services.newCustomer()
    const { status, body } = await customer.call('GET', '/personalisation/v1/variants/me')
    const variants = readExperiments().map((experiment) => ({
      experiment: experiment.name,
      variant: variantOf(experiment, customer.id),
    }))
    expect([status, body]).toEqual([200, { variants }])
    expect(variants.map(({ experiment }) => experiment)).toContain('welcome-banner-text')
  })

  test('reads one variant, and knows no other experiments', async () => {
    const customer = services.newCustomer()
    const path = '/personalisation/v1/variants/me/'
    const { status, body } = await customer.call('GET', `${path}welcome-banner-text`)
    expect([status, body.experiment]).toEqual([200, 'welcome-banner-text'])
    for (const name of [randomUUID(), 'Welcome-Banner-Text', '__proto__']) {
      expect((await customer.call('GET', path + name)).body.code).toBe('NOT_FOUND')
    }
    expect((await customer.call('GET', path + 'x'.repeat(61))).body.code).toBe('INVALID_REQUEST')
  })
})
