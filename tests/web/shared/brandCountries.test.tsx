import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { brandCountries } from '../../../web/shared/address/brandCountries.ts'
import { homeCountry } from '../../../web/shared/address/homeCountry.ts'
import { buildCustomer, cleanUp, viewerWith } from '../settings/settingsKit.ts'
import { address, selection } from '../editor/selection.ts'
import { photo } from '../support/photos.ts'
import { renderApp } from '../support/renderApp.tsx'

afterEach(cleanUp)

const received = { countries: ['SE', 'DK', 'NO'] }

/** The countries of the form, and the one that is chosen. */
async function countriesOfForm(): Promise<[string[], string]> {
  const field = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Country' })
  const options = within(field).getAllByRole<HTMLOptionElement>('option')
  return [options.map(({ value }) => value).toSorted(), field.value]
}

describe('the countries of a form are those of the brand, and its home is chosen', () => {
  test('for a new address', async () => {
    const app = renderApp('/settings/new-address', { received })
    await app.answer('NewAddressPageQuery', viewerWith(buildCustomer()))
    expect(await countriesOfForm()).toEqual([['DK', 'NO', 'SE'], 'SE'])
  })

  test('for an order of prints', async () => {
    const app = renderApp(address, { received })
    await app.answer('EditorPageQuery', selection([photo('a')]))
    expect(await countriesOfForm()).toEqual([['DK', 'NO', 'SE'], 'SE'])
  })
})

test.each([
  [{ countries: ['SE', 'DK'] }, ['SE', 'DK']],
  [{ countries: ['US', 'DK', 5] }, ['DK']],
  [{ countries: ['US'] }, ['NL', 'DK', 'SE']],
  [{ countries: 'SE' }, ['NL', 'DK', 'SE']],
  [{}, ['NL', 'DK', 'SE']],
])('of the known countries, a brand with %j has %j', (config, expected) => {
  expect(brandCountries({ received: config }, ['NL', 'DK', 'SE'])).toEqual(expected)
})

test.each([
  ['nb-NO', 'NO'],
  ['en-GB', 'SE'],
])('the home of %s is %s', (locale, expected) => {
  expect(homeCountry(locale, received.countries)).toBe(expected)
})
